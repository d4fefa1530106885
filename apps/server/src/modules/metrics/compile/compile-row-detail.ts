import { completedRelation } from "../model/completions.ts";
import type { Dataset, RelatedRows, RowDetail } from "../model/dataset.ts";
import { orderExpression } from "../model/order-facts.ts";
import type { Registry } from "../model/registry.ts";
import type { CompiledQuery } from "./compile-query.ts";
import { type CompiledColumn, compileColumns, joinsFor, selectColumns } from "./row-columns.ts";
import { readRowKey } from "./row-key.ts";
import { Statement } from "./statement.ts";

export type CompiledDetail = CompiledQuery & { columns: CompiledColumn[] };

/** More rows than this do not belong to one row; a drawer shows no more. */
const mostRelated = 500;

type Opened = { dataset: Dataset; key: string; tenantId: string; registry: Registry };

/** The opened row with its columns of the list. */
export function compileOpenedRow({ dataset, key, tenantId, registry }: Opened): CompiledDetail {
  const statement = new Statement(tenantId);
  const conditions = readRowKey(key, dataset).map(({ sql, value }, index) =>
    // The first two are columns with an index; the others are told apart by their texts.
    index < 2 ? `${sql} = ${statement.value(value, "text")}` : `(${sql})::text = ${statement.value(value, "text")}`,
  );
  const from = `select * from ${dataset.relation} f where ${[`tenant_id = ${statement.tenant}`, ...conditions].join(" and ")}`;
  const columns = compileColumns(dataset, registry, statement);
  const text = `select ${selectColumns(columns).join(", ")} from (${from}) f ${joinsFor(columns)} limit 1`;
  return { text, values: statement.values, columns };
}

/** What the facts of the opened row tell beyond the list, beside the columns: `at0`…, `history`, its place and `own_order`. */
export function compileDetail(opened: Opened, detail: RowDetail): CompiledDetail {
  const { dataset, registry, tenantId } = opened;
  const statement = new Statement(tenantId);
  const columns = compileColumns({ dimensions: dataset.dimensions, rows: detail.columns ?? [] }, registry, statement);
  const { moments = [], history, location } = detail;
  const selected = [
    ...selectColumns(columns),
    ...moments.map(({ at }, index) => `${at} as at${index}`),
    `${history ?? "null::jsonb"} as history`,
    `${location?.latitude ?? "null::float8"} as latitude`,
    `${location?.longitude ?? "null::float8"} as longitude`,
    `${orderExpression(dataset.fact)} as own_order`,
  ];
  const text = `select ${selected.join(", ")} from (${compileFacts(opened, statement)}) f ${joinsFor(columns)}`;
  return { text, values: statement.values, columns };
}

/** Rows that belong to the opened one; `is_own` tells the opened row itself. */
export function compileRelated(opened: Opened, related: RelatedRows): CompiledDetail {
  const statement = new Statement(opened.tenantId);
  statement.with("one", () => `(${compileFacts(opened, statement)})`);
  const columns = compileColumns(related, opened.registry, statement);
  const isOwn = "exists (select from one where one.source = f.source and one.source_key = f.source_key) as is_own";
  const text = `select ${[...selectColumns(columns), isOwn].join(", ")}
from ${related.relation} f ${joinsFor(columns)} order by ${related.order} limit ${mostRelated}`;
  return { text: statement.text(text), values: statement.values, columns };
}

/** The opened row as its table of facts holds it, with the groups of lists. */
function compileFacts({ dataset, key }: Opened, statement: Statement): string {
  const [source, sourceKey] = readRowKey(key, dataset);
  return (
    `select * from ${completedRelation(dataset.fact)} f where tenant_id = ${statement.tenant} ` +
    `and source = ${statement.value(source?.value, "text")} and source_key = ${statement.value(sourceKey?.value, "text")}`
  );
}
