/** An object of an answer, of which nothing is known yet. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object, or an empty one in the place of anything else. */
export function toRow(value: unknown): Row {
  return isRow(value) ? value : {};
}

export function toRows(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/** A text that says something, or null. */
export function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A number that is not below zero, or null. */
export function toCount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** An instant with any number of digits of a second, or null; the year 1 stands for none. */
export function toInstant(value: unknown): Date | null {
  const at = new Date(toText(value) ?? Number.NaN);
  return at.getTime() > 0 ? at : null;
}
