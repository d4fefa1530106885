import type { FormatChoices } from "../format.ts";
import type { Cell, Picture } from "../picture/picture.ts";

/** How far a figure moved; grey when that is no more than its usual swing. */
export type FigureChange = {
  by: number;
  /** Whether it is within what the figure usually moves; null where that is not known. */
  isUsual: boolean | null;
  text: string;
  comparison: string;
};

/** One figure of a strip, in words. */
export type FigureView = {
  metric: string;
  label: string;
  /** What the value does not say itself, such as the currency. */
  unit: string;
  /** Null where there is none. */
  value: string | null;
  /** Why it is not known and what would be needed; null where it is known, or there is nothing to know. */
  unknown: string | null;
  /** Why it is not held against anything. */
  comparisonGap: string | null;
  change: FigureChange | null;
  good: "up" | "down" | null;
  trend: number[];
  /** How much of what it is about was measured, in words; null where that is all of it, or no question. */
  coverage: string | null;
  cell: Cell;
};

/** A cell of a table: as it is read, as it is, and how it moved against the comparison. */
export type TableCell = {
  text: string;
  value: string | number | null;
  change: FigureChange | null;
  bar: number | null;
};
export type TableColumn = { id: string; label: string; unit: string; isNumber: boolean };
export type TableRow = {
  name: string;
  cells: TableCell[];
  cell: Cell;
  isRanked: boolean;
  /** Ranks won since the comparison, or lost when negative; null where there was no rank before. */
  climbed: number | null;
};
export type TableView = {
  columns: TableColumn[];
  rows: TableRow[];
  totals: TableCell[] | null;
  /** How many members there are, where the last row holds those that have none of their own. */
  members?: number;
};

/** What a panel shows, without a word about where: figures, a picture or a table, or why there is nothing. */
export type PanelView =
  | { kind: "figures"; figures: FigureView[] }
  | { kind: "picture"; picture: Picture }
  | { kind: "table"; table: TableView }
  | { kind: "unknown"; reasons: string[] }
  | { kind: "nothing"; reason: "no-rows" | "not-narrowed" | "no-change" | "no-comparison" };

/** Who reads, and when. */
export type PanelReader = {
  formats: FormatChoices;
  today: string;
  annotations: readonly { day: string; text: string }[];
};
