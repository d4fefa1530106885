import { setImmediate } from "node:timers/promises";
import { formatCount } from "@console/figures";
import { type ExportRow, namedTotals } from "../export-book.ts";
import { labelOf, styleColumn } from "../export-column.ts";
import { RowPages } from "../row-pages.ts";
import { drawTitle, titleHeight } from "./draw-title.ts";
import { ink } from "./paper.ts";
import type { PdfBlock } from "./pdf-document.ts";
import type { Sheet } from "./sheet.ts";
import { cellTeller } from "./table-cells.ts";
import { layTable } from "./table-layout.ts";

const mostRowsOfPaper = 2000;
const sampled = 300;

type TableBlock = Extract<PdfBlock, { kind: "table" }>;

/** A table with its head on every page, and its totals at the end. */
export async function drawTable(
  sheet: Sheet,
  { table, mostRows = mostRowsOfPaper }: TableBlock,
  { currency, timeZone }: { currency: string; timeZone: string },
): Promise<void> {
  const columns = table.columns.map((column) => styleColumn(column, currency));
  const tell = columns.map((column) => cellTeller(column, timeZone));
  const totals = namedTotals(table);
  const pages = new RowPages(table.rows);
  const isNumber = columns.map(({ kind }) => kind === "number");
  try {
    const known = [...(await pages.peek()).slice(0, sampled), ...(totals ? [totals] : [])];
    const layout = layTable(
      sheet.pen,
      columns.map((column, place) => ({
        label: column.isPercent ? column.label : labelOf(column),
        cells: known.map((row) => tell[place]?.(row) ?? ""),
        isNumber: isNumber[place] ?? false,
      })),
      sheet.width,
    );
    const { size, rowHeight } = layout;
    const line = (y: number, colour: string) => sheet.rule(y, colour, [sheet.left, sheet.left + layout.width]);

    const writeRow = (texts: string[], baseline: number, isStrong: boolean, colour: string) => {
      for (const [place, { x, width }] of layout.columns.entries()) {
        const style = { size, isStrong, colour };
        const text = sheet.pen.fit(texts[place] ?? "", style, width + 0.5);
        const at = sheet.left + x;
        if (isNumber[place]) sheet.pen.write(text, at + width, baseline, { ...style, anchor: "end" });
        else sheet.pen.write(text, at, baseline, style);
      }
    };
    const drawHead = () => {
      const lines = Math.max(...layout.columns.map((column) => column.lines.length), 1);
      for (let number = 0; number < lines; number++) {
        // Names of one line stand at the bottom, beside the last line of longer ones.
        const texts = layout.columns.map((column) => column.lines[number - lines + column.lines.length] ?? "");
        writeRow(texts, sheet.y + size * (1 + number * 1.3), true, ink.secondary);
      }
      sheet.y += layout.headHeight;
      line(sheet.y, ink.strongBorder);
    };
    const drawRow = async (row: ExportRow, isTotal: boolean) => {
      if (sheet.ensureRoom(rowHeight)) {
        // Other requests are answered between two pages.
        await setImmediate();
        drawHead();
      }
      if (isTotal) line(sheet.y, ink.muted);
      const texts = tell.map((tellCell) => tellCell(row));
      writeRow(texts, sheet.y + rowHeight * 0.5 + size * 0.36, isTotal, ink.text);
      sheet.y += rowHeight;
      if (!isTotal) line(sheet.y, ink.border);
    };

    sheet.ensureRoom(titleHeight(sheet, table) + layout.headHeight + rowHeight * 3);
    drawTitle(sheet, table);
    drawHead();
    let drawn = 0;
    while (drawn < mostRows) {
      const page = await pages.take(mostRows - drawn);
      if (page.length === 0) break;
      for (const row of page) await drawRow(row, false);
      drawn += page.length;
    }
    if (totals) await drawRow(totals, true);
    const rest = (await pages.peek()).length > 0;
    const quiet = { size: 8, colour: ink.muted };
    if (drawn === 0 && !totals) sheet.writeLines(["No rows"], quiet, 16);
    if (rest) {
      const text = `The first ${formatCount(drawn)} rows. The CSV and XLSX files hold all of them.`;
      sheet.ensureRoom(16);
      sheet.writeLines([text], quiet, 16);
    }
    sheet.y += 18;
  } finally {
    await pages.close();
  }
}
