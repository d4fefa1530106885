import type { Grain } from "@console/contracts";
import { addDays, earlier, type Span } from "../model/calendar.ts";
import type { Dataset, ItemFormula, Reading } from "../model/dataset.ts";
import type { PlanFilter } from "./plan.ts";

/** What the parts of one side of a question have in common. */
export type Frame = {
  dimensions: readonly string[];
  filters: readonly PlanFilter[];
  span: Span;
  grain: Grain | null;
  levels: readonly Level[];
  isCumulative: boolean;
  tomorrow: string;
};

/** Rows by dimensions and periods; by dimensions alone; and one for everything. */
export type Level = "cell" | "member" | "total";
export const levelNumber: Record<Level, number> = { cell: 0, member: 1, total: 2 };

/** Where a value comes from. */
export type SlotSource =
  | { kind: "reading"; reading: Reading }
  | { kind: "percentile"; measure: string; share: number }
  | { kind: "items"; formula: ItemFormula };

/** One value that formulas use, and its column in the statement. Some are only told of the whole. */
export type Slot = SlotSource & { column: string; isOfTotals: boolean };

/** A query with the columns lvl, d0…, p (with a grain) and one for each of its slots. */
export type Part = { text: string; slots: readonly Slot[]; levels: readonly Level[] };

/** Whether a part gives single periods and members only, so that a cell of its own can stand for each. */
export function isOnlyCells({ levels }: Frame): boolean {
  return levels.length === 1 && levels[0] === "cell";
}

/** The days that a reading adds up. */
export function spanOf(reading: Reading | undefined, dataset: Dataset, { span, tomorrow }: Frame): Span {
  const to = dataset.isFuture ? span.to : earlier(span.to, tomorrow);
  const read = reading?.read ?? "flow";
  if (read === "flow") return { from: span.from, to };
  if (read === "closing") return { from: null, to };
  if (read === "opening") return { from: null, to: span.from ?? to };
  return { from: addDays(to, -read.trailingDays), to };
}

/** The level and the keys of a row. */
export function keysOf({ dimensions, grain, levels }: Frame): string[] {
  const [only] = levels;
  const dims = dimensions.map((_, place) => `d${place}`);
  const lvl = levels.length === 1 && only ? String(levelNumber[only]) : levelSql(dims.length > 0, grain !== null);
  return [`${lvl} as lvl`, ...dims, ...(grain ? ["p"] : [])];
}

function levelSql(hasDimensions: boolean, hasGrain: boolean): string {
  const total = `when grouping(${hasDimensions ? "d0" : "p"}) = 1 then ${levelNumber.total}`;
  const member = hasDimensions && hasGrain ? ` when grouping(p) = 1 then ${levelNumber.member}` : "";
  return `case ${total}${member} else ${levelNumber.cell} end`;
}

/** GROUP BY of the levels, each with more columns if need be. */
export function groupBy({ dimensions, grain, levels }: Frame, extra: string[] = []): string {
  const dims = dimensions.map((_, place) => `d${place}`);
  const columns: Record<Level, string[]> = {
    cell: [...dims, ...(grain ? ["p"] : []), ...extra],
    member: [...dims, ...extra],
    total: extra,
  };
  const sets = levels.map((level) => `(${columns[level].join(", ")})`);
  if (sets.length === 1) return sets[0] === "()" ? "" : ` group by ${sets[0]?.slice(1, -1)}`;
  return ` group by grouping sets (${sets.join(", ")})`;
}
