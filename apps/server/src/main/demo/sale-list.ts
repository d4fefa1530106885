import type { DemoRecord } from "./demo-record.ts";

/** Which column of the tills' list fills which field of a sale. */
const columns: Readonly<Record<string, string>> = {
  source_key: "id",
  receipt_key: "receipt",
  sold_at: "sold_at",
  branch: "shop",
  region: "region",
  salesperson: "cashier",
  payment_method: "payment",
  customer_segment: "segment",
  channel: "channel",
  customer_key: "customer",
  is_return: "is_return",
  product: "product",
  category: "category",
  quantity_milli: "quantity",
  gross_minor: "gross",
  discount_minor: "discount",
  cost_minor: "cost",
};

export const saleMapping = {
  fact: "sale_lines",
  fields: Object.fromEntries(Object.entries(columns).map(([field, from]) => [field, { from }])),
};

/** A sale as the tills list it: money and quantities as people write them. */
export function listedSale(record: DemoRecord): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(columns)) {
    const value = plainNumber(field, record[field]);
    if (value !== undefined) row[column] = value;
  }
  return row;
}

/** What our tables keep in units of a power of ten, with its point. */
export function plainNumber(field: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (field.endsWith("_minor")) return (Number(value) / 100).toFixed(2);
  return field.endsWith("_milli") ? String(Number(value) / 1000) : value;
}
