import type { SourceMapping, TargetField } from "@console/contracts";
import { decideDates } from "../../../connectors/cells/column-profile.ts";
import { type RawRow, SourceProblem } from "../../../connectors/connector.ts";
import { profileSamples } from "./profile-samples.ts";

type Styles = NonNullable<SourceMapping["columnStyles"]>;

/**
 * The order of days in the columns that fill fields, as the first rows of a list or a query tell it. Where they leave
 * both orders open and nobody has chosen one, somebody must.
 */
export function requireOrder(
  rows: readonly RawRow[],
  mapping: SourceMapping,
  fields: readonly Pick<TargetField, "name" | "label" | "type">[],
): Styles {
  const columns = new Map(
    profileSamples([...new Set(rows.flatMap(({ values }) => Object.keys(values)))], rows).map((column) => [
      column.name,
      column,
    ]),
  );
  const styles: Styles = {};
  for (const { name, label, type } of fields) {
    const { from = "", dates } = mapping.fields[name] ?? {};
    const column = columns.get(from);
    if ((type !== "day" && type !== "instant") || !column || dates || mapping.columnStyles?.[from]?.dates) continue;
    const { style, isSure } = decideDates(column);
    if (!isSure) {
      const example = column.dates.either?.first.value ?? column.dates.dmy?.first.value ?? "";
      const words = `${label}: "${example}" in "${from}" can be day/month or month/day.`;
      throw new SourceProblem("config", `${words} Choose in the mapping how it is written.`);
    }
    if (style === "dmy" || style === "mdy") styles[from] = { dates: style };
  }
  return styles;
}
