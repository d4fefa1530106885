import { completedKey, completedRelation } from "../model/completions.ts";
import type { Dataset, Measure, RelatedRows, RowColumn } from "../model/dataset.ts";
import { movementTypes, toCode } from "../model/dimensions.ts";
import { otherCurrency } from "../model/money.ts";

const is = (type: (typeof movementTypes)[number]) => `movement_type = ${toCode(movementTypes, type)}`;
const count = (where: string): Measure => ({ kind: "sum", unit: "count", where });
/** A count tells the stock also where it finds nothing. */
const hasComeIn = "(quantity_milli > 0 or counted_milli is not null)";
const picked = "picked_at is not null";

const itemDimensions = {
  warehouse: "warehouse_id",
  product: "product_id",
  category: completedKey("category"),
  supplier: completedKey("supplier"),
  abc_class: completedKey("abc_class"),
};
const itemRows: RowColumn[] = [
  { dimension: "warehouse" },
  { dimension: "product" },
  { dimension: "category" },
  { dimension: "supplier" },
  { dimension: "abc_class" },
];

/** The movements of one item with what was left after each; `condition` is SQL of those that are shown. */
function balances(title: string, condition: string, order: string): RelatedRows {
  // What moved in the moment of a count moved before it.
  const inTime = "(order by f.moved_at, f.counted_milli is not null, f.source, f.source_key)";
  return {
    title,
    relation: `(with moved as (
      select f.*, sum(f.quantity_milli) over ${inTime} as balance_milli, row_number() over ${inTime} as place
      from stock_movements f join one
        on f.tenant_id = one.tenant_id and f.warehouse_id = one.warehouse_id and f.product_id = one.product_id
    ) select moved.* from moved where ${condition})`,
    dimensions: { movement_type: "movement_type" },
    rows: [
      { id: "moved_at", label: "Moved", format: "instant", value: "moved_at" },
      { dimension: "movement_type" },
      { id: "reference", label: "Reference", format: "text", value: "reference" },
      { id: "quantity_milli", label: "Quantity", format: "quantity", value: "quantity_milli" },
      { id: "balance_milli", label: "Left after it", format: "quantity", value: "balance_milli" },
    ],
    order,
  };
}

const ownPosition = "(select m.place from moved m join one on m.source = one.source and m.source_key = one.source_key)";

const movements: Dataset = {
  id: "movements",
  domain: "warehouse",
  fact: "stock_movements",
  relation: completedRelation("stock_movements"),
  dimensions: { ...itemDimensions, bin_zone: "bin_zone_id", movement_type: "movement_type" },
  measures: {
    quantity: { kind: "sum", unit: "milli", value: "quantity_milli" },
    value: { kind: "sum", unit: "minor", value: "value_minor" },
    // Stock can only be known where something came in: as a receipt, a return, a count or the opening stock.
    incoming: count(hasComeIn),
    incoming_in_currency: { ...count(hasComeIn), isInCurrency: true },
    // One movement without a value leaves open what all that is left is worth.
    unvalued: { ...count("value_minor is null and quantity_milli <> 0"), isInCurrency: false },
    receipts: count(is("Receipt")),
    inbound: { kind: "sum", unit: "milli", where: is("Receipt"), value: "quantity_milli" },
    outbound: { kind: "sum", unit: "milli", where: is("Issue"), value: "-quantity_milli" },
    moved: { kind: "sum", unit: "milli", value: "abs(quantity_milli)" },
    issue_value: { kind: "sum", unit: "minor", where: is("Issue"), value: "-value_minor" },
    issues: { ...count(is("Issue")), isInCurrency: true },
    valued_issues: count(`${is("Issue")} and value_minor is not null`),
    adjustments: { ...count(is("Adjustment")), isInCurrency: true },
    valued_adjustments: count(`${is("Adjustment")} and value_minor is not null`),
    shrinkage: {
      kind: "sum",
      unit: "minor",
      value: "-value_minor",
      where: `${is("Adjustment")} and value_minor < 0`,
    },
    gains: count(`${is("Adjustment")} and value_minor > 0`),
    dock_seconds: { kind: "sum", unit: "seconds", where: is("Receipt"), value: "dock_seconds" },
    dock_known: count(`${is("Receipt")} and dock_seconds is not null`),
    dock_unknown: count(`${is("Receipt")} and dock_seconds is null`),
    dock_time: { kind: "histogram", unit: "seconds", where: is("Receipt"), of: "dock_seconds" },
    other_currency: otherCurrency(),
  },
  rollups: [
    { number: 100, dimensions: [] },
    { number: 101, dimensions: ["abc_class"] },
    { number: 102, dimensions: ["warehouse"] },
    { number: 103, dimensions: ["bin_zone"] },
    { number: 104, dimensions: ["movement_type"] },
    { number: 105, dimensions: ["category"] },
    { number: 106, dimensions: ["supplier"] },
    { number: 107, dimensions: ["product"] },
    // Figures that judge each item on its own start from here.
    { number: 108, dimensions: ["warehouse", "product"] },
    { number: 120, dimensions: [], histogram: "dock_time" },
  ],
  rows: [
    { id: "movement", label: "Movement", format: "text", value: "source_key", isSearched: true },
    { id: "reference", label: "Reference", format: "text", value: "reference", isSearched: true },
    { dimension: "movement_type" },
    ...itemRows,
    { dimension: "bin_zone" },
    { id: "moved_at", label: "Moved", format: "instant", value: "moved_at" },
    { id: "quantity_milli", label: "Quantity", format: "quantity", value: "quantity_milli" },
    { id: "value_minor", label: "Value", format: "money", value: "value_minor" },
    { id: "dock_seconds", label: "Dock to stock", format: "duration", value: "dock_seconds" },
    { id: "reason", label: "Reason", format: "text", value: "reason", isSearched: true },
  ],
  detail: {
    moments: [
      { label: "Docked", at: "docked_at" },
      { label: "Stored", at: "stored_at" },
      { label: "Moved", at: "moved_at" },
    ],
    related: [
      balances(
        "Stock of this product in this warehouse",
        `moved.place > ${ownPosition} - 20 and moved.place <= ${ownPosition} + 20`,
        "f.place",
      ),
    ],
  },
};

