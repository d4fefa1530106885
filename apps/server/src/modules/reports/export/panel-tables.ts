import type { MetricAnswer, PanelAnswer, PanelAnswerFor, ReportPanel } from "@console/contracts";
import { describeQuestionNotes, type FormatChoices } from "@console/figures";
import type { ExportColumn, ExportFormat, ExportRow, ExportTable } from "../../../platform/spreadsheets/export-book.ts";
import { ownTables } from "../panels/panel-kinds.ts";
import { inReadableTimes } from "./readable-times.ts";

/** The figures of a panel as tables: exactly the answers that its picture is drawn from, and what its kind adds. */
export function panelTables(panel: ReportPanel, answer: PanelAnswer, formats: FormatChoices): ExportTable[] {
  return [...questionTables(panel, answer, formats), ...ownTables(panel, answer, formats)];
}

function questionTables(panel: ReportPanel, panelAnswer: PanelAnswer, formats: FormatChoices): ExportTable[] {
  const scores = panelAnswer.kind === "ranking" ? panelAnswer.scores : undefined;
  return panelAnswer.questions.map(({ answer, query }, index): ExportTable => {
    const isWhole = !query.grain && query.dimensions.length === 0;
    const scored = scores && index === 0 ? { scores, by: query.dimensions[0] ?? "" } : null;
    const columns = answer.columns.map(toExportColumn);
    const rows = answer.rows.map((row) => (scored ? withScore(row, scored) : row));
    const readable = inReadableTimes({ columns, rows, totals: answer.totals });
    const note = describeQuestionNotes(panel, panelAnswer, index, formats).join(" ");
    return {
      title: index === 0 ? panel.title : `${panel.title} (${index + 1})`,
      ...(note ? { note } : {}),
      columns: scored ? [...readable.columns, { id: "score", label: "Score", format: "number" }] : readable.columns,
      rows: [readable.rows],
      ...(isWhole ? {} : { totals: readable.totals }),
    };
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
