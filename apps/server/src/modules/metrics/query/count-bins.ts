import type { SnapshotContext } from "../../../platform/context.ts";
import { compileRows } from "../compile/compile-rows.ts";
import type { QueryPlan } from "../compile/plan.ts";
import { spanForReading } from "../compile/query-shape.ts";
import { Statement } from "../compile/statement.ts";
import { requireDataset } from "../model/registry.ts";
import { runCompiled } from "./metric-store.ts";

/** The rows of a plan by the bins of a histogram measure, from the lowest bin. */
export async function countBins(
  context: SnapshotContext,
  plan: QueryPlan,
  measure: string,
): Promise<{ bin: number; n: number }[]> {
  const { statement, from, sum } = compileMeasureRows(context, plan, measure);
  const text = `select bin::int as bin, (${sum})::float8 as n from ${from} group by bin order by bin`;
  return runCompiled(context, { text: statement.text(text), values: statement.values });
}

/** What a measure adds up to under a plan. */
export async function sumMeasure(context: SnapshotContext, plan: QueryPlan, measure: string): Promise<number> {
  const { statement, from, sum } = compileMeasureRows(context, plan, measure);
  const text = `select coalesce(${sum}, 0)::float8 as n from ${from}`;
  const [row] = await runCompiled<{ n: number }>(context, { text: statement.text(text), values: statement.values });
  return row?.n ?? 0;
}

function compileMeasureRows({ tenantId }: SnapshotContext, plan: QueryPlan, name: string) {
  const [datasetId = "", measure = ""] = name.split(".");
  const { filters, tomorrow } = plan;
  const statement = new Statement(tenantId);
  const dataset = requireDataset(plan.registry, datasetId);
  const shape = { dimensions: [], filters, span: plan.span, grain: null, levels: [], isCumulative: false, tomorrow };
  const rows = compileRows(
    {
      dataset,
      measures: [measure],
      dimensions: [],
      filters,
      span: spanForReading(undefined, dataset, shape),
      grain: null,
    },
    { ...plan, statement },
  );
  return { statement, from: rows.from, sum: rows.sum(0) };
}
