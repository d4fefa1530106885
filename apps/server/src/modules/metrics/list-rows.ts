import type { listMetricRows as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { dayIn } from "./calendar.ts";
import { compileRowList, type RowListColumn } from "./compile-row-list.ts";
import { readFigures, runCompiled } from "./metric-store.ts";
import { registry as productRegistry, type Registry } from "./registry.ts";
import { resolveFilters } from "./resolve-filters.ts";
import { refusal, requireMetric, resolveQuery } from "./resolve-query.ts";

type Input = z.output<(typeof contract)["input"]>;
type Value = string | number | boolean | null;

/** The rows behind a figure: what its metric counts in a period, under the same filters. */
export async function listRows(
  context: Context,
  { metric, filters, time, search, sort, cursor, limit }: Input,
  registry: Registry = productRegistry,
): Promise<RouteOutput<typeof contract>> {
  const { settings, kept, marks } = await readFigures(context);
  const today = dayIn(settings.timeZone, context.now);
  requireMetric(metric, "metric", registry);
  if (search?.includes("\0")) throw refusal("search", "No text holds the character NUL.");
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
  };
  const plan = resolveQuery(question, resolved, { registry, today, settings, kept, marks });
  const list = compileRowList(
    { plan, search: search ?? "", sort: sort ?? null, after: cursor ? readCursor(cursor) : null, limit: limit + 1 },
    context.tenantId,
    registry,
  );
  const rows = await runCompiled<Record<string, Value | Date>>(context, list);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    columns: list.columns.map(({ id, label, format }) => ({ id, label, format })),
    items: page.map((row) => Object.fromEntries(list.columns.map((column) => [column.id, shown(row, column)]))),
    next: rows.length > limit && last ? writeCursor([String(last.row_key), textOf(last.sort_value)]) : null,
    ...{ currency: settings.currency, timeZone: settings.timeZone },
  };
}

function shown(row: Record<string, Value | Date>, { id, format }: RowListColumn): Value {
  const value = row[id] ?? null;
  if (value instanceof Date) return value.toISOString();
  return format === "text" && value !== null ? String(value) : value;
}

function textOf(value: Value | Date | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Where the next page begins: after this row, in the order asked for. */
type Cursor = { key: string; value: string | null };

function writeCursor(place: [string, string | null]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function readCursor(cursor: string): Cursor {
  try {
    const [key, value] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [unknown, unknown];
    const isText = (part: unknown): part is string => typeof part === "string" && !part.includes("\0");
    if (isText(key) && (isText(value) || value === null)) return { key, value };
  } catch {
    // Whatever it is, it is not ours: told below.
  }
  throw refusal("cursor", "The cursor is not one that we gave out: use the `next` of an earlier page.");
}
