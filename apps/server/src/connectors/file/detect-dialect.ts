import type { Encoding } from "./decode-text.ts";
import { type Dialect, parseRow } from "./parse-row.ts";

const delimiters = [",", ";", "\t", "|"] as const;
const mostRows = 50;

/** Encodings in which the byte of a bar may be the second half of a character. */
const barless = new Set<Encoding>(["shift_jis", "gb18030", "big5"]);

/** What stands between the cells and rows of a table, from the text at its beginning. */
export function detectDialect(
  text: string,
  name: string,
  encoding: Encoding,
): { delimiter: string; lineEnd: Dialect["lineEnd"]; skip: number } {
  const lineEnd = text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
  const said = /^sep=(.)\r?[\n\r]/i.exec(text);
  if (said?.[1]) return { delimiter: said[1], lineEnd, skip: said[0].length };
  const usual = /\.(tsv|tab)$/i.test(name) ? "\t" : ",";
  let best = { delimiter: usual, fit: 0 };
  for (const delimiter of [usual, ...delimiters]) {
    if (delimiter === "|" && barless.has(encoding)) continue;
    const fit = rateFit(text, { delimiter, lineEnd });
    if (fit > best.fit) best = { delimiter, fit };
  }
  return { delimiter: best.delimiter, lineEnd, skip: 0 };
}

/** How many rows have as many cells as the first one, and more than one. */
function rateFit(text: string, dialect: Dialect): number {
  const widths: number[] = [];
  for (let place = 0; place < text.length && widths.length < mostRows; ) {
    const row = parseRow(text, place, dialect, true);
    if (row === "more" || row === "broken") break;
    if (row.cells.some((cell) => cell.trim() !== "")) widths.push(row.cells.length);
    place = row.end;
  }
  const [first = 0] = widths;
  if (first < 2) return 0;
  const alike = widths.filter((width) => width === first).length / widths.length;
  return alike * (1 + Math.log2(Math.min(first, 64)) / 10);
}
