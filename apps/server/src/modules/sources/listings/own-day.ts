import { dayIn, type FactTable } from "../../metrics/index.ts";
import type { MappedRow } from "../mapping/map-row.ts";

/** The day on which a row counts in its table, also where something else about it is wrong; null where it cannot be told. */
export function ownDay(
  { dayFields, columns }: Pick<FactTable, "dayFields" | "columns">,
  { record, problems }: Pick<MappedRow, "record" | "problems">,
  timeZone: string,
): string | null {
  for (const field of dayFields) {
    if (problems.some((problem) => problem.field === field)) return null;
    const value = record[field];
    if (typeof value !== "string") continue;
    return columns[field]?.type === "day" ? value : dayIn(timeZone, new Date(value));
  }
  return null;
}
