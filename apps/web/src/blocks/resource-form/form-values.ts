import type { EntityField, EntityRow, EntityValue } from "@console/contracts";

export type FormValues = Readonly<Record<string, EntityValue>>;

/** A value as the text of an input. */
export function textOf(value: EntityValue | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A value as somebody reads it. */
export function shownValue(field: Pick<EntityField, "choices">, value: EntityValue | undefined): string {
  const labelOf = (one: string) => field.choices.find((choice) => choice.value === one)?.label ?? one;
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(labelOf).join(", ");
  if (typeof value === "object") {
    const entries = Object.entries(value);
    return entries.length === 0 ? "–" : entries.map(([name, one]) => `${name}: ${one}`).join(", ");
  }
  return labelOf(String(value));
}

/** The fields whose values differ from what is stored. */
export function changedValues(stored: EntityRow | null, values: FormValues): Record<string, EntityValue> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(stored?.[name] ?? null, value)));
}

/** An empty text and nothing at all are the same to a reader. */
export function isSame(a: EntityValue, b: EntityValue): boolean {
  return plain(a) === plain(b);
}

function plain(value: EntityValue): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? "" : JSON.stringify(entries);
}