const orderLines: Dataset = {
  id: "order_lines",
  domain: "warehouse",
  fact: "order_lines",
  relation: completedRelation("order_lines"),
  dimensions: {
    ...itemDimensions,
    bin_zone: "bin_zone_id",
    // Every line of an order is an issue; the cast keeps the number from being read as a position in a GROUP BY.
    movement_type: `${toCode(movementTypes, "Issue")}::int`,
  },
  measures: {
    picked: count(picked),
    unpicked: count("picked_at is null"),
    checked: count(`${picked} and is_picked_right is not null`),
    unchecked: count(`${picked} and is_picked_right is null`),
    picked_right: count(`${picked} and is_picked_right`),
    lines: { kind: "sum", unit: "count" },
    shipped_known: count("shipped_milli is not null"),
    ordered: { kind: "sum", unit: "milli", value: "ordered_milli" },
    shipped: { kind: "sum", unit: "milli", value: "shipped_milli" },
    unshipped: count("shipped_at is null"),
    ship_time: { kind: "histogram", unit: "seconds", of: "ship_seconds" },
  },
  rollups: [
    { number: 130, dimensions: [] },
    { number: 131, dimensions: ["movement_type"] },
    { number: 132, dimensions: ["abc_class"] },
    { number: 133, dimensions: ["warehouse"] },
    { number: 134, dimensions: ["bin_zone"] },
    { number: 135, dimensions: ["category"] },
    { number: 136, dimensions: ["supplier"] },
    { number: 137, dimensions: ["product"] },
    { number: 145, dimensions: [], histogram: "ship_time" },
  ],
  rows: [
    { id: "line", label: "Line", format: "text", value: "source_key", isSearched: true },
    { id: "order_reference", label: "Order", format: "text", value: "order_reference", isSearched: true },
    ...itemRows,
    { dimension: "bin_zone" },
    { id: "ordered_at", label: "Ordered", format: "instant", value: "ordered_at" },
    { id: "picked_at", label: "Picked", format: "instant", value: "picked_at" },
    { id: "shipped_at", label: "Shipped", format: "instant", value: "shipped_at" },
    { id: "ordered_milli", label: "Quantity ordered", format: "quantity", value: "ordered_milli" },
    { id: "shipped_milli", label: "Quantity shipped", format: "quantity", value: "shipped_milli" },
    { id: "is_picked_right", label: "Picked right", format: "flag", value: "is_picked_right" },
    { id: "ship_seconds", label: "Order to shipment", format: "duration", value: "ship_seconds" },
  ],
  detail: {
    moments: [
      { label: "Ordered", at: "ordered_at" },
      { label: "Picked", at: "picked_at" },
      { label: "Shipped", at: "shipped_at" },
    ],
  },
};

const stockItems: Dataset = {
  id: "stock_items",
  domain: "warehouse",
  fact: "stock_items",
  relation: completedRelation("stock_items"),
  dimensions: itemDimensions,
  measures: {
    items: { kind: "sum", unit: "count" },
    with_reorder_point: count("reorder_point_milli is not null"),
    other_currency: otherCurrency("unit_cost_minor is not null"),
  },
  rollups: [],
  rows: [
    { id: "item", label: "Item", format: "text", value: "source_key", isSearched: true },
    ...itemRows,
    { id: "listed_at", label: "Listed", format: "instant", value: "listed_at" },
    {
      id: "reorder_point_milli",
      label: "Reorder point",
      format: "quantity",
      value: "reorder_point_milli",
      isSummed: false,
    },
    { id: "unit_cost_minor", label: "Unit cost", format: "money", value: "unit_cost_minor", isSummed: false },
    { id: "lead_time_days", label: "Lead time in days", format: "number", value: "lead_time_days" },
  ],
  detail: {
    related: [
      balances(
        "Latest movements of this product in this warehouse",
        "moved.place > (select count(*) from moved) - 20",
        "f.place desc",
      ),
    ],
  },
};

export const stockDatasets: Dataset[] = [movements, orderLines, stockItems];
