/** How many cells of a column are empty below one that is filled. */
export type Gap = { column: string; rows: number };

type Column = { last: string; empty: number; isWhole: boolean };

/** So few of a column's cells are filled in each group at least that it was filled once for several rows. */
const fewestGaps = 0.3;

/** Finds columns that look as where cells were merged: filled in the first row of each group of rows, and never twice alike. */
export class GapFinder {
  private readonly columns: Map<string, Column>;
  private rows = 0;

  constructor(names: readonly string[]) {
    this.columns = new Map(names.map((name) => [name, { last: "", empty: 0, isWhole: true }]));
  }

  add(values: Readonly<Record<string, string>>): void {
    this.rows++;
    for (const [name, column] of this.columns) {
      if (!column.isWhole) continue;
      const value = (values[name] ?? "").trim();
      if (value === "") {
        column.isWhole = column.last !== "";
        column.empty++;
      } else {
        column.isWhole = value !== column.last;
        column.last = value;
      }
    }
  }

  finish(): Gap[] {
    return [...this.columns].flatMap(([column, { empty, isWhole }]) =>
      isWhole && empty > (this.rows - empty) * fewestGaps ? [{ column, rows: empty }] : [],
    );
  }
}
