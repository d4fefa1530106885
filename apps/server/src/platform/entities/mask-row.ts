import type { EntityRow, EntityValue } from "@console/contracts";
import { type FieldSpec, titleField } from "./entity.ts";

const emails = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Seven digits and more with what stands between the groups of a phone number; days and amounts have fewer or dots. */
const phones = /(?<![\p{L}\p{N}.])\+?(?:\(\d{1,4}\)[ -]?)?\d(?:[ -]?\d){6,14}(?![\p{L}\p{N}.])/gu;
const days = /^\d{4}-\d{2}-\d{2}/;

/** A row as files hold it: people are hidden in fields that name them, and masked in what was written freely. */
export function maskRow(row: EntityRow, fields: Readonly<Record<string, FieldSpec>>): EntityRow {
  const specs = Object.entries(fields).filter(([, { inFiles }]) => inFiles !== undefined);
  if (specs.length === 0) return row;
  const hidden = specs.flatMap(([name, { inFiles }]) => (inFiles === "hidden" ? [name, titleField(name)] : []));
  const names = hidden.flatMap((name) =>
    typeof row[name] === "string" && row[name] !== "" ? [String(row[name])] : [],
  );
  const masked: EntityRow = { ...row };
  for (const name of hidden) {
    if (masked[name] !== undefined && masked[name] !== null) masked[name] = "[hidden]";
  }
  for (const [name, { inFiles }] of specs) {
    if (inFiles === "masked") masked[name] = maskValue(masked[name] ?? null, names);
  }
  return masked;
}

function maskValue(value: EntityValue, names: readonly string[]): EntityValue {
  if (typeof value === "string") return maskText(value, names);
  if (Array.isArray(value)) {
    return value.every((part) => typeof part === "string") ? value.map((part) => maskText(part, names)) : value;
  }
  return value;
}

/** A text without addresses, phone numbers and the given names. */
export function maskText(text: string, names: readonly string[]): string {
  const plain = text.replace(emails, "[email]").replace(phones, (number) => (days.test(number) ? number : "[phone]"));
  return names.reduce((rest, name) => rest.replaceAll(name, "[name]"), plain);
}
