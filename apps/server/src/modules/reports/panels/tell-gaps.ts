import type { PanelAnswer } from "@console/contracts";
import { type FormatChoices, formatDate, sayCoverage, sayOtherCurrencies } from "@console/figures";
import { sayGapReason } from "@console/figures/measure-change";
import type { LeftOut } from "./ask.ts";

/** What a panel's figures leave out because nobody knows it. Tiles tell it themselves, each for its own figure. */
export function tellGaps(
  { kind, questions }: Pick<PanelAnswer, "kind" | "questions">,
  formats: FormatChoices,
): LeftOut[] {
  if (kind === "kpis") return [];
  const gaps = questions.flatMap((question) =>
    question.query.metrics.flatMap((metric): LeftOut[] => {
      const rule = question.answer.rules.find((one) => one.metric === metric);
      const name = question.answer.columns.find(({ id }) => id === metric)?.label ?? metric;
      const coverage = sayCoverage(question, metric, formats);
      const otherCurrencies = sayOtherCurrencies(question, metric, formats);
      return [
        ...(rule?.unknown ? [{ name, reason: `Not known. ${rule.unknown}.` }] : []),
        ...(coverage ? [{ name, reason: `${coverage}; the others are left out.` }] : []),
        ...(otherCurrencies ? [{ name, reason: `${otherCurrencies}.` }] : []),
        ...(rule?.isOtherUnknown
          ? [{ name, reason: "Not known for Other, where the same one may be counted several times." }]
          : []),
        ...(rule?.comparisonGap
          ? [
              {
                name: "Comparison",
                reason: `${capitalize(sayGapReason(rule.comparisonGap, (day) => formatDate(day, formats)))}.`,
              },
            ]
          : []),
      ];
    }),
  );
  // The stages of a population are of the same rows, so that the first of them tells for all.
  const isSameGap = (one: LeftOut, other: LeftOut) =>
    one.reason === other.reason && (kind === "stages" || one.name === other.name);
  return gaps.filter((gap, index) => gaps.findIndex((one) => isSameGap(one, gap)) === index);
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
