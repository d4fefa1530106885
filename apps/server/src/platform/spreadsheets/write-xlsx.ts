import { type ExportBook, type ExportTable, namedTotals } from "./export-book.ts";
import { styleColumn } from "./export-column.ts";
import { headerLines } from "./header-lines.ts";
import { RowPages } from "./row-pages.ts";
import { aboutSheet, tableSheet } from "./sheet-xml.ts";
import { stylesXml } from "./workbook-styles.ts";
import { contentTypesXml, rootRelationsXml, SheetNames, workbookRelationsXml, workbookXml } from "./workbook-xml.ts";
import { writeZip, type ZipFile } from "./zip-stream.ts";
import { ZoneClock } from "./zone-clock.ts";

/** What a sheet can hold, without its head and its totals. */
const mostRowsOfSheet = 1_048_576 - 2;

/** A book as XLSX: what it is about on the first sheet, then one for each table, or several where one is not enough. */
export function writeXlsx(book: ExportBook, { mostRows = mostRowsOfSheet } = {}): AsyncGenerator<Buffer> {
  return writeZip(filesOf(book, mostRows));
}

async function* filesOf(book: ExportBook, mostRows: number): AsyncGenerator<ZipFile> {
  const names = new SheetNames();
  const clock = new ZoneClock(book.header.timeZone);
  names.add("About");
  yield { name: names.lastPath(), parts: [aboutSheet(aboutLines(book))] };
  for (const table of book.tables) {
    const pages = new RowPages(table.rows);
    const columns = table.columns.map((column) => styleColumn(column, book.currency));
    try {
      do {
        names.add(table.title);
        const sheet = tableSheet({ columns, pages, totals: namedTotals(table), mostRows, clock });
        yield { name: names.lastPath(), parts: sheet };
      } while ((await pages.peek()).length > 0);
    } finally {
      await pages.close();
    }
  }
  // Only now is it known how many sheets there are.
  yield { name: "xl/styles.xml", parts: [stylesXml(book.header.dateFormat)] };
  yield { name: "xl/workbook.xml", parts: [workbookXml(names.all)] };
  yield { name: "xl/_rels/workbook.xml.rels", parts: [workbookRelationsXml(names.all)] };
  yield { name: "_rels/.rels", parts: [rootRelationsXml()] };
  yield { name: "[Content_Types].xml", parts: [contentTypesXml(names.all)] };
}

function aboutLines({ header, tables }: ExportBook): { label: string; value: string }[] {
  const notes = tables.filter((table): table is ExportTable & { note: string } => Boolean(table.note));
  return [...headerLines(header), ...notes.map(({ title, note }) => ({ label: `Note: ${title}`, value: note }))];
}
