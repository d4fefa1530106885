import { completedKey, completedRelation } from "../model/completions.ts";
import type { Dataset, Measure, RowColumn } from "../model/dataset.ts";
import { otherCurrency } from "../model/money.ts";
import { mostTargetDays } from "../model/target-days.ts";

const count = (where: string): Measure => ({ kind: "sum", unit: "count", where });
const sold = "not is_return";
/** What a return takes back counts against what was sold, so that one sum holds both. */
const signed = (value: string) => `case when is_return then -(${value}) else ${value} end`;
/** A line without a discount was sold at its full price. */
const paid = "gross_minor - coalesce(discount_minor, 0)";
const hasCost = "cost_minor is not null";

/** What a return takes back is negative, so that the rows add up to the figure. */
const amounts: RowColumn[] = [
  { id: "quantity_milli", label: "Quantity", format: "quantity", value: signed("quantity_milli") },
  { id: "gross_minor", label: "Gross", format: "money", value: signed("gross_minor") },
  { id: "discount_minor", label: "Discount", format: "money", value: signed("discount_minor") },
  { id: "net_minor", label: "Net", format: "money", value: signed(paid) },
  { id: "cost_minor", label: "Cost", format: "money", value: signed("cost_minor") },
];

const transactions: Measure = {
  kind: "distinct",
  unit: "count",
  where: sold,
  of: "receipt_key",
  // One receipt has several products, but only one of each of these.
  additiveOver: [
    "branch",
    "region",
    "salesperson",
    "payment_method",
    "customer_segment",
    "channel",
    "day_of_week",
    "hour_of_day",
    "half_hour",
  ],
};

const sales: Dataset = {
  id: "sales",
  domain: "sales",
  fact: "sale_lines",
  relation: completedRelation("sale_lines"),
  dimensions: {
    branch: "branch_id",
    region: completedKey("region"),
    product: "product_id",
    category: completedKey("category"),
    salesperson: "salesperson_id",
    payment_method: "payment_method_id",
    customer_segment: "customer_segment_id",
    channel: "channel_id",
    day_of_week: "extract(isodow from day)::int",
    hour_of_day: "hour + 1",
    half_hour: "2 * hour + floor(extract(minute from sold_at at time zone time_zone) / 30)::int + 1",
  },
  measures: {
    net: { kind: "sum", unit: "minor", value: signed(paid) },
    // Beside costs: how many lines could have one in this currency.
    lines: { kind: "sum", unit: "count", isInCurrency: true },
    all_lines: { kind: "sum", unit: "count" },
    cost: { kind: "sum", unit: "minor", value: signed("cost_minor") },
    costed: count(hasCost),
    costed_net: { kind: "sum", unit: "minor", where: hasCost, value: signed(paid) },
    gross: { kind: "sum", unit: "minor", where: sold, value: "gross_minor" },
    discount: { kind: "sum", unit: "minor", where: sold, value: "discount_minor" },
    discounted: count(`${sold} and discount_minor is not null`),
    returned: { kind: "sum", unit: "minor", where: "is_return", value: paid },
    returns: count("is_return"),
    units: { kind: "sum", unit: "milli", where: sold, value: "quantity_milli" },
    // Beside amounts: units of lines in their currency.
    units_in_currency: { kind: "sum", unit: "milli", where: sold, value: "quantity_milli", isInCurrency: true },
    transactions,
    // Beside amounts: receipts with lines in their currency.
    transactions_in_currency: { ...transactions, isInCurrency: true },
    customers: { kind: "distinct", unit: "count", where: sold, of: "customer_key", additiveOver: null },
    repeat_customers: { kind: "repeated", unit: "count", where: sold, of: "customer_key", by: "receipt_key" },
    selling_branches: { kind: "distinct", unit: "count", where: sold, of: "branch_id", additiveOver: null },
    with_branch: count(`${sold} and branch_id is not null`),
    without_branch: count(`${sold} and branch_id is null`),
    lines_sold: count(sold),
    with_customer: count(`${sold} and customer_key is not null`),
    without_customer: count(`${sold} and customer_key is null`),
    other_currency: otherCurrency(),
  },
  rollups: [
    { number: 200, dimensions: [] },
    { number: 201, dimensions: ["region"] },
    { number: 202, dimensions: ["channel"] },
    { number: 203, dimensions: ["customer_segment"] },
    { number: 204, dimensions: ["payment_method"] },
    { number: 205, dimensions: ["day_of_week", "hour_of_day"] },
    // At most 48 cells a day, however many sales there are.
    { number: 211, dimensions: ["day_of_week", "half_hour"] },
    { number: 206, dimensions: ["branch"] },
    { number: 207, dimensions: ["category"] },
    { number: 208, dimensions: ["salesperson"] },
    { number: 209, dimensions: ["branch", "category"] },
    { number: 210, dimensions: ["product"] },
  ],
  rows: [
    { id: "line", label: "Line", format: "text", value: "source_key", isSearched: true },
    { id: "receipt_key", label: "Receipt", format: "text", value: "receipt_key", isSearched: true },
    { id: "order_reference", label: "Order", format: "text", value: "order_reference", isSearched: true },
    { id: "customer_key", label: "Customer", format: "text", value: "customer_key", isSearched: true },
    { id: "is_return", label: "Return", format: "flag", value: "is_return" },
    { dimension: "branch" },
    { dimension: "product" },
    { dimension: "category" },
    { dimension: "salesperson" },
    { dimension: "payment_method" },
    { dimension: "channel" },
    { id: "sold_at", label: "Sold", format: "instant", value: "sold_at" },
    ...amounts,
  ],
  detail: {
    columns: [{ dimension: "region" }, { dimension: "customer_segment" }],
    related: [
      {
        title: "Other lines of the receipt",
        // A receipt is written on one day, and days have an index.
        relation: `(select f.* from ${completedRelation("sale_lines")} f join one
          on f.tenant_id = one.tenant_id and f.day = one.day and f.receipt_key = one.receipt_key
          where (f.source, f.source_key) <> (one.source, one.source_key))`,
        dimensions: { product: "product_id", category: completedKey("category") },
        rows: [
          { id: "line", label: "Line", format: "text", value: "source_key" },
          { dimension: "product" },
          { dimension: "category" },
          ...amounts,
        ],
        order: "f.source_key",
      },
    ],
  },
};

