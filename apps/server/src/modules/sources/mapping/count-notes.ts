import type { ValueNote } from "../../../connectors/connector.ts";

/** Texts that differ only in the values that they quote are of one kind. */
export function toKind({ field, message }: { field: string; message: string }): string {
  return `${field} ${message.replace(/"[^"]*"|\d+/g, "…")}`;
}

/** Values that were left out of rows, those of one kind together with the first of them. */
export function countNotes(
  rows: readonly { row: { place: string }; notes: readonly { field: string; message: string }[] }[],
): ValueNote[] {
  const kinds = new Map<string, ValueNote>();
  for (const { row, notes } of rows) {
    for (const note of notes) {
      const existing = kinds.get(toKind(note));
      if (existing) existing.rows++;
      else kinds.set(toKind(note), { ...note, rows: 1, place: row.place });
    }
  }
  return [...kinds.values()];
}
