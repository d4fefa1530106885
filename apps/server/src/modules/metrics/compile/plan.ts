import type { DateBasis, Grain, MetricQuery } from "@console/contracts";
import type { Span } from "../model/calendar.ts";
import type { Metric } from "../model/dataset.ts";
import type { Registry } from "../model/registry.ts";

/** Members by their keys; 0 stands for rows without a member. */
export type PlanFilter = {
  dimension: string;
  isExcluded: boolean;
  keys: readonly number[];
  /** It stands in every part of the answer, also in what shares are of. */
  isFixed?: true;
};

/** What a tenant has set for its figures. */
export type FigureSettings = { timeZone: string; currency: string; currencyDigits: number; graceSeconds: number };

/** A question whose every name is known and whose every day is settled: all that the compiler needs. */
export type QueryPlan = {
  /** What the names belong to. */
  registry: Registry;
  metrics: readonly Metric[];
  dimensions: readonly string[];
  filters: readonly PlanFilter[];
  span: Span;
  compareSpan: Span | null;
  /** The first day that is not in the past, for metrics whose days never lie ahead. */
  tomorrow: string;
  grain: Grain | null;
  /** The day that rows count on; null for the one that their dataset goes by. */
  basis: DateBasis | null;
  isShared: boolean;
  isCumulative: boolean;
  hasOther: boolean;
  having: MetricQuery["having"];
  /** By columns of the answer, and by how much a metric changed (`__change`) or how large it is on either side (`__size`). */
  sort: MetricQuery["sort"];
  limit: number | null;
  limitPer: { dimension: string; limit: number } | null;
  settings: FigureSettings;
  /** The numbers of the rollups that are active for the tenant. */
  activeRollups: ReadonlySet<number>;
  /** The dirty days of each table of facts: they must be read from the facts. */
  dirtyDays: ReadonlyMap<string, readonly string[]>;
  /** The last day of each table that any of its facts counts on, or ever did. */
  lastDays: ReadonlyMap<string, string>;
};

/** Members in the answer that are not members: rows without one, and everything beyond the limit. */
export const unassigned = "Unassigned";
export const other = "Other";
export const otherKey = -1;

/** Whether the share is that of all the filters leave, which has no members to be split by. */
export function isShareOfWhole({ isShared, dimensions }: Pick<QueryPlan, "isShared" | "dimensions">): boolean {
  return isShared && dimensions.length === 0;
}

/** More rows than this are not answered; the answer says so. */
export const rowCap = 10_000;
