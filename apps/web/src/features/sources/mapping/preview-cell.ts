import type { TargetField } from "@console/contracts";
import {
  type FormatChoices,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatQuantity,
} from "@console/figures/format";

/** A value as it would be stored, in its reader's format. */
export function previewCell(
  value: unknown,
  type: TargetField["type"],
  { formats, currency }: { formats: FormatChoices; currency: string },
): string {
  if (value === undefined || value === null) return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" && type === "instant") return formatInstant(value, formats);
  if (typeof value === "string" && type === "day") return formatDate(value.slice(0, 10), formats);
  if (typeof value === "number" && type === "quantity") return formatQuantity(value, formats);
  if (typeof value === "number" && type === "money") return formatMoney(value, currency, formats);
  if (typeof value === "number") return formatNumber(value, formats);
  if (typeof value === "object" && "name" in value) return String(value.name);
  return String(value);
}
