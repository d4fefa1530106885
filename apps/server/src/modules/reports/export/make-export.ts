import type {
  ExportFormatName,
  exportContents,
  NarrowedRows,
  PanelAnswer,
  ReportPanel,
  ReportView,
} from "@console/contracts";
import { describePanel, type FigureView, type FormatChoices, ownFormats, type PanelView } from "@console/figures";
import { countCurrencyDigits } from "@console/figures/currency";
import { judgeChange } from "@console/figures/verdict";
import { readFormats, type SnapshotContext } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { ExportFormat, ExportRow, ExportTable } from "../../../platform/spreadsheets/export-book.ts";
import { writeCsv } from "../../../platform/spreadsheets/write-csv.ts";
import { writeXlsx } from "../../../platform/spreadsheets/write-xlsx.ts";
import { findUser, toFormats } from "../../directory/index.ts";
import { listRows, type RowQuestion, readToday, walkRows } from "../../metrics/index.ts";
import { selectAnnotations } from "../annotation-store.ts";
import { ownTables, printsOwnTablesOnly } from "../panels/panel-kinds.ts";
import { answerPanel } from "../read-panel.ts";
import { listPanels, type Report } from "../report.ts";
import { type ResolvedView, resolveView } from "../resolve-view.ts";
import { type Asker, buildHeader, toQueryString } from "./build-header.ts";
import { panelTables } from "./panel-tables.ts";
import type { PdfBlock } from "./pdf/pdf-document.ts";
import { writePdf } from "./write-pdf.ts";

/** What is asked for: the report as its address says, and which of its parts as which kind of file. */
export type ExportRequest = {
  report: Report;
  view: ReportView;
  format: ExportFormatName;
  content: (typeof exportContents)[number];
  rows?: string | undefined;
  q?: string | undefined;
  /** Rows behind one figure, instead of all that the report lists. */
  narrowed?: NarrowedRows | undefined;
  asker: Asker;
  /** Told how many rows have been written, and how many there will be. */
  onRows?: (done: number, total: number) => Promise<void>;
};

export type ExportFile = { name: string; type: string; body: AsyncIterable<Buffer> };

/** What each kind of file is called in an answer. */
const contentTypes: Record<ExportFormatName, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

/** Paper is no place for a million rows. */
const mostPrinted = 500;
/** A page is as wide as these. */
const mostPrintedColumns = 8;

/** A report as a file, written while it is taken. The context's transaction must stay open until then. */
export async function makeExport(own: SnapshotContext, request: ExportRequest): Promise<ExportFile> {
  const { report, format, content, asker, narrowed } = request;
  const user = asker.uid ? await findUser(own, asker.uid) : null;
  // A file is made by the product, for someone.
  const context = { ...own, formats: user ? toFormats(user) : ownFormats };
  const view = resolveView(report, request.view, await readToday(context));
  const query = toQueryString(request.view);
  const { header, currency } = await buildHeader(context, report, { view, query, user, narrowed });
  const name = `${report.id} ${view.time.from}.${format}`;
  if (format === "pdf") {
    const blocks = [
      ...(content === "rows" ? [] : await panelBlocks(context, request)),
      ...(content === "figures" ? [] : await rowBlocks(context, request, view)),
    ];
    return { name, type: contentTypes.pdf, body: writePdf({ header, currency, orientation: "portrait", blocks }) };
  }
  const tables = [
    ...(content === "rows" ? [] : await figureTables(context, request)),
    ...(content === "figures" ? [] : [await rowTable(context, request, view)]),
  ];
  const book = { header, currency, tables };
  return { name, type: contentTypes[format], body: format === "csv" ? writeCsv(book) : writeXlsx(book) };
}

async function figureTables(context: SnapshotContext, { report, view }: ExportRequest): Promise<ExportTable[]> {
  const tables: ExportTable[] = [];
  for (const panel of listPanels(report))
    tables.push(...panelTables(panel, await answerPanel(context, report, panel, view), readFormats(context)));
  return tables;
}

/** All matching rows, a page at a time. */
async function rowTable(context: SnapshotContext, request: ExportRequest, view: ResolvedView): Promise<ExportTable> {
  const { onRows, q } = request;
  const question = { ...chooseRows(request, view), ...(q ? { search: q } : {}) };
  const { columns, totals, currency } = await listRows(context, { ...question, limit: 1, totals: true });
  const total = totals?.count ?? 0;
  async function* counted() {
    let done = 0;
    for await (const page of walkRows(context, question)) {
      yield page;
      done += page.length;
      await onRows?.(done, total);
    }
  }
  const table = {
    title: "Rows",
    columns: columns.map(({ id, label, format }) => ({ id, label, format: format as ExportFormat })),
    rows: counted(),
    ...(totals ? { totals: totals.sums } : {}),
  };
  return totals && totals.otherCurrencyRows > 0 ? withOwnCurrencies(table, currency, totals.otherCurrencyRows) : table;
}

