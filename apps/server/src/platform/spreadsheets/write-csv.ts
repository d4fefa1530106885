import { csvText } from "@console/figures/csv-text";
import type { ExportBook, ExportHeader, ExportRow, ExportTable } from "./export-book.ts";
import { namedTotals } from "./export-book.ts";
import { labelForColumn, numberIn, type StyledColumn, styleColumn, withoutDust } from "./export-column.ts";
import { headerLines } from "./header-lines.ts";
import { ZoneClock } from "./zone-clock.ts";

const byteOrderMark = "\uFEFF";
const lineEnd = "\r\n";

/** A book as CSV (RFC 4180, UTF-8), a page of rows at a time: the next is read when this one has been taken. */
export async function* writeCsv({ header, tables, currency, isPlain }: ExportBook): AsyncGenerator<Buffer> {
  const clock = new ZoneClock(header.timeZone);
  yield Buffer.from(byteOrderMark + (isPlain ? "" : headerBlock(header, tables)));
  for (const table of tables) {
    const columns = table.columns.map((column) => styleColumn(column, currency));
    const write = columns.map((column) => cellWriter(column, clock));
    const toLine = (row: ExportRow) => write.map((writeCell) => writeCell(row)).join(",") + lineEnd;
    const title = tables.length > 1 ? line([table.title, ...(table.note ? [table.note] : [])]) : "";
    yield Buffer.from((isPlain ? "" : lineEnd) + title + line(columns.map(labelForColumn)));
    for await (const page of table.rows) {
      let text = "";
      for (const row of page) text += toLine(row);
      if (text !== "") yield Buffer.from(text);
    }
    const totals = namedTotals(table);
    if (totals) yield Buffer.from(toLine(totals));
  }
}

function headerBlock(header: ExportHeader, tables: ExportTable[]): string {
  const note = tables.length === 1 ? tables[0]?.note : undefined;
  const lines = headerLines(header);
  return [...lines, ...(note ? [{ label: "Note", value: note }] : [])]
    .map(({ label, value }) => line([label, value]))
    .join("");
}

function line(texts: string[]): string {
  return texts.map(csvText).join(",") + lineEnd;
}

/** Writes one column's cell of a row; decided once for a column, since a file has millions of cells. */
function cellWriter(column: StyledColumn, clock: ZoneClock): (row: ExportRow) => string {
  const { id, kind, isPercent } = column;
  return (row) => {
    const value = row[id] ?? null;
    if (value === null) return "";
    if (kind === "instant" && typeof value !== "boolean") return clock.isoOf(value) ?? csvText(String(value));
    if (kind === "number" || typeof value === "number") {
      const number = numberIn(column, value);
      if (number !== null) return plainNumber(isPercent ? number * 100 : number);
    }
    return typeof value === "number" ? "" : csvText(String(value));
  };
}

const withoutExponent = new Intl.NumberFormat("en-US", { useGrouping: false, maximumFractionDigits: 9 });

/** A number with a point and no exponent, which some readers take for text. */
function plainNumber(value: number): string {
  const text = String(withoutDust(value));
  return text.includes("e") ? withoutExponent.format(value) : text;
}
