import type { Grain, MetricFilter, MetricQuery } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { compileValueColumns, joinColumnQueries } from "../compile/compile-value-columns.ts";
import { joinMember } from "../compile/member-names.ts";
import { MetricColumns } from "../compile/metric-columns.ts";
import { unassigned } from "../compile/plan.ts";
import type { QueryShape } from "../compile/query-shape.ts";
import { Statement } from "../compile/statement.ts";
import { runCompiled, type TenantMetricState } from "./metric-store.ts";
import { planFor } from "./query-metrics.ts";

type Input = { metrics: string[]; by: string; grain: Grain; filters: MetricFilter[]; time: MetricQuery["time"] };

/** The values of some metrics for one member: `values[metric][index]` belongs to `periods[index]`. */
type MemberSeries = { member: string; periods: string[]; values: (number | null)[][] };

/** The series of metrics for every member of a dimension, however many there are; periods without facts are left out. */
export async function readSeriesByMember(
  context: SnapshotContext,
  { by, grain, ...question }: Input,
  metricState?: TenantMetricState,
): Promise<MemberSeries[]> {
  const plan = await planFor(context, { dimensions: [by], grain, ...question }, metricState);
  const { settings, filters, span, tomorrow } = plan;
  const statement = new Statement(context.tenantId);
  const metricColumns = new MetricColumns(plan.metrics, plan.registry, settings);
  const shape: QueryShape = { dimensions: [by], filters, span, grain, levels: ["cell"], isCumulative: false, tomorrow };
  const queries = compileValueColumns(metricColumns.cellColumns, shape, { ...plan, statement });
  const cells = joinColumnQueries(queries, ["d0", "p"], metricColumns.cellColumns);
  const values = plan.metrics.map((metric) => `array_agg(${metricColumns.value(metric, "s.")} order by p)`);
  const text = `select coalesce(m.name, '${unassigned}') as member, array_agg(p::text order by p) as periods,
  ${values.map((value, index) => `${value} as m${index}`).join(", ")}
from (${cells}) s
${joinMember("m", by, "s.d0", statement)}
group by s.d0, m.name order by 1`;
  const rows = await runCompiled<Record<string, unknown>>(context, {
    text: statement.text(text),
    values: statement.values,
  });
  return rows.map((row) => ({
    member: String(row.member),
    periods: row.periods as string[],
    values: plan.metrics.map((_, index) => row[`m${index}`] as (number | null)[]),
  }));
}
