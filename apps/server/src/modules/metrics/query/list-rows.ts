import type { listMetricRows as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { wrongField } from "../../../platform/errors.ts";
import { compileRowList, compileRowTotals, type RowListRequest } from "../compile/compile-row-list.ts";
import { type ReadRow, toCells } from "../compile/row-columns.ts";
import { toRowKey } from "../compile/row-key.ts";
import { dayIn } from "../model/calendar.ts";
import { loadMetricState, runCompiled } from "./metric-store.ts";
import { nameMembers } from "./name-members.ts";
import { resolveFilters } from "./resolve-filters.ts";
import { requireMetric, resolveQuery } from "./resolve-query.ts";

type Input = z.output<(typeof contract)["input"]>;
type Output = RouteOutput<typeof contract>;

/** The rows that a figure is made of, before they are put in order and into pages. */
export type RowQuestion = Pick<Input, "metric" | "filters" | "time" | "basis" | "search">;

/** The rows behind a figure: what its metric counts in a period, under the same filters. */
export async function listRows(
  context: SnapshotContext,
  { sort, cursor, limit, totals, ...question }: Input,
): Promise<Output> {
  const request = await planRows(context, question);
  const { currency, timeZone } = request.plan.settings;
  const page = { sort: sort ?? null, after: cursor ? parseCursor(cursor) : null, limit: limit + 1 };
  const list = compileRowList(request, page, context.tenantId);
  const rows = await runCompiled<ReadRow>(context, list);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    columns: list.columns.map(({ id, label, format, kind }) => ({ id, label, format, kind, isSortable: true })),
    items: (await nameMembers(context, pageRows, list.columns)).map((row) => ({
      key: toRowKey(row, list.dataset),
      ...toCells(row, list.columns, currency),
    })),
    next: rows.length > limit && last ? writeCursor([String(last.row_key), toCursorText(last.sort_value)]) : null,
    totals: totals ? await readTotals(context, request) : null,
    currency,
    timeZone,
  };
}

/** Checks every name and day of a question about rows. */
export async function planRows(
  context: SnapshotContext,
  { metric, filters, time, search, basis }: RowQuestion,
): Promise<RowListRequest> {
  const metricState = await loadMetricState(context);
  const { registry } = metricState;
  const today = dayIn(metricState.settings.timeZone, context.now);
  requireMetric(metric, "metric", registry);
  if (search?.includes("\0")) throw wrongField("search", "Texts cannot contain the NUL character.");
  const resolved = await resolveFilters(context, filters, registry);
  const question = {
    metrics: [metric],
    dimensions: [],
    filters: [],
    time,
    having: [],
    sort: [],
    other: false,
    cumulative: false,
    ...(basis ? { basis } : {}),
  };
  const plan = resolveQuery(question, resolved, { ...metricState, today });
  return { plan, search: search ?? "", ...(context.confined && { confined: context.confined }) };
}

async function readTotals(context: SnapshotContext, request: RowListRequest): Promise<Output["totals"]> {
  const compiled = compileRowTotals(request, context.tenantId);
  const [row] = await runCompiled<Record<string, number>>(context, compiled);
  return {
    count: row?.row_count ?? 0,
    otherCurrencyRows: row?.other_currency_rows ?? 0,
    sums: Object.fromEntries(compiled.columns.map(({ id }) => [id, row?.[id] ?? 0])),
  };
}

function toCursorText(value: ReadRow[string] | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Where the next page begins: after this row, in the order asked for. */
type Cursor = { key: string; value: string | null };

function parseCursor(cursor: string): Cursor {
  const [key, value = null] = readCursor(cursor, 2) ?? [];
  if (typeof key === "string") return { key, value };
  throw wrongField("cursor", "The cursor is not valid: use the `next` of an earlier page.");
}
