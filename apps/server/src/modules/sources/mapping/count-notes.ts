import type { SourceMapping } from "@console/contracts";
import type { NotePlace, RawRow, ValueNote } from "../../../connectors/connector.ts";

/** How many places of one kind are kept, and how much of each value. */
export const mostPlaces = 100;
const longestValue = 200;

/** Texts that differ only in the values that they quote are of one kind. */
export function toKind({ field, message }: { field: string; message: string }): string {
  return `${field} ${message.replace(/"[^"]*"|\d+/g, "…")}`;
}

/** Values that were left out of rows, those of one kind together with the first of them. */
export function countNotes(
  rows: readonly { row: RawRow; notes: readonly { field: string; message: string }[] }[],
  mapping: SourceMapping,
): ValueNote[] {
  const kinds = new Map<string, ValueNote & { places: NotePlace[] }>();
  for (const { row, notes } of rows) {
    for (const note of notes) {
      const existing = kinds.get(toKind(note));
      const kind = existing ?? { ...note, rows: 0, place: row.place, places: [] };
      kind.rows++;
      if (kind.places.length < mostPlaces) kind.places.push(toPlace(row, note, mapping));
      kinds.set(toKind(note), kind);
    }
  }
  return [...kinds.values()];
}

function toPlace({ place, values }: RawRow, note: { field: string; message: string }, mapping: SourceMapping) {
  const column = mapping.fields[note.field]?.from ?? "";
  const value = Object.hasOwn(values, column) ? (values[column] ?? "") : "";
  return { place, value: value.slice(0, longestValue), reason: note.message };
}

/** One note of two of the same kind. */
export function mergeNote<Note extends Omit<ValueNote, "places"> & { places?: readonly NotePlace[] }>(
  note: Note,
  more: Note,
): Note {
  return {
    ...note,
    rows: note.rows + more.rows,
    places: [...(note.places ?? []), ...(more.places ?? [])].slice(0, mostPlaces),
  };
}
