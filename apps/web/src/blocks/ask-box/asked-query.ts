import type {
  AskAnswer,
  MetricAnswer,
  MetricQuery,
  MetricQueryInput,
  PanelAnswer,
  ReportPanel,
} from "@console/contracts";
import { addDays } from "@console/figures/calendar";

/** A metric query as the server writes it in an answer: what holds only a default is left out. */
export type AskedQuery = MetricQueryInput & { explain?: true };

/** The query of an answer or an option. */
export function readQuery(query: NonNullable<AskAnswer["query"]>): AskedQuery {
  return query as AskedQuery;
}

/** The query with every default, and with the days that were meant. */
export function completeQuery({ explain: _, ...query }: AskedQuery, { time: { from, to } }: MetricAnswer): MetricQuery {
  const { dimensions = [], having = [], other = false, cumulative = false } = query;
  return {
    ...query,
    dimensions,
    having,
    other,
    cumulative,
    filters: (query.filters ?? []).map(({ field, op = "in", values }) => ({ field, op, values })),
    sort: (query.sort ?? []).map(({ by, dir = "desc" }) => ({ by, dir })),
    time: from === null ? { asOf: addDays(to, -1) } : { from, to },
  };
}

/** The answer as that of a panel, so that it is drawn as all panels are. */
export function toPanelAnswer(
  panel: ReportPanel,
  query: AskedQuery,
  result: MetricAnswer,
  noise: readonly string[],
): PanelAnswer {
  const questions = [{ query: completeQuery(query, result), answer: result }];
  return { panel: panel.id, kind: panel.kind, questions, noise: [...noise], leftOut: [] } as PanelAnswer;
}
