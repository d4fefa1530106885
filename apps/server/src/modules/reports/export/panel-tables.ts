import type { MetricAnswer, PanelAnswer, ReportPanel } from "@console/contracts";
import { ownFormats, sayCoverage } from "@console/figures";
import type { ExportColumn, ExportFormat, ExportRow, ExportTable } from "../../../platform/spreadsheets/export-book.ts";
import { deviationTables } from "./deviation-tables.ts";
import { paceTable } from "./pace-table.ts";
import { ageingTables, classTables } from "./stock-tables.ts";

/** The figures of a panel as tables: exactly the answers that its picture is drawn from. */
export function panelTables(
  panel: ReportPanel,
  { questions, distribution, deviation, pace, scores, covers, ageing, classes }: PanelAnswer,
): ExportTable[] {
  const tables = questions.map(({ answer, query }, index): ExportTable => {
    const isWhole = !query.grain && query.dimensions.length === 0;
    const scored = scores && index === 0 ? { scores, by: query.dimensions[0] ?? "" } : null;
    const columns = answer.columns.map(toExportColumn);
    const rows = answer.rows.map((row) => (scored ? withScore(row, scored) : row));
    const note = [panel.note, ...coverages({ answer, query })].filter(Boolean).join(" ");
    return {
      title: index === 0 ? panel.title : `${panel.title} (${index + 1})`,
      ...(note ? { note } : {}),
      columns: scored ? [...columns, { id: "score", label: "Score", format: "number" }] : columns,
      rows: [rows],
      ...(isWhole ? {} : { totals: answer.totals }),
    };
  });
  return [
    ...tables,
    ...(distribution ? [spreadTable(panel, distribution, questions[0]?.answer)] : []),
    ...(deviation ? deviationTables(panel, deviation) : []),
    ...(pace && panel.kind === "pace" ? [paceTable(panel, pace, questions[0]?.answer)] : []),
    ...(covers ? [coverTable(panel, covers)] : []),
    ...(ageing && panel.kind === "ageing" ? ageingTables(panel, ageing) : []),
    ...(classes && panel.kind === "classes" ? classTables(panel, classes) : []),
  ];
}

function coverTable(panel: ReportPanel, covers: NonNullable<PanelAnswer["covers"]>): ExportTable {
  const column = (id: string, label: string, format: ExportFormat): ExportColumn => ({ id, label, format });
  return {
    title: `${panel.title} Cover`,
    columns: [
      column("member", "Item", "text"),
      column("stock", "On hand", "units"),
      column("perDay", "Used a day", "units"),
      column("perHighDay", "Used a day in busy weeks", "units"),
      column("days", "Lasts as usual", "days"),
      column("daysIfHigh", "Lasts in busy weeks", "days"),
      column("regularity", "Regularity", "text"),
      column("leadDays", "Lead time", "days"),
      column("order", "Suggested order", "units"),
    ],
    rows: [covers],
  };
}

/** How much was measured of what each metric is about, where that is not all. */
function coverages({ answer, query }: PanelAnswer["questions"][number]): string[] {
  return query.metrics.flatMap((metric) => {
    const words = sayCoverage({ answer, query }, metric, ownFormats);
    const label = answer.columns.find(({ id }) => id === metric)?.label ?? metric;
    return words ? [`${label}: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`] : [];
  });
}

function toExportColumn({ id, label, kind, unit }: MetricAnswer["columns"][number]): ExportColumn {
  if (kind === "dimension" || kind === "period") return { id, label, format: "text" };
  return { id, label, format: (unit ?? "number") as ExportFormat };
}

type Scored = { scores: NonNullable<PanelAnswer["scores"]>; by: string };

function withScore(row: MetricAnswer["rows"][number], { scores, by }: Scored): ExportRow {
  return { ...row, score: scores.find(({ member }) => member === row[by])?.value ?? null };
}

function spreadTable(
  panel: ReportPanel,
  { bins, beyond }: NonNullable<PanelAnswer["distribution"]>,
  answer: MetricAnswer | undefined,
): ExportTable {
  const unit = (answer?.columns.find(({ kind }) => kind === "metric")?.unit ?? "number") as ExportFormat;
  const last = bins.at(-1)?.to ?? 0;
  return {
    title: `${panel.title} Spread`,
    columns: [
      { id: "from", label: "From", format: unit },
      { id: "to", label: "To", format: unit },
      { id: "count", label: "Rows", format: "count" },
    ],
    rows: [[...bins, ...(beyond > 0 ? [{ from: last, to: null, count: beyond }] : [])]],
  };
}
