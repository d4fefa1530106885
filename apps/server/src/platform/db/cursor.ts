import { AppError } from "../errors.ts";

/** Where the next page of a list begins, as a text that nobody needs to understand. */
export function writeCursor(place: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** The texts of a cursor that `writeCursor` made, so many of them; null for anything else. */
export function readCursor(cursor: string, length: number): (string | null)[] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const isText = (part: unknown) => part === null || (typeof part === "string" && !part.includes("\0"));
    return Array.isArray(place) && place.length === length && place.every(isText) ? place : null;
  } catch {
    return null;
  }
}

/** What is answered to a cursor that no page gave. */
export function foreignCursor(): AppError {
  return new AppError("invalid_input", "The cursor is not valid.", {
    fields: { cursor: "Begin with the first page." },
  });
}

/** The instant and the id that a page begins after. */
export function readInstantCursor(cursor: string): { at: Date; id: string } {
  const [at, id] = readCursor(cursor, 2) ?? [];
  if (typeof at === "string" && typeof id === "string" && !Number.isNaN(Date.parse(at))) {
    return { at: new Date(at), id };
  }
  throw foreignCursor();
}
