import type { FileEncoding } from "@console/contracts";
import { SourceProblem } from "../connector.ts";
import type { Encoding } from "./decode-text.ts";
import { findLikeliest } from "./rate-encoding.ts";

/** What the encoding is, how many bytes at the beginning only say so, and whether it is no more than likely. */
export type FoundEncoding = { encoding: Encoding; markBytes: number; isOpen: boolean };

const mostControls = 0.05;

/** The encoding that a file says itself or, if it says none, the chosen one or the likeliest; the first piece is its beginning. */
export function detectEncoding(pieces: readonly Buffer[], chosen?: FileEncoding): FoundEncoding {
  const start = pieces[0] ?? Buffer.alloc(0);
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf)
    return { encoding: "utf-8", markBytes: 3, isOpen: false };
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: "utf-16le", markBytes: 2, isOpen: false };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: "utf-16be", markBytes: 2, isOpen: false };
  const wide = wideEncoding(start);
  if (wide) return { encoding: wide, markBytes: 0, isOpen: false };
  requireText(start);
  return { encoding: chosen ?? findEncoding(pieces), markBytes: 0, isOpen: true };
}

function findEncoding(pieces: readonly Buffer[]): FileEncoding {
  const sample = sampleLines(pieces);
  return isUtf8(sample) ? "utf-8" : (findLikeliest(sample) ?? "windows-1252");
}

/** Text of two bytes a character has a zero in nearly every other place. */
function wideEncoding(piece: Buffer): Encoding | null {
  const zeros = [0, 0];
  for (const [place, byte] of piece.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = piece.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  return even > half * 0.4 && odd < half * 0.05 ? "utf-16be" : null;
}

function requireText(piece: Buffer): void {
  let controls = 0;
  for (const byte of piece) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  if (piece.length === 0 || controls / piece.length <= mostControls) return;
  throw new SourceProblem(
    "config",
    "This is not a table: the file holds binary data. Upload CSV, TSV, XLSX or NDJSON.",
  );
}

/** What the likeliest encoding is found from. */
const mostSample = 64 * 1024;

/** Whole lines that hold bytes beyond ASCII, some of each piece: a piece is cut out of the file, a line has both of its ends. */
function sampleLines(pieces: readonly Buffer[]): Buffer {
  const room = Math.floor(mostSample / Math.max(1, pieces.length));
  const lines: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    let taken = 0;
    let start = index === 0 ? 0 : nextLine(piece, 0);
    while (start < piece.length && taken < room) {
      const end = nextLine(piece, start);
      const line = wholeText(piece.subarray(start, Math.min(end, start + room)), piece);
      if (line.some((byte) => byte >= 0x80)) {
        lines.push(line);
        taken += line.length;
      }
      start = end;
    }
  }
  return Buffer.concat(lines);
}

/** A line that is cut ends with its last space or sign: no byte of another character looks like one of these. */
function wholeText(line: Buffer, piece: Buffer): Buffer {
  const last = line.at(-1) ?? 10;
  if (last === 10 || last === 13 || piece.length < mostSample) return line;
  let end = line.length;
  while (end > 0 && !((line[end - 1] ?? 0) >= 0x20 && (line[end - 1] ?? 0) < 0x30)) end--;
  return line.subarray(0, end);
}

function nextLine(piece: Buffer, from: number): number {
  for (let place = from; place < piece.length; place++)
    if (piece[place] === 10 || piece[place] === 13) return place + 1;
  return piece.length;
}

/** A byte in fifty characters that is none in UTF-8 is a mistake in one row, not another encoding. */
const mostBroken = 0.02;

function isUtf8(sample: Buffer): boolean {
  // The last character may be cut.
  const text = new TextDecoder("utf-8").decode(sample, { stream: true });
  let [beyond, broken] = [0, 0];
  for (const character of text) {
    if (character === "\ufffd") broken++;
    else if (character.charCodeAt(0) >= 0x80) beyond++;
  }
  return broken === 0 || broken <= beyond * mostBroken;
}
