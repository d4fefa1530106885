import type { previewComputed as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { plainStyle, withChoice } from "../../../connectors/cells/column-profile.ts";
import type { Context } from "../../../platform/context.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { type CheckedColumn, checkColumns } from "./compile-columns.ts";
import { RowFault, type RowScope } from "./part.ts";

type Answer = RouteOutput<typeof contract>["items"][number];

/** Computes columns for rows that someone looks at; what is wrong with an expression is told with its place. */
export async function previewComputed(
  context: Context,
  { computed, columns: names, hasMoreColumns: hasMore, columnStyles = {}, rows }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const { settings } = await loadMetricState(context);
  const styles = new Map(Object.entries(columnStyles).map(([name, style]) => [name, withChoice(plainStyle, style)]));
  const scopes = rows.map((values): RowScope => {
    return { values, styleFor: (column) => styles.get(column) ?? plainStyle, timeZone: settings.timeZone };
  });
  return { items: checkColumns(computed, { names, hasMore }).map((column) => describe(column, names, scopes)) };
}

function describe(
  { name, compiled, nameProblem, problem }: CheckedColumn,
  names: readonly string[],
  rows: readonly RowScope[],
): Answer {
  if (!compiled) return { name, type: null, nameProblem, problem, unseen: [], cells: [] };
  const cells = rows.map((row) => {
    const outcome = compiled.compute(row);
    if (outcome instanceof RowFault) return { value: "", problem: outcome.message };
    return { value: outcome ?? "", problem: null };
  });
  const unseen = compiled.columns.filter((column) => !names.includes(column));
  return { name, type: compiled.type, nameProblem, problem, unseen, cells };
}
