import type { TableView } from "./panel-view.ts";

/** What the last line of a table is called: it may hold more than the rows above it, such as those of the top three. */
export function sayTotal({ rows, totals }: Pick<TableView, "rows" | "totals">): string {
  const whole = totals?.[0]?.value;
  const parts = rows.map(({ cells }) => cells[0]?.value);
  if (typeof whole !== "number" || !parts.every((value) => typeof value === "number")) return "Total";
  const sum = parts.reduce((one, other) => one + other, 0);
  const isPart = parts.every((value) => value >= 0) && sum < whole * (1 - 1e-6);
  return isPart ? "Total of all" : "Total";
}
