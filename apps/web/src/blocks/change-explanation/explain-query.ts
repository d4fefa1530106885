import type { MetricQueryInput, PanelAnswer } from "@console/contracts";

type Question = PanelAnswer["questions"][number];

/** A question why a figure changed, under all that its panel is read with. */
export type ExplainQuery = MetricQueryInput & { explain: true };

/** A figure whose change someone wants to know the reasons of. */
export type Explained = { label: string; query: ExplainQuery };

/** The metrics of a panel that are compared with something, each with the question why it changed. */
export function listExplained({ questions }: Pick<PanelAnswer, "questions">): Explained[] {
  const all = questions
    .filter(({ query, answer }) => query.compare && answer.compareTime !== null)
    .flatMap((question) =>
      question.query.metrics
        .filter((metric) => hasComparison(question, metric))
        .map((metric) => [metric, toExplained(metric, question)] as const),
    );
  return [...new Map(all).values()];
}

function hasComparison({ answer }: Question, metric: string): boolean {
  const rule = answer.rules.find((one) => one.metric === metric);
  return !rule?.comparisonGap && !rule?.unknown;
}

/** Asks why the whole of a metric changed, whatever its panel splits it by. */
function toExplained(metric: string, { query, answer }: Question): Explained {
  const { filters, time, basis, compare } = query;
  const label = answer.columns.find(({ id }) => id === metric)?.label ?? metric;
  const asked = { metrics: [metric], filters, time, ...(basis && { basis }), ...(compare && { compare }) };
  return { label, query: { ...asked, explain: true } };
}
