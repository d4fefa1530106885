import { setImmediate } from "node:timers/promises";
import { formatCount } from "@console/figures";
import { type ExportRow, type ExportTable, namedTotals } from "../../../../platform/spreadsheets/export-book.ts";
import { labelForColumn, type StyledColumn, styleColumn } from "../../../../platform/spreadsheets/export-column.ts";
import { RowPages } from "../../../../platform/spreadsheets/row-pages.ts";
import { drawTitle, titleHeight } from "./draw-title.ts";
import { ink } from "./paper.ts";
import type { PdfBlock } from "./pdf-document.ts";
import type { Sheet } from "./sheet.ts";
import { type Clock, cellTeller } from "./table-cells.ts";
import { layTable, type TablePart } from "./table-layout.ts";

const mostPrintedRows = 2000;
const sampled = 300;

type TableBlock = Extract<PdfBlock, { kind: "table" }>;
type TableTexts = { columns: StyledColumn[]; rows: string[][]; totals: string[] | null; isCut: boolean };

/** A table with its head on every page and its totals at the end; a wide one in parts, one after another. */
export async function drawTable(
  sheet: Sheet,
  { table, mostRows = mostPrintedRows }: TableBlock,
  { currency, clock }: { currency: string; clock: Clock },
): Promise<void> {
  const columns = table.columns.map((column) => styleColumn(column, currency));
  const cells = await formatRows(table, columns, clock, mostRows);
  const sample = [...cells.rows.slice(0, sampled), ...(cells.totals ? [cells.totals] : [])];
  const measured = columns.map((column, index) => ({
    label: column.isPercent ? column.label : labelForColumn(column),
    cells: sample.map((cells) => cells[index] ?? ""),
    isWhole: column.kind !== "text",
  }));
  const parts = layTable(sheet.pen, measured, sheet.width);
  for (const [index, part] of parts.entries()) {
    const titled = index === 0 ? table : { title: `${table.title}, part ${index + 1} of ${parts.length}` };
    await drawPart(sheet, part, cells, titled);
  }
  const notes = [
    ...(cells.rows.length === 0 ? ["No rows"] : []),
    ...(cells.isCut ? [`The first ${formatCount(mostRows)} rows. The CSV and XLSX files hold all of them.`] : []),
  ];
  if (notes.length > 0) sheet.ensureRoom(16);
  sheet.writeLines(notes, { size: 8, colour: ink.muted }, 16);
  sheet.y += 18;
}

/** As many rows as go on paper, in words. */
async function formatRows(
  table: ExportTable,
  columns: StyledColumn[],
  clock: Clock,
  mostRows: number,
): Promise<TableTexts> {
  const tellers = columns.map((column) => cellTeller(column, clock));
  const tell = (row: ExportRow) => tellers.map((tellCell) => tellCell(row));
  const totals = namedTotals(table);
  const pages = new RowPages(table.rows);
  const rows: string[][] = [];
  try {
    while (rows.length < mostRows) {
      const page = await pages.take(mostRows - rows.length);
      if (page.length === 0) break;
      rows.push(...page.map(tell));
    }
    return { columns, rows, totals: totals ? tell(totals) : null, isCut: (await pages.peek()).length > 0 };
  } finally {
    await pages.close();
  }
}

async function drawPart(
  sheet: Sheet,
  part: TablePart,
  { columns, rows, totals }: TableTexts,
  titled: { title: string; note?: string },
): Promise<void> {
  const { size, rowHeight } = part;
  const rule = (colour: string) => sheet.rule(sheet.y, colour, [sheet.left, sheet.left + part.width]);
  const writeLine = (texts: string[], baseline: number, style: { isStrong: boolean; colour: string }) => {
    for (const [index, { columnIndex, x, width }] of part.columns.entries()) {
      const text = sheet.pen.fit(texts[index] ?? "", { size, ...style }, width + 0.5);
      const isRight = columns[columnIndex]?.kind === "number";
      const at = sheet.left + x + (isRight ? width : 0);
      sheet.pen.write(text, at, baseline, { size, ...style, anchor: isRight ? "end" : "start" });
    }
  };
  const drawHead = () => {
    const most = Math.max(1, ...part.columns.map(({ lines }) => lines.length));
    for (let number = 0; number < most; number++) {
      // Short names stand at the bottom, beside the last line of longer ones.
      const texts = part.columns.map(({ lines }) => lines[number - most + lines.length] ?? "");
      writeLine(texts, sheet.y + size * (1 + number * 1.3), { isStrong: true, colour: ink.secondary });
    }
    sheet.y += part.headHeight;
    rule(ink.strongBorder);
  };
  const drawRow = async (cells: string[], isTotal: boolean) => {
    if (sheet.ensureRoom(rowHeight)) {
      // Other requests are answered between two pages.
      await setImmediate();
      drawHead();
    }
    if (isTotal) rule(ink.muted);
    const texts = part.columns.map(({ columnIndex }) => cells[columnIndex] ?? "");
    writeLine(texts, sheet.y + rowHeight * 0.5 + size * 0.36, { isStrong: isTotal, colour: ink.text });
    sheet.y += rowHeight;
    if (!isTotal) rule(ink.border);
  };

  sheet.ensureRoom(titleHeight(sheet, titled) + part.headHeight + rowHeight * 3);
  drawTitle(sheet, titled);
  drawHead();
  for (const cells of rows) await drawRow(cells, false);
  if (totals) await drawRow(totals, true);
  sheet.y += 10;
}