/** Which rows are meant: those behind a figure, or those that the report lists. */
function chooseRows({ report, rows, narrowed }: ExportRequest, view: ResolvedView): RowQuestion {
  if (narrowed) {
    const { label: _label, ...question } = narrowed;
    return question;
  }
  const metric = rows ?? report.rows[0];
  if (!metric || !report.rows.includes(metric)) {
    throw new AppError("invalid_input", `${report.title} has no rows of "${metric}".`, {
      fields: { rows: `Use one of: ${report.rows.join(", ")}.` },
    });
  }
  return {
    metric,
    filters: view.filters,
    time: view.time,
    ...(view.basis ? { basis: view.basis } : {}),
  };
}

/** Rows in several currencies: each amount in whole units of the currency that stands in a column of its own. */
function withOwnCurrencies(
  { title, columns, rows, totals }: ExportTable,
  currency: string,
  otherRows: number,
): ExportTable {
  const moneyIds = columns.filter(({ format }) => format === "money").map(({ id }) => id);
  const toWhole = (row: ExportRow, code: string): ExportRow => {
    const amounts = moneyIds.flatMap((id) => {
      const amount = row[id];
      return typeof amount === "number" ? [[id, amount / 10 ** countCurrencyDigits(code)]] : [];
    });
    return { ...row, ...Object.fromEntries(amounts), currency: code };
  };
  async function* scaled() {
    for await (const page of rows) {
      yield page.map((row) => toWhole(row, typeof row.currency === "string" ? row.currency : currency));
    }
  }
  return {
    title,
    note: `Sums of amounts are of the rows in ${currency}; ${otherRows} rows in other currencies are not in them.`,
    columns: [
      ...columns.map((column) => (column.format === "money" ? { ...column, format: "number" as const } : column)),
      { id: "currency", label: "Currency", format: "text" },
    ],
    rows: scaled(),
    ...(totals ? { totals: toWhole(totals, currency) } : {}),
  };
}

async function rowBlocks(context: SnapshotContext, request: ExportRequest, view: ResolvedView): Promise<PdfBlock[]> {
  const table = await rowTable(context, request, view);
  return [
    { kind: "heading", text: "Rows" },
    ...(table.columns.length > mostPrintedColumns
      ? [
          {
            kind: "text" as const,
            text: `The first ${mostPrintedColumns} of ${table.columns.length} columns. The CSV and XLSX files hold all of them.`,
          },
        ]
      : []),
    {
      kind: "table",
      table: { ...table, columns: table.columns.slice(0, mostPrintedColumns) },
      mostRows: mostPrinted,
    },
  ];
}

async function panelBlocks(context: SnapshotContext, { report, view }: ExportRequest): Promise<PdfBlock[]> {
  const annotations = await selectAnnotations(context);
  const formats = readFormats(context);
  const reader = { formats, today: await readToday(context), annotations };
  const blocks: PdfBlock[] = [];
  for (const { title, panels } of report.sections) {
    if (title) blocks.push({ kind: "heading", text: title });
    for (const panel of panels) {
      const answer = await answerPanel(context, report, panel, view);
      const panelView = describePanel(panel, answer, reader);
      if (panelView.kind === "figures") blocks.push({ kind: "kpis", items: panelView.figures.map(toPdfFigure) });
      else if (panelView.kind === "picture")
        blocks.push({ kind: "picture", ...toCaption(panel), picture: panelView.picture });
      else if (panelView.kind === "table")
        for (const table of printedTables(panel, answer, formats))
          blocks.push({ kind: "table", table: withoutComparison(table) });
      else blocks.push({ kind: "text", text: `${panel.title}: ${sayNothing(panelView)}` });
      if (panelView.kind === "picture")
        for (const { name, reason } of answer.leftOut)
          blocks.push({ kind: "text", text: `Not shown: ${name}. ${reason}` });
    }
  }
  return blocks;
}

/** Some kinds are read from far more than their panel shows: of these only that is printed. */
function printedTables(panel: ReportPanel, answer: PanelAnswer, formats: FormatChoices): ExportTable[] {
  return printsOwnTablesOnly(panel) ? ownTables(panel, answer, formats) : panelTables(panel, answer, formats);
}

/** A page is narrow: the figures of the period itself are what is printed. */
function withoutComparison(table: ExportTable): ExportTable {
  return { ...table, columns: table.columns.filter(({ id }) => !id.endsWith("__compare")) };
}

/** Why a panel has nothing on paper. */
function sayNothing(panelView: Extract<PanelView, { kind: "unknown" | "nothing" }>): string {
  if (panelView.kind === "unknown") return `not known. ${panelView.reasons.join(". ")}.`;
  if (panelView.reason === "no-comparison") return "there is nothing to compare with.";
  return "nothing in this period under these filters.";
}

function toCaption({ title, note }: ReportPanel) {
  return note ? { title, note } : { title };
}

function toPdfFigure({ label, unit, value, change, good, coverage, unknown, comparisonGap }: FigureView) {
  const note = unknown ?? coverage ?? comparisonGap;
  const { meaning } = change ? judgeChange(change.by, change.isUsual, good ?? "none") : { meaning: "even" as const };
  return {
    label: unit ? `${label}, ${unit}` : label,
    value: value ?? (unknown ? "Not known" : "–"),
    change: change ? `${change.text} ${change.comparison}` : null,
    ...(note ? { coverage: note } : {}),
    tone: meaning === "even" ? ("neutral" as const) : meaning,
  };
}
