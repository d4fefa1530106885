/** What stands between cells and between rows; without a delimiter a line is one cell. */
export type Dialect = { delimiter: string | null; lineEnd: "\n" | "\r" };

/** `more`: the row goes on beyond this text. `broken`: a quote is not closed as it should be. */
export type ParsedRow = { cells: string[]; end: number } | "more" | "broken";

/** Reads the row that begins at a place of a text; `end` is behind its line end. */
export function parseRow(text: string, from: number, { delimiter, lineEnd }: Dialect, isLast: boolean): ParsedRow {
  const found = text.indexOf(lineEnd, from);
  if (found < 0 && !isLast) return "more";
  const lineStop = found < 0 ? text.length : found;
  const line = withoutReturn(text.slice(from, lineStop));
  const end = found < 0 ? lineStop : found + 1;
  if (delimiter === null) return { cells: [line], end };
  return line.includes('"')
    ? parseQuoted(text, from, { delimiter, lineEnd }, isLast)
    : { cells: line.split(delimiter), end };
}

function parseQuoted(
  text: string,
  from: number,
  { delimiter, lineEnd }: { delimiter: string; lineEnd: string },
  isLast: boolean,
): ParsedRow {
  const cells: string[] = [];
  let place = from;
  let stop = text.indexOf(lineEnd, place);
  for (;;) {
    const start = skipSpaces(text, place, delimiter);
    if (text[start] === '"') {
      const cell = quotedCell(text, start + 1);
      if (cell === null) return isLast ? "broken" : "more";
      cells.push(cell.value);
      place = skipSpaces(text, cell.end, delimiter);
      if (lineEnd === "\n" && text[place] === "\r" && (text[place + 1] === "\n" || place + 1 === text.length)) place++;
      if (place >= text.length) return isLast ? { cells, end: place } : "more";
      if (text[place] === lineEnd) return { cells, end: place + 1 };
      if (text[place] !== delimiter) return "broken";
      place++;
      continue;
    }
    if (stop >= 0 && stop < place) stop = text.indexOf(lineEnd, place);
    if (stop < 0 && !isLast) return "more";
    const end = stop < 0 ? text.length : stop;
    const rest = text.slice(place, end);
    const length = rest.indexOf(delimiter);
    if (length < 0) {
      cells.push(withoutReturn(rest));
      return { cells, end: stop < 0 ? end : stop + 1 };
    }
    cells.push(rest.slice(0, length));
    place += length + 1;
  }
}

/** What stands between two quotes; doubled ones stand for one. Null where the second never comes. */
function quotedCell(text: string, from: number): { value: string; end: number } | null {
  let place = from;
  for (;;) {
    const quote = text.indexOf('"', place);
    if (quote < 0) return null;
    if (text[quote + 1] !== '"') {
      const value = text.slice(from, quote);
      return { value: place === from ? value : value.replaceAll('""', '"'), end: quote + 1 };
    }
    place = quote + 2;
  }
}

function skipSpaces(text: string, from: number, delimiter: string): number {
  let place = from;
  while (text[place] === " " && delimiter !== " ") place++;
  return place;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
