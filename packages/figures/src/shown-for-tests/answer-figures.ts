import type { MetricAnswer, MetricQuery, PanelAnswer, ReportPanel } from "@console/contracts";
import { formatNumber, ownFormats, todayFor } from "../format.ts";
import { sayOthers } from "../panel/describe-table.ts";
import { listStarts, longPeriod, shortPeriod } from "../panel/period-label.ts";
import { sayComparison } from "../panel/read-answer.ts";
import { isName, type ShownFigure, writeFigure } from "./shown-figure.ts";

type Row = MetricAnswer["rows"][number];
type Asked = { query: MetricQuery; answer: MetricAnswer; index: number; title: string; today: string };

/** A cell of an answer with where it stands on the screen; the totals without a row. */
type Place = { row: string; column: string | number; metric: string; source: Row | null };

/** The figures of a panel that are cells of the answers to its questions. */
export function listAnswerFigures(panel: ReportPanel, { questions }: PanelAnswer, today: string): ShownFigure[] {
  return questions.flatMap(({ query, answer }, index) => {
    const title = index === 0 ? panel.title : `${panel.title} (${index + 1})`;
    const asked = { query, answer, index, title, today };
    // A file has no totals of what has no rows.
    if (answer.rows.length === 0) return [];
    return [...listPlaces(panel, asked).flatMap((place) => toFigure(place, asked)), ...listSteps(panel, asked)];
  });
}

function toFigure({ row, column, metric, source }: Place, { answer, title }: Asked): ShownFigure[] {
  const value = (source ?? answer.totals)[metric];
  const place = answer.columns.findIndex(({ id }) => id === metric);
  const unit = answer.columns[place]?.unit ?? "number";
  if (typeof value !== "number") return [];
  const plain = writeFigure(value, unit, answer.currency);
  const isApproximate = answer.rules.some((rule) => rule.metric === metric && rule.accuracy !== undefined);
  const text = isApproximate && value !== 0 ? `about ${plain}` : plain;
  return [{ row, column, text, value, file: { title, row: rowInFile(answer, source), column: place, unit } }];
}

/** The row of a file that holds a row of an answer; what is asked as a whole has one row and no totals. */
function rowInFile({ columns }: MetricAnswer, source: Row | null): ShownFigure["file"]["row"] {
  const names = columns.flatMap(({ id, kind }, place) =>
    kind === "dimension" || kind === "period" ? [{ id, place }] : [],
  );
  if (names.length === 0) return () => true;
  if (!source) return "total";
  return (cells) => names.every(({ id, place }) => isName(cells[place], String(source[id])));
}

function labelForMetric({ columns }: MetricAnswer, metric: string): string {
  return columns.find(({ id }) => id === metric)?.label ?? metric;
}