/**
 * Each target on each of its days, with its share of the amount. What is left of a division is spread, too, so that the
 * days add up to the whole. A last day that a later record has left behind does not count.
 */
const spreadTargets = `(select t.tenant_id, t.source, t.source_key, t.branch_id, t.${completedKey("region")}, t.currency, t.day + step as day,
  t.target_minor * (step + 1) / days - t.target_minor * step / days as target_minor
  from (select c.*, least(greatest(c.last_day - c.day, 0), ${mostTargetDays - 1}) + 1 as days from ${completedRelation("sales_targets")} c) t
  cross join lateral generate_series(0, t.days - 1) step)`;

const targets: Dataset = {
  id: "targets",
  domain: "sales",
  fact: "sales_targets",
  relation: spreadTargets,
  rowKey: ["day"],
  dimensions: { branch: "branch_id", region: completedKey("region"), day_of_week: "extract(isodow from day)::int" },
  measures: { target: { kind: "sum", unit: "minor", value: "target_minor" }, other_currency: otherCurrency() },
  isFuture: true,
  rollups: [
    { number: 250, dimensions: [] },
    { number: 251, dimensions: ["region"] },
    { number: 252, dimensions: ["branch"] },
  ],
  rows: [
    { id: "target", label: "Target", format: "text", value: "source_key", isSearched: true },
    { id: "day", label: "Day", format: "day", value: "day" },
    { dimension: "branch" },
    { dimension: "region" },
    { id: "target_minor", label: "Amount", format: "money", value: "target_minor" },
  ],
};

const branches: Dataset = {
  id: "branches",
  domain: "sales",
  fact: "branches",
  relation: completedRelation("branches"),
  dimensions: { branch: "branch_id", region: completedKey("region") },
  measures: { open_branches: { kind: "sum", unit: "count" } },
  rollups: [],
  rows: [
    { id: "branch_key", label: "Key", format: "text", value: "source_key", isSearched: true },
    { dimension: "branch" },
    { dimension: "region" },
    { id: "opened_at", label: "Opened", format: "instant", value: "opened_at" },
    { id: "closed_at", label: "Closed", format: "instant", value: "closed_at" },
    { id: "area_square_metres", label: "Area in m²", format: "number", value: "area_square_metres" },
    { id: "latitude", label: "Latitude", format: "number", value: "latitude" },
    { id: "longitude", label: "Longitude", format: "number", value: "longitude" },
  ],
  detail: { location: { latitude: "latitude", longitude: "longitude" } },
};

export const salesDatasets: Dataset[] = [sales, targets, branches];
