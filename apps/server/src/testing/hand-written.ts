import { type HandWrittenMetric, handWrittenMetrics } from "./hand-written-metrics.ts";
import { handWrittenRelations } from "./hand-written-relations.ts";

/** Runs a statement with its values. */
export type RunSql = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** The values of one metric by the names of a dimension's members; "" stands for everything. */
export type Values = Map<string, number | null>;

export type HandWrittenQuestion = {
  tenantId: string;
  metrics: readonly string[];
  dimension: string | null;
  /** The first and the last day that are meant; a state needs only the last. */
  firstDay: string;
  lastDay: string;
};

/** The metrics whose twins read the same rows, so that one statement can answer them all. */
export function metricsOnTheSameRows(ids: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const { from, when } = findTwin(id);
    groups.set(`${from} ${when}`, [...(groups.get(`${from} ${when}`) ?? []), id]);
  }
  return [...groups.values()];
}

/** Answers metrics from the fact tables alone; all of them must read the same rows. */
export async function askByHand(run: RunSql, question: HandWrittenQuestion): Promise<Map<string, Values>> {
  const { tenantId, metrics, dimension, firstDay, lastDay } = question;
  const { from, when } = findTwin(metrics[0] ?? "");
  const { text } = handWrittenRelations[from];
  const dimensions: Readonly<Record<string, string>> = handWrittenRelations[from].dimensions;
  const column = dimension === null ? "''" : dimensions[dimension];
  if (!column) throw new Error(`Nobody wrote the dimension ${dimension} of ${from} by hand.`);
  const isMember = column.endsWith("_id");
  const member = isMember ? "coalesce(member.name, 'Unassigned')" : column;
  const join = isMember
    ? `left join members member on member.tenant_id = $1 and member.dimension = '${dimension}' and member.id = f.${column}`
    : "";
  const values = metrics.map((id) => `(${findTwin(id).sql})::float8 as "${id}"`);
  // Only one of the two days stands in some texts, and a parameter that nothing names has no type.
  const statement = `with asked as (select $2::date as first_day, $3::date as last_day)
    select ${member} as member, ${values.join(", ")} from asked cross join lateral (${text}) f ${join}
    where f.tenant_id = $1 and ${when} group by ${dimension === null ? "()" : "1"}`;
  const rows = await run(statement, [tenantId, firstDay, lastDay]);
  return new Map(metrics.map((id) => [id, new Map(rows.map((row) => [String(row.member), row[id] as number | null]))]));
}

/** Whether two values say the same; where parts are added up, nothing is as good as zero. */
export function isSame(id: string, one: number | null | undefined, two: number | null | undefined): boolean {
  const { isShare, isPercentile } = findTwin(id);
  const nothing = isShare || isPercentile ? null : 0;
  const [a, b] = [one ?? nothing, two ?? nothing];
  if (a === null || b === null) return a === b;
  const tolerance = isPercentile ? 0.01 : 1e-6;
  return Math.abs(a - b) <= tolerance * Math.max(isPercentile ? 0 : 1, Math.abs(a), Math.abs(b));
}

function findTwin(id: string): HandWrittenMetric {
  const twin = handWrittenMetrics[id];
  if (!twin) throw new Error(`The metric ${id} has no twin written by hand.`);
  return twin;
}
