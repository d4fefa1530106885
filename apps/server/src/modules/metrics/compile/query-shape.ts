import type { Grain } from "@console/contracts";
import { addDays, earlier, type Span } from "../model/calendar.ts";
import type { Dataset, ItemFormula, Reading } from "../model/dataset.ts";
import type { PlanFilter } from "./plan.ts";

/** What all queries of one side of a question have in common. */
export type QueryShape = {
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
export type ValueSource =
  | { kind: "reading"; reading: Reading }
  | { kind: "percentile"; measure: string; share: number }
  | { kind: "items"; formula: ItemFormula };

/** One value that formulas use, and the name of its column in the statement. Some are only told of the whole. */
export type ValueColumn = ValueSource & { column: string; isOfTotals: boolean };

/**
 * Legend of the columns in compiled SQL. A number counts from 0 in the list that the column stands for.
 *
 * | column            | holds                                                                                      |
 * | ----------------- | ------------------------------------------------------------------------------------------ |
 * | lvl               | the level of a row, see `levelNumber`                                                      |
 * | d0, d1            | the member's key in the plan's dimension; 0 is Unassigned, -1 is Other                     |
 * | p                 | the first day (or the hour) of the period                                                  |
 * | x0…               | in rows of facts and cells: one measure of the request, not added up yet                   |
 * | bin, n            | one bin of a histogram, and how many values lie in it                                      |
 * | bins, uptos, upto | all bins of a histogram, and how many values lie up to the end of each                     |
 * | k1, k2, k3        | keys of facts that are grouped like the cells of a rollup                                  |
 * | r0…               | one value column, see `MetricColumns`                                                      |
 * | q0…               | one reading that an item is judged by                                                      |
 * | side              | 0 for the period, 1 for the comparison                                                     |
 * | now_r0…, then_r0… | a value column of the period, and of the comparison                                        |
 * | m0…, c0…, s0…     | the value of a metric, its value in the comparison, and its share                          |
 * | x0…, v0…          | in the answer: rows that a rule left out, and how much of a metric was measured            |
 * | rank              | the position of a row or member in the plan's order, from 1 on                             |
 */

/** A query with the columns lvl, d0…, p (with a grain) and one for each of its value columns. */
export type ColumnQuery = { text: string; valueColumns: readonly ValueColumn[]; levels: readonly Level[] };

/** Whether a query gives single periods and members only, so that a cell of its own can stand for each. */
export function isOnlyCells({ levels }: QueryShape): boolean {
  return levels.length === 1 && levels[0] === "cell";
}

/** After every day that a fact may have. */
export const endOfDays = "9999-01-01";

/** The days that a reading adds up. */
export function spanForReading(
  reading: Pick<Reading, "read"> | undefined,
  dataset: Dataset,
  { span, tomorrow }: Pick<QueryShape, "span" | "tomorrow">,
): Span {
  const to = dataset.isFuture ? span.to : earlier(span.to, tomorrow);
  const read = reading?.read ?? "flow";
  if (read === "flow") return { from: span.from, to };
  if (read === "closing") return { from: null, to };
  if (read === "opening") return { from: null, to: span.from ?? to };
  if ("laterDays" in read) return spanLater(read.laterDays, { span, tomorrow });
  return { from: addDays(to, -read.trailingDays), to };
}

/** The day before which rows must be there to be counted ahead of their own day; undefined where that is no question. */
export function startForReading(
  reading: Pick<Reading, "read"> | undefined,
  dataset: Pick<Dataset, "startDay">,
  { span, tomorrow }: Pick<QueryShape, "span" | "tomorrow">,
): string | undefined {
  const read = reading?.read ?? "flow";
  const isAhead = typeof read === "object" && "laterDays" in read;
  return dataset.startDay && isAhead ? earlier(span.to, tomorrow) : undefined;
}

/** The days from so many after the last day of a span on; one that ends ahead is counted from today. */
export function spanLater(days: number, { span, tomorrow }: Pick<QueryShape, "span" | "tomorrow">): Span {
  return { from: addDays(earlier(span.to, tomorrow), days - 1), to: endOfDays };
}

/** The level and the keys of a row. */
export function keyColumns({ dimensions, grain, levels }: QueryShape): string[] {
  const [only] = levels;
  const dims = dimensions.map((_, index) => `d${index}`);
  const lvl = levels.length === 1 && only ? String(levelNumber[only]) : levelSql(dims.length > 0, grain !== null);
  return [`${lvl} as lvl`, ...dims, ...(grain ? ["p"] : [])];
}

function levelSql(hasDimensions: boolean, hasGrain: boolean): string {
  const total = `when grouping(${hasDimensions ? "d0" : "p"}) = 1 then ${levelNumber.total}`;
  const member = hasDimensions && hasGrain ? ` when grouping(p) = 1 then ${levelNumber.member}` : "";
  return `case ${total}${member} else ${levelNumber.cell} end`;
}

/** GROUP BY of the levels, each with more columns if need be. */
export function groupBy({ dimensions, grain, levels }: QueryShape, extra: string[] = []): string {
  const dims = dimensions.map((_, index) => `d${index}`);
  const columns: Record<Level, string[]> = {
    cell: [...dims, ...(grain ? ["p"] : []), ...extra],
    member: [...dims, ...extra],
    total: extra,
  };
  const sets = levels.map((level) => `(${columns[level].join(", ")})`);
  if (sets.length === 1) return sets[0] === "()" ? "" : ` group by ${sets[0]?.slice(1, -1)}`;
  return ` group by grouping sets (${sets.join(", ")})`;
}
