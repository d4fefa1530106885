import type { RouteOutput, Routes } from "@console/contracts";

/** An opened row: its columns, what happened to it, where, and the rows that belong to it. */
export type RowDetail = RouteOutput<Routes["getMetricRow"]>;
