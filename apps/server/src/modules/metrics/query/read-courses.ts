import type { Grain, MetricFilter, MetricQuery } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { compileSlots, joinParts } from "../compile/compile-parts.ts";
import { Formulas } from "../compile/formulas.ts";
import type { Frame } from "../compile/frame.ts";
import { unassigned } from "../compile/plan.ts";
import { Statement } from "../compile/statement.ts";
import { registry } from "../model/registry.ts";
import { type Figures, runCompiled } from "./metric-store.ts";
import { planFor } from "./query-metrics.ts";

type Input = { metrics: string[]; by: string; grain: Grain; filters: MetricFilter[]; time: MetricQuery["time"] };

/** The values of some metrics for one member: `values[metric][place]` is that of the period at the same place. */
type Course = { member: string; periods: string[]; values: (number | null)[][] };

/** The course of metrics for every member of a dimension, however many there are; periods without facts are left out. */
export async function readCourses(
  context: Context,
  { by, grain, ...question }: Input,
  figures?: Figures,
): Promise<Course[]> {
  const plan = await planFor(context, { dimensions: [by], grain, ...question }, figures);
  const { settings, filters, span, tomorrow } = plan;
  const statement = new Statement(context.tenantId);
  const formulas = new Formulas(plan.metrics, registry, settings);
  const frame: Frame = { dimensions: [by], filters, span, grain, levels: ["cell"], isCumulative: false, tomorrow };
  const slots = compileSlots(formulas.valueSlots, frame, { ...plan, statement, registry });
  const cells = joinParts(slots, ["d0", "p"], formulas.valueSlots);
  const values = plan.metrics.map((metric) => `array_agg(${formulas.value(metric, "s.")} order by p)`);
  const text = `select coalesce(m.name, '${unassigned}') as member, array_agg(p::text order by p) as periods,
  ${values.map((value, place) => `${value} as m${place}`).join(", ")}
from (${cells}) s
left join members m on m.tenant_id = ${statement.tenant} and m.dimension = ${statement.value(by, "text")} and m.id = s.d0
group by s.d0, m.name order by 1`;
  const rows = await runCompiled<Record<string, unknown>>(context, {
    text: statement.text(text),
    values: statement.values,
  });
  return rows.map((row) => ({
    member: String(row.member),
    periods: row.periods as string[],
    values: plan.metrics.map((_, place) => row[`m${place}`] as (number | null)[]),
  }));
}
