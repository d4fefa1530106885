import { SourceProblem } from "../connector.ts";

/** How the characters of a file are written. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1256";

/** What the encoding is, and how many bytes at the beginning only say so. */
export type FoundEncoding = { encoding: Encoding; markBytes: number };

const mostControls = 0.05;

/** The encoding that pieces of a file are plausible in; the first piece is its beginning. */
export function detectEncoding(pieces: readonly Buffer[]): FoundEncoding {
  const start = pieces[0] ?? Buffer.alloc(0);
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: "utf-8", markBytes: 3 };
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: "utf-16le", markBytes: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: "utf-16be", markBytes: 2 };
  const wide = wideEncoding(start);
  if (wide) return { encoding: wide, markBytes: 0 };
  requireText(start);
  const encoding = pieces.every(isUtf8) ? "utf-8" : isArabic(pieces) ? "windows-1256" : "windows-1252";
  return { encoding, markBytes: 0 };
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
  throw new SourceProblem("config", "This is not a table: the file holds binary data. Send CSV, TSV, XLSX or NDJSON.");
}

/** A piece is cut out of the file, so a character may be cut at both of its ends. */
function isUtf8(piece: Buffer): boolean {
  let from = 0;
  while (from < 3 && ((piece[from] ?? 0) & 0xc0) === 0x80) from++;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(piece.subarray(from), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** In Arabic whole words lie above ASCII; in the languages of Western Europe single letters do. */
function isArabic(pieces: readonly Buffer[]): boolean {
  let [inWords, all, run] = [0, 0, 0];
  for (const piece of pieces) {
    for (const byte of [...piece, 0]) {
      if (byte >= 0xc0 || byte === 0x81 || byte === 0x8d || byte === 0x90) run++;
      else {
        all += run;
        if (run >= 3) inWords += run;
        run = 0;
      }
    }
  }
  return all > 0 && inWords / all > 0.5;
}
