import type { PanelAnswerFor } from "@console/contracts";
import { countCurrencyDigits } from "../currency.ts";
import { type FormatChoices, formatMoney, formatNumber } from "../format.ts";
import { sayComparisonGap } from "../measure-change.ts";
import type { FigureView, PanelReader, PanelView } from "./panel-view.ts";
import { describeChange, findColumn, findRule, formatterFor, numberIn, type Question } from "./read-answer.ts";

/** The figures of a strip with their course. */
export function describeFigures({ questions, noise }: PanelAnswerFor<"kpis">, reader: PanelReader): PanelView {
  const figures = questions.flatMap((question) =>
    question.query.metrics.map((metric) => describeFigure(question, metric, noise.includes(metric), reader)),
  );
  return figures.length > 0 ? { kind: "figures", figures } : { kind: "nothing", reason: "not-narrowed" };
}

function describeFigure(question: Question, metric: string, isUsual: boolean, reader: PanelReader): FigureView {
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
    comparisonGap: sayComparisonGap(answer, metric, reader),
    change: describeChange(question, metric, { now, then, isUsual }, reader),
    trend: answer.rows.flatMap((row) => numberIn(row[metric]) ?? []),
    coverage: sayCaveats(question, metric, reader.formats, now === null),
    cell: { metric },
  };
}

/** What someone should know of a figure, in words: how much was measured, and what is not counted. */
export function sayCaveats(
  question: Pick<Question, "answer">,
  metric: string,
  formats: FormatChoices,
  isUnknown = false,
): string | null {
  const caveats = [
    isUnknown ? null : sayCoverage(question, metric, formats),
    sayOtherCurrencies(question, metric, formats),
  ].filter((caveat) => caveat !== null);
  return caveats.length > 0 ? caveats.join(". ") : null;
}

/** What a figure of money does not count because it is in other currencies: 1,204 rows in EUR (12,340.50). */
export function sayOtherCurrencies(
  question: Pick<Question, "answer">,
  metric: string,
  formats: FormatChoices,
): string | null {
  const others = findRule(question, metric)?.otherCurrencies ?? [];
  const parts = others.map(({ currency, rows, amount }, index) => {
    const noun = index > 0 ? "" : rows === 1 ? " row" : " rows";
    const worth =
      amount === null ? "" : ` (${formatMoney(amount * 10 ** countCurrencyDigits(currency), currency, formats)})`;
    return `${formatNumber(rows, formats)}${noun} in ${currency}${worth}`;
  });
  const last = parts.pop();
  if (last === undefined) return null;
  return `Not counted: ${parts.length > 0 ? `${parts.join(", ")} and ${last}` : last}`;
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
