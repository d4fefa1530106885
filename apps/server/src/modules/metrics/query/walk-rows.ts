import { randomUUID } from "node:crypto";
import type { listMetricRows as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { compileRowList } from "../compile/compile-row-list.ts";
import { type ReadRow, toCells } from "../compile/row-columns.ts";
import { toRowKey } from "../compile/row-key.ts";
import { planRows, type RowQuestion } from "./list-rows.ts";
import { readInPages } from "./metric-store.ts";
import { nameMembers } from "./name-members.ts";

const pageSize = 1000;

type Input = RowQuestion & Pick<z.output<(typeof contract)["input"]>, "sort">;
type Row = RouteOutput<typeof contract>["items"][number];

/** All rows behind a figure, page by page, as they stood when the walk began. The transaction stays open for it. */
export async function* walkRows(context: SnapshotContext, { sort, ...question }: Input): AsyncGenerator<Row[], void> {
  const request = await planRows(context, question);
  const { currency } = request.plan.settings;
  const list = compileRowList(request, { sort: sort ?? null, after: null, limit: null }, context.tenantId);
  const pages = readInPages<ReadRow>(context, list, { name: `rows_${randomUUID().replaceAll("-", "")}`, pageSize });
  for await (const page of pages) {
    const rows = await nameMembers(context, page, list.columns);
    yield rows.map((row) => ({ key: toRowKey(row, list.dataset), ...toCells(row, list.columns, currency) }));
  }
}
