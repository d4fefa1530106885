import type { EntityValue, Setting } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { shownValue } from "../../blocks/resource-form/form-values.ts";

/** The value of a setting as someone reads it, with its unit. */
export function settingWords(
  { field, unit }: Pick<Setting, "field" | "unit">,
  value: EntityValue,
  formats: FormatChoices,
): string {
  if (typeof value === "string" && field.type === "instant") return formatInstant(value, formats);
  const words = plainWords(value, field);
  return unit && value !== null ? `${words} ${unit}` : words;
}

/** A value of which nothing else is known. */
export function plainWords(value: EntityValue, field: Pick<Setting["field"], "choices"> = { choices: [] }): string {
  return typeof value === "string" && value.startsWith("data:image/") ? "a picture" : shownValue(field, value);
}
