import type { PanelAnswer } from "@console/contracts";
import type { FigureView, PanelReader, PanelView } from "./panel-view.ts";
import { changeOf, columnOf, formatOf, numberIn, type Question } from "./read-answer.ts";

/** The figures of a strip with their course. */
export function describeFigures({ questions, noise }: PanelAnswer, reader: PanelReader): PanelView {
  const figures = questions.flatMap((question) =>
    question.query.metrics.map((metric) => describeFigure(question, metric, noise.includes(metric), reader)),
  );
  return figures.length > 0 ? { kind: "figures", figures } : { kind: "nothing", reason: "not-narrowed" };
}

function describeFigure(question: Question, metric: string, isNoise: boolean, reader: PanelReader): FigureView {
  const { answer } = question;
  const column = columnOf(question, metric);
  const now = numberIn(answer.totals[metric]);
  const then = numberIn(answer.totals[`${metric}__compare`]);
  const format = formatOf(question, metric, reader);
  const unit = column?.unit === "currency" ? answer.currency : column?.unit === "units" ? "units" : "";
  return {
    ...{ metric, label: column?.label ?? metric, unit, good: column?.good ?? null },
    value: now === null ? null : format(now),
    change: changeOf(question, metric, { now, then, isNoise }, reader),
    trend: answer.rows.flatMap((row) => numberIn(row[metric]) ?? []),
    cell: { metric },
  };
}
