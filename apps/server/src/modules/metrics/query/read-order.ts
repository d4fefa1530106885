import type { SnapshotContext } from "../../../platform/context.ts";
import { compileOrderRows } from "../compile/compile-order-rows.ts";
import { type ReadRow, toCells } from "../compile/row-columns.ts";
import { toRowKey } from "../compile/row-key.ts";
import type { OrderTable } from "../model/order-facts.ts";
import { requireDataset } from "../model/registry.ts";
import { openRow } from "./get-row.ts";
import { runCompiled, type TenantMetricState } from "./metric-store.ts";

type Request = { table: OrderTable; reference: string; exceptSource: string; limit: number };

/** The rows of one kind of fact that belong to an order, from the earliest: the first of them, and how many there are. */
export async function readOrderRows(context: SnapshotContext, request: Request, state: TenantMetricState) {
  const { tenantId } = context;
  const { registry, settings } = state;
  const compiled = compileOrderRows({ ...request, tenantId, registry });
  const rows = await runCompiled<ReadRow>(context, compiled);
  const { columns, dataset } = compiled;
  return {
    columns: columns.map(({ id, label, format, kind }) => ({ id, label, format, kind, isSortable: false })),
    rows: rows.map((row) => ({ key: toRowKey(row, dataset), ...toCells(row, columns, settings.currency) })),
    total: Number(rows[0]?.row_count ?? 0),
    /** How the facts write its reference. */
    reference: rows[0] === undefined ? null : String(rows[0].own_order),
  };
}

/** A delivery of an order as its drawer shows it. */
export function openDelivery(context: SnapshotContext, key: string, state: TenantMetricState) {
  return openRow(context, { dataset: requireDataset(state.registry, "deliveries"), key }, state);
}
