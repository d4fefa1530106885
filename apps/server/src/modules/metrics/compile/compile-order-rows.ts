import { type OrderFact, type OrderTable, orderFacts, spellReference } from "../model/order-facts.ts";
import { type Registry, requireDataset } from "../model/registry.ts";
import type { CompiledRowList } from "./compile-row-list.ts";
import { compileColumns, joinsFor, selectColumns } from "./row-columns.ts";
import { orderKey, rowKeyColumns } from "./row-key.ts";
import { Statement } from "./statement.ts";

/** The rows of one table of facts that belong to an order. */
export type OrderRowsRequest = {
  table: OrderTable;
  reference: string;
  tenantId: string;
  registry: Registry;
  /** A source whose rows are told elsewhere. */
  exceptSource: string;
  limit: number;
};

/** Those rows from the earliest, each with how many there are in all as `row_count`, and how the order is written as `own_order`. */
export function compileOrderRows(request: OrderRowsRequest): CompiledRowList {
  const { table, reference, tenantId, registry, exceptSource, limit } = request;
  const { column, where, ...fact }: OrderFact = orderFacts[table];
  const dataset = requireDataset(registry, fact.dataset);
  const statement = new Statement(tenantId);
  const spellings = spellReference(reference).map((spelling) => statement.value(spelling, "text"));
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    `${column} = any(array[${spellings.join(", ")}])`,
    `source <> ${statement.value(exceptSource, "text")}`,
    ...(where === undefined ? [] : [where]),
  ];
  const key = orderKey(dataset);
  const picked = `select *, count(*) over () as row_count from ${dataset.relation} f
where ${conditions.join(" and ")} order by day, ${key} limit ${limit}`;
  const columns = compileColumns(dataset, registry, statement);
  const selected = [...selectColumns(columns), ...rowKeyColumns(dataset), "row_count", `f.${column} as own_order`];
  const text = `select ${selected.join(", ")} from (${picked}) f ${joinsFor(columns)} order by f.day, ${key}`;
  return { text: statement.text(text), values: statement.values, dataset, columns };
}
