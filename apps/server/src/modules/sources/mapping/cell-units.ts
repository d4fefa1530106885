import type { TargetField } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { type Advice, adviseColumn, quoteColumn } from "./column-advice.ts";

type Field = Pick<TargetField, "name" | "label" | "type">;

const measured = /^[-+]?\d[\d.,' ]*\s*(km|kms|m|mi|miles?|ft|kg|g|lbs?|l|ml|kb|mb|gb|days?|hrs?|h|min)\.?$/i;
/** What a number of a unit is times to be what the field takes, by how the field's name ends. */
const factors: readonly [ending: string, factors: Readonly<Record<string, number>>][] = [
  ["distance_metres", { m: 1, km: 1000, kms: 1000, mi: 1609.344, mile: 1609.344, miles: 1609.344, ft: 0.3048 }],
  ["_bytes", { kb: 1000, mb: 1_000_000, gb: 1_000_000_000 }],
  ["_days", { day: 1, days: 1 }],
  ["_milli", { kg: 1, g: 1, lb: 1, lbs: 1, l: 1, ml: 1, m: 1 }],
];

/** What to compute of a column whose cells say a unit with each number, such as 4.2 km; null where they do not. */
export function adviseUnit(field: Field, column: string, profile: ColumnProfile | undefined): Advice | null {
  if (field.type !== "number" && field.type !== "quantity") return null;
  const { other } = profile?.numbers ?? {};
  if (!profile || !other || other.rows * 2 < profile.filled) return null;
  const texts = profile.values?.map(({ value }) => value) ?? [other.first.value];
  const units = [...new Set(texts.flatMap((text) => measured.exec(text.trim())?.[1] ?? []))];
  const [unit, ...more] = units;
  if (unit === undefined) return null;
  const reason = `“${column}” says a unit in its cells, such as "${other.first.value}", which ${field.label} does not take.`;
  const factor = factors.find(([ending]) => field.name.endsWith(ending))?.[1][unit.toLowerCase()];
  if (more.length > 0 || factor === undefined)
    return { text: `${reason} Add a computed column that makes it a number.` };
  const number = `number(replace(${quoteColumn(column)}, "${unit}", ""))`;
  return adviseColumn(reason, factor === 1 ? number : `${number} * ${factor}`);
}

/** What to compute of times that are those of Greenwich by the name of their column, and do not say so themselves. */
export function adviseZone(field: Field, column: string, profile: ColumnProfile | undefined): Advice | null {
  if (field.type !== "instant" || !/(?<!\p{L})(?:utc|gmt|zulu)(?!\p{L})/iu.test(column)) return null;
  const { iso, dmy, mdy, either } = profile?.dates ?? {};
  const shown = [iso, dmy, mdy, either].flatMap((shape) => shape?.first.value ?? []);
  const isOpen = shown.some((value) => value.includes(":") && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(value.trim()));
  if (!isOpen) return null;
  const reason = `“${column}” is in UTC by its name, and its times would be read in the tenant's zone.`;
  if (dmy || mdy || either) return { text: `${reason} Add a computed column that makes it the tenant's time.` };
  return adviseColumn(reason, `join("", ${quoteColumn(column)}, "Z")`);
}
