import type { FileHandle } from "node:fs/promises";
import type { Encoding } from "./decode-text.ts";
import { type FilePlace, limits } from "./file-row.ts";
import { type Dialect, parseRow } from "./parse-row.ts";
import { TextWindow } from "./text-window.ts";

/** A row before its characters are decoded; a broken one is the line that it begins with. */
export type FoundRow = { cells: string[]; line: number; next: FilePlace; isBroken: boolean; isTooLong: boolean };

/** How rows lie in a text. */
export type RowForm = { encoding: Encoding; dialect: Dialect };

/** What is kept of a row that cannot be read. */
const shownCharacters = 2000;

/** The rows of a text from a place on, a piece of the file at a time, without empty lines. A row that is broken ends with its line, and the next is read. */
export async function* walkRows(
  handle: FileHandle,
  { encoding, dialect }: RowForm,
  from: FilePlace,
): AsyncGenerator<FoundRow[], void> {
  const window = new TextWindow(handle, encoding, from.offset);
  const longest = limits.row;
  let line = from.line;
  await window.advance(0);
  for (;;) {
    const rows: FoundRow[] = [];
    let place = 0;
    let isTooLong = false;
    while (place < window.text.length) {
      const { text, isLast } = window;
      const row = parseRow(text, place, dialect, isLast);
      const isBeyond = text.length - place > longest;
      if (row === "more" && !isBeyond) break;
      if (typeof row === "object" && row.end - place <= longest) {
        const next = { offset: window.offset + row.end * window.unit, line: line + countLines(text, place, row.end) };
        if (row.cells.some((cell) => cell !== "")) {
          rows.push({ cells: row.cells, line, next, isBroken: false, isTooLong: false });
        }
        place = row.end;
        line = next.line;
        continue;
      }
      const end = text.indexOf(dialect.lineEnd, place);
      if (end < 0 && !isLast) {
        // The line itself has no end in sight: it is told once, and what is left of it is passed over.
        isTooLong = true;
        break;
      }
      const stop = end < 0 ? text.length : end + 1;
      const next = { offset: window.offset + stop * window.unit, line: line + 1 };
      const cells = [text.slice(place, Math.min(stop, place + shownCharacters))];
      rows.push({ cells, line, next, isBroken: true, isTooLong: stop - place > longest });
      place = stop;
      line = next.line;
    }
    if (isTooLong) {
      const begun = window.text.slice(place, place + shownCharacters);
      await passLine(window, dialect, place);
      place = 0;
      const next = { offset: window.offset, line: line + 1 };
      rows.push({ cells: [begun], line, next, isBroken: true, isTooLong: true });
      line = next.line;
    }
    yield rows;
    if (!isTooLong && window.isLast) return;
    if (isTooLong && window.isLast && window.text === "") return;
    if (!isTooLong) await window.advance(place);
  }
}

/** Goes on to the line after the one that begins at a place. */
async function passLine(window: TextWindow, { lineEnd }: Dialect, place: number): Promise<void> {
  let from = place;
  for (;;) {
    const end = window.text.indexOf(lineEnd, from);
    if (end >= 0) return window.advance(end + 1);
    const isOver = window.isLast;
    await window.advance(window.text.length);
    if (isOver) return;
    from = 0;
  }
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let place = from; place < to; lines++) {
    const end = text.indexOf("\n", place);
    if (end < 0 || end >= to) return Math.max(1, lines);
    place = end + 1;
  }
  return Math.max(1, lines);
}
