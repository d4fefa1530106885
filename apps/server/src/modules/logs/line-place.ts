import { foreignCursor, readCursor, writeCursor } from "../../platform/db/cursor.ts";
import type { LinePlace } from "../../platform/logs/select-lines.ts";

/** The place of a line as a text: its name in addresses, and where a page ends. */
export function writePlace({ at, id }: LinePlace): string {
  return writeCursor([at.toISOString(), String(id)]);
}

/** The place that `writePlace` wrote; null for anything else. */
export function readPlace(text: string): LinePlace | null {
  const [at, id] = readCursor(text, 2) ?? [];
  if (typeof at !== "string" || typeof id !== "string" || !/^\d{1,16}$/.test(id)) return null;
  return Number.isNaN(Date.parse(at)) ? null : { at: new Date(at), id: Number(id) };
}

/** The place that a page begins after. */
export function requirePlace(cursor: string): LinePlace {
  const place = readPlace(cursor);
  if (!place) throw foreignCursor();
  return place;
}
