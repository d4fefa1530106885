import type { RowDetail } from "./row-detail.ts";

type Field = RowDetail["columns"][number];

/** The groups of a row's fields in their order, by what a field holds; whatever is in none of them comes first. */
const groups: readonly { title: string; formats: readonly string[] }[] = [
  { title: "Details", formats: [] },
  { title: "Times", formats: ["instant", "day", "duration", "long_duration", "lateness"] },
  { title: "Amounts", formats: ["money", "quantity", "distance", "number"] },
];

/** The fields of a row that say something, in groups. */
export function groupFields(
  columns: readonly Field[],
  row: RowDetail["row"],
): { title: string; fields: readonly Field[] }[] {
  const filled = columns.filter(({ id }) => (row[id] ?? "") !== "");
  const groupFor = ({ format }: Field) => groups.find(({ formats }) => formats.includes(format)) ?? groups[0];
  return groups
    .map((group) => ({ title: group.title, fields: filled.filter((field) => groupFor(field) === group) }))
    .filter(({ fields }) => fields.length > 0);
}
