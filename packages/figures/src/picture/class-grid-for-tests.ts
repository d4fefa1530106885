import { formatCount } from "../format.ts";
import type { HeatPicture } from "./picture.ts";

const names = ["A, first 80%", "B, next 15%", "C, the rest"];

/** Few cells with lines below their values, one of them empty. */
export const classGrid: HeatPicture = {
  kind: "heat",
  title: "What matters?",
  unit: "USD",
  format: formatCount,
  rows: names,
  columns: names,
  values: names.map((_, row) => names.map((_, column) => (row + column === 4 ? null : 123_456 * (row + column)))),
  details: names.map((_, row) =>
    names.map((_, column) => [
      { label: "Items", text: `${row * 40 + column} items`, value: row * 40 + column },
      { label: "Share", text: "12.3%", value: 0.123 },
    ]),
  ),
  cells: names.map(() => names.map(() => ({}))),
};
