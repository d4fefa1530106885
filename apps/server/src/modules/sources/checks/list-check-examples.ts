import type { listCheckExamples as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import type { CheckColumn } from "./check.ts";
import { selectExamples } from "./check-store.ts";
import { requireCheck } from "./checks-for-source.ts";

const most = 50;
const currencyColumn = { id: "currency", label: "Currency", format: "text" } as const;

/** Rows that a check finds now, with the fields that explain it. */
export async function listCheckExamples(
  context: Context,
  { connection: id, check: name }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const check = requireCheck((await requireConnection(context, id)).source, name);
  const { settings } = await loadMetricState(context);
  const rows = await selectExamples(context, id, check, most + 1);
  const columns = [
    ...check.columns.map(({ label, format }, place) => ({ id: `c${place}`, label, format })),
    // Amounts are told in the currency of their own row; where that is the tenant's, nobody needs to read it in each.
    ...(rows.some(({ currency }) => (currency ?? settings.currency) !== settings.currency) ? [currencyColumn] : []),
  ];
  return {
    columns,
    items: rows
      .slice(0, most)
      .map((row) =>
        Object.fromEntries(columns.map(({ id: cell, format }) => [cell, toCell(row[cell] ?? null, format)])),
      ),
    hasMore: rows.length > most,
    currency: settings.currency,
    timeZone: settings.timeZone,
  };
}

function toCell(value: string | number | boolean | Date | null, format: CheckColumn["format"]) {
  if (value instanceof Date) return value.toISOString();
  if (value === null || format === "text" || format === "instant" || format === "day") return value;
  // Sums of whole numbers are read as texts, because they may be longer than a number.
  return Number(value);
}
