import type { MetricAnswer, PanelAnswer, PanelAnswerFor, ReportPanel } from "@console/contracts";
import { ownFormats, sayCoverage } from "@console/figures";
import type { ExportColumn, ExportFormat, ExportRow, ExportTable } from "../../../platform/spreadsheets/export-book.ts";
import { ownTables } from "../panels/panel-kinds.ts";

/** The figures of a panel as tables: exactly the answers that its picture is drawn from, and what its kind adds. */
export function panelTables(panel: ReportPanel, answer: PanelAnswer): ExportTable[] {
  return [...questionTables(panel, answer), ...ownTables(panel, answer)];
}

function questionTables(panel: ReportPanel, panelAnswer: PanelAnswer): ExportTable[] {
  const scores = panelAnswer.kind === "ranking" ? panelAnswer.scores : undefined;
  return panelAnswer.questions.map(({ answer, query }, index): ExportTable => {
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

type Scored = { scores: NonNullable<PanelAnswerFor<"ranking">["scores"]>; by: string };

function withScore(row: MetricAnswer["rows"][number], { scores, by }: Scored): ExportRow {
  return { ...row, score: scores.find(({ member }) => member === row[by])?.value ?? null };
}