function listPlaces(panel: ReportPanel, asked: Asked): Place[] {
  const { query, answer, index } = asked;
  const { grain = null } = query;
  const today = todayFor(listStarts(answer.time, grain), asked.today);
  const [first = ""] = query.metrics;
  const label = (metric: string) => labelForMetric(answer, metric);
  const period = (row: Row) => longPeriod(String(row.period), grain, today, ownFormats);
  const total = (metric: string, row: string, column: string | number): Place => ({
    row,
    column,
    metric,
    source: null,
  });
  const each = (metric: string, place: (row: Row) => [string, string | number]): Place[] =>
    answer.rows.map((source) => {
      const [row, column] = place(source);
      return { row, column, metric, source };
    });
  switch (panel.kind) {
    case "kpis":
    case "funnel":
      return query.metrics.map((metric) => total(metric, label(metric), 1));
    case "stages": {
      const population = panel.populations.find((one) => query.metrics.includes(one.total));
      if (!population) return [];
      const count = Number(answer.totals[population.count] ?? 0);
      const column = `${population.name} (${formatNumber(count, ownFormats)})`;
      const metrics = [...population.stages, population.total];
      const names = [...panel.stages, panel.total];
      return metrics.map((metric, place) => total(metric, names[place] ?? "", column));
    }
    case "trend":
      if (panel.by && index === 0) {
        const { by } = panel;
        return each(first, (row) => [period(row), String(row[by])]);
      }
      return query.metrics.flatMap((metric) => each(metric, (row) => [period(row), label(metric)]));
    case "like-for-like":
      return index === 1 ? each(first, (row) => [period(row), "This period"]) : [];
    case "heat":
      return each(first, (row) => [String(row[panel.rows]), String(row[panel.columns])]);
    case "pareto":
      return each(first, (row) => [String(row[panel.by]), 1]);
    case "ranking":
      return index === 0 ? listRanked(panel, asked) : [];
    case "pivot": {
      const { columns } = panel;
      return each(first, (row) => [String(row[panel.rows]), columns === "period" ? period(row) : String(row[columns])]);
    }
    case "multiples":
      return each(first, (row) => [
        String(row[panel.by]),
        index === 0 ? shortPeriod(String(row.period), grain, today, ownFormats) : "Whole period",
      ]);
    // The ages of stock add up to what is on hand and to its value.
    case "ageing":
      return panel.as === "table"
        ? [total(panel.stock, "Total", "On hand units"), total(panel.value, "Total", `Value ${answer.currency}`)]
        : [];
    case "bridge":
      return answer.compareTime ? [total(first, "This period", 2)] : [];
    // These are counted apart from the metrics.
    case "distribution":
    case "deviation":
    case "pace":
    case "cover":
    case "classes":
    case "map":
      return [];
  }
}

function listRanked(panel: Extract<ReportPanel, { kind: "ranking" }>, { query, answer }: Asked): Place[] {
  const head = (metric: string) => {
    const isMoney = answer.columns.find(({ id }) => id === metric)?.unit === "currency";
    const label = labelForMetric(answer, metric);
    return isMoney ? `${label} ${answer.currency}` : label;
  };
  const { rows, rowsInAll } = answer;
  const nameRow = (row: Row) =>
    rowsInAll !== undefined && row === rows.at(-1) ? sayOthers(rowsInAll - rows.length + 1) : String(row[panel.by]);
  return panel.metrics
    .filter((metric) => query.metrics.includes(metric))
    .flatMap((metric) => [
      ...rows.map((source) => ({ row: nameRow(source), column: head(metric), metric, source })),
      { row: "Total", column: head(metric), metric, source: null },
    ]);
}

/** As many steps as a bridge has; the others are one. */
const mostSteps = 6;

/** The steps of a bridge: differences with their sign, and what it was compared with. */
function listSteps(panel: ReportPanel, { answer, title, today }: Asked): ShownFigure[] {
  if (panel.kind !== "bridge" || !answer.compareTime) return [];
  const { metric, by } = panel;
  if (answer.rules.some((rule) => rule.metric === metric && rule.comparisonGap)) return [];
  const place = (id: string) => answer.columns.findIndex((column) => column.id === id);
  const unit = answer.columns[place(metric)]?.unit ?? "number";
  const file = { title, column: place(metric), unit };
  const steps = answer.rows
    .map((row) => ({ row, value: Number(row[metric] ?? 0) - Number(row[`${metric}__compare`] ?? 0) }))
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const shown = steps.slice(0, steps.length > mostSteps + 1 ? mostSteps : steps.length);
  const before = Number(answer.totals[`${metric}__compare`] ?? 0);
  return [
    {
      row: sayComparison({ answer } as Parameters<typeof sayComparison>[0], { today, formats: ownFormats }),
      column: 2,
      text: writeFigure(before, unit, answer.currency),
      value: before,
      file: { ...file, row: "total", column: place(`${metric}__compare`) },
    },
    ...shown.map(({ row, value }): ShownFigure => {
      const sign = value > 0 ? "+" : value < 0 ? "−" : "±";
      return {
        row: String(row[by]),
        column: 1,
        text: `${sign}${writeFigure(Math.abs(value), unit, answer.currency)}`,
        value,
        file: { ...file, row: rowInFile(answer, row), minus: place(`${metric}__compare`) },
      };
    }),
  ];
}
