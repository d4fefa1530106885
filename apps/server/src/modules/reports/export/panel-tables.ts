import type { MetricAnswer, PanelAnswer, PanelAnswerFor, ReportPanel } from "@console/contracts";
import { formatDate, ownFormats, sayCaveats } from "@console/figures";
import type { ExportColumn, ExportFormat, ExportRow, ExportTable } from "../../../platform/spreadsheets/export-book.ts";
import { ownTables } from "../panels/panel-kinds.ts";
import { inReadableTimes } from "./readable-times.ts";

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
    const readable = inReadableTimes({ columns, rows, totals: answer.totals });
    const note = [
      panel.note,
      ...tellWhatIsUnknown({ answer, query }, panelAnswer.kind),
      ...(index === 0 ? panelAnswer.leftOut.map(({ name, reason }) => `Left out: ${name}. ${reason}`) : []),
      ...(answer.isTruncated ? ["Only the first 10,000 rows are here; the totals hold them all."] : []),
      ...tellLimit({ answer, query }),
    ]
      .filter(Boolean)
      .join(" ");
    return {
      title: index === 0 ? panel.title : `${panel.title} (${index + 1})`,
      ...(note ? { note } : {}),
      columns: scored ? [...readable.columns, { id: "score", label: "Score", format: "number" }] : readable.columns,
      rows: [readable.rows],
      ...(isWhole ? {} : { totals: readable.totals }),
    };
  });
}

type Question = PanelAnswer["questions"][number];

/** Why cells of tiles are empty, and how much stands behind the others; other kinds leave it out by name. */
function tellWhatIsUnknown({ answer, query }: Question, kind: PanelAnswer["kind"]): string[] {
  if (kind !== "kpis") return [];
  return query.metrics.flatMap((metric) => {
    const label = answer.columns.find(({ id }) => id === metric)?.label ?? metric;
    const { unknown = null, comparisonGap = null } = answer.rules.find((rule) => rule.metric === metric) ?? {};
    const coverage = sayCaveats({ answer }, metric, ownFormats, unknown !== null);
    return [
      ...(unknown ? [`${label}: not known. ${unknown}.`] : []),
      ...(coverage ? [`${label}: ${coverage.charAt(0).toLowerCase()}${coverage.slice(1)}.`] : []),
      ...(comparisonGap
        ? [`${label}: no comparison, the data begins on ${formatDate(comparisonGap.firstDay, ownFormats)}.`]
        : []),
    ];
  });
}

/** That only the first members are told by name, where there may be more. */
function tellLimit({ answer, query: { limit, other, dimensions } }: Question): string[] {
  const [dimension] = dimensions;
  if (limit === undefined || other || !dimension) return [];
  const members = new Set(answer.rows.map((row) => row[dimension]));
  if (members.size < limit) return [];
  return [`Only the first ${limit} by name; the totals hold all.`];
}

function toExportColumn({ id, label, kind, unit }: MetricAnswer["columns"][number]): ExportColumn {
  if (kind === "dimension" || kind === "period") return { id, label, format: "text" };
  return { id, label, format: (unit ?? "number") as ExportFormat };
}

type Scored = { scores: NonNullable<PanelAnswerFor<"ranking">["scores"]>; by: string };

function withScore(row: MetricAnswer["rows"][number], { scores, by }: Scored): ExportRow {
  return { ...row, score: scores.find(({ member }) => member === row[by])?.value ?? null };
}
