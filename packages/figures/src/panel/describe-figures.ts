import type { PanelAnswerFor } from "@console/contracts";
import { type FormatChoices, formatNumber } from "../format.ts";
import type { FigureView, PanelReader, PanelView } from "./panel-view.ts";
import {
  describeChange,
  findColumn,
  findRule,
  formatterFor,
  numberIn,
  type Question,
  sayComparisonGap,
} from "./read-answer.ts";

/** The figures of a strip with their course. */
export function describeFigures({ questions, noise }: PanelAnswerFor<"kpis">, reader: PanelReader): PanelView {
  const figures = questions.flatMap((question) =>
    question.query.metrics.map((metric) => describeFigure(question, metric, noise.includes(metric), reader)),
  );
  return figures.length > 0 ? { kind: "figures", figures } : { kind: "nothing", reason: "not-narrowed" };
}

function describeFigure(question: Question, metric: string, isNoise: boolean, reader: PanelReader): FigureView {
  const { answer } = question;
  const column = findColumn(question, metric);
  const now = numberIn(answer.totals[metric]);
  const then = numberIn(answer.totals[`${metric}__compare`]);
  const format = formatterFor(question, metric, reader);
  const unit = column?.unit === "currency" ? answer.currency : column?.unit === "units" ? "units" : "";
  return {
    metric,
    label: column?.label ?? metric,
    unit,
    good: column?.good ?? null,
    value: now === null ? null : format(now),
    unknown: findRule(question, metric)?.unknown ?? null,
    comparisonGap: sayComparisonGap(question, metric, reader),
    change: describeChange(question, metric, { now, then, isNoise }, reader),
    trend: answer.rows.flatMap((row) => numberIn(row[metric]) ?? []),
    coverage: now === null ? null : sayCoverage(question, metric, reader.formats),
    cell: { metric },
  };
}

/** Nearly all is as good as all. */
const enough = 0.995;

/** How much of what a metric is about was measured, in words; null where that is all of it, or no question. */
export function sayCoverage(question: Pick<Question, "answer">, metric: string, formats: FormatChoices): string | null {
  const coverage = findRule(question, metric)?.coverage;
  if (!coverage || coverage.share >= enough) return null;
  const percent = Math.round(coverage.share * 100);
  const share = percent === 0 ? "less than 1%" : `${formatNumber(percent, formats)}%`;
  return `${coverage.what ? `${coverage.what} known for` : "Measured on"} ${share} of ${coverage.of}`;
}
