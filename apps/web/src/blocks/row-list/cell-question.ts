import type { MetricFilter, MetricQuery, NarrowedRows, PanelAnswer, ReportPanel } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import type { FormatChoices } from "@console/figures/format";
import { longPeriod, periodEnd } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";

/** Parts of a cell that are no members. */
const ownKeys = ["metric", "panel", "period", "report"];
/** What a chart calls the members that it does not show one by one. */
const restName = "Other";

type Question = PanelAnswer["questions"][number];

/** The rows behind a cell of a panel: which they are, and what they are called; null where the panel counts no rows. */
export function toRowsQuestion(
  cell: Cell,
  panel: Pick<ReportPanel, "title">,
  { questions }: Pick<PanelAnswer, "questions">,
  formats: FormatChoices,
): NarrowedRows | null {
  const question = questions.find(({ query }) => !cell.metric || query.metrics.includes(cell.metric)) ?? questions[0];
  const metric = cell.metric ?? question?.query.metrics[0];
  if (!question || !metric) return null;
  const { basis, filters } = question.query;
  return {
    label: sayCell(cell, panel, question, formats),
    metric,
    filters: [...filters, ...toCellFilters(cell, question)],
    time: toCellTime(question.query, cell),
    ...(basis && { basis }),
  };
}

function listMembers(cell: Cell): [string, string][] {
  return Object.entries(cell).filter(([name]) => !ownKeys.includes(name));
}

/** The members of a cell as filters; the rest is what none of the members that are shown have. */
function toCellFilters(cell: Cell, { answer }: Question): MetricFilter[] {
  return listMembers(cell).map(([field, value]) => {
    if (value !== restName) return { field, op: "in", values: [value] };
    const shown = new Set(answer.rows.map((row) => String(row[field] ?? "")));
    return { field, op: "not_in", values: [...shown].filter((member) => member !== restName && member !== "") };
  });
}

/** The days of a cell: its period, cut to those that were asked for. */
function toCellTime(query: MetricQuery, { period }: Cell): MetricQuery["time"] {
  if (!period || !("from" in query.time)) return query.time;
  const next = addDays(periodEnd(period, query.grain ?? "day"), 1);
  const { from, to } = query.time;
  const [, first = from] = [period, from].sort();
  const [end = to] = [next, to].sort();
  return { from: first, to: end };
}

function sayCell(
  cell: Cell,
  panel: Pick<ReportPanel, "title">,
  { query, answer }: Question,
  formats: FormatChoices,
): string {
  const label = answer.columns.find(({ id }) => id === cell.metric)?.label ?? panel.title;
  const members = listMembers(cell).map(([, value]) => value);
  const period = cell.period ? [longPeriod(cell.period, query.grain ?? "day", null, formats)] : [];
  return [label, ...members, ...period].join(", ");
}
