import type { DemoRecord } from "./demo-record.ts";
import { plainNumber } from "./sale-list.ts";

/** The columns of the stock database, with their types and the fields of a movement that they fill. */
export const movementColumns = [
  { name: "movement_id", type: "text", field: "source_key" },
  { name: "warehouse", type: "text", field: "warehouse" },
  { name: "product", type: "text", field: "product" },
  { name: "category", type: "text", field: "category" },
  { name: "supplier", type: "text", field: "supplier" },
  { name: "bin_zone", type: "text", field: "bin_zone" },
  { name: "abc_class", type: "text", field: "abc_class" },
  { name: "kind", type: "text", field: "movement_type" },
  { name: "moved_at", type: "timestamptz", field: "moved_at" },
  { name: "quantity", type: "numeric", field: "quantity_milli" },
  { name: "value", type: "numeric", field: "value_minor" },
  { name: "docked_at", type: "timestamptz", field: "docked_at" },
  { name: "stored_at", type: "timestamptz", field: "stored_at" },
  { name: "reason", type: "text", field: "reason" },
  { name: "reference", type: "text", field: "reference" },
] as const;

export const movementQuery = "select * from demo_stock.movements";

export const movementMapping = {
  fact: "stock_movements",
  fields: Object.fromEntries(movementColumns.map(({ name, field }) => [field, { from: name }])),
};

/** The values of a movement in the order of the columns. */
export function movementValues(record: DemoRecord): unknown[] {
  return movementColumns.map(({ field }) => plainNumber(field, record[field]) ?? null);
}
