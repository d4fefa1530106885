import {
  type Coverage,
  closing,
  during,
  type ItemFormula,
  type MeasureUnit,
  type Metric,
  opening,
  ratioFormula,
  sumFormula,
  trailing,
} from "../model/dataset.ts";
import { describeMetrics } from "../model/describe-metrics.ts";

const { flow, ratio, percentiles } = describeMetrics("warehouse", "movements");
const lines = describeMetrics("warehouse", "order_lines");

const withoutDockTimes = { label: "Receipts without both times", measure: "movements.dock_unknown" };
/** What leaves and what is left belong to different movement types, so that no type has both. */
const acrossMovementTypes = ["warehouse", "product", "category", "supplier", "bin_zone", "abc_class"];

/** What left without ever coming in, or more than came, shows that something before it is missing. */
const isKnown = "incoming > 0 and on_hand >= 0";
const whatStockNeeds = "the opening stock or a count";
/** SQL of an amount of items of which something is known, and of how many there are. */
const ifSo = (condition: string, value = "1") => `case when ${condition} then ${value} else 0 end`;

/** What each moved item had before the period and at its end, and what came and left; totals leave out what is not known. */
const stockReadings = {
  on_hand: closing("movements.quantity"),
  stock_value: closing("movements.value"),
  incoming: closing("movements.incoming"),
  incoming_value: closing("movements.incoming_in_currency"),
  unvalued: closing("movements.unvalued"),
};
const turnoverReadings = {
  ...stockReadings,
  on_hand_before: opening("movements.quantity"),
  value_before: opening("movements.value"),
  issued: during("movements.issue_value"),
};
const coverReadings = { ...stockReadings, outbound: trailing("movements.outbound", 28) };

/** Items are worth something known where it came in in the tenant's currency; what never did is told as another currency. */
const isValueKnown = `${isKnown} and incoming_value > 0 and stock_value >= 0 and unvalued = 0`;
const isValued = "(incoming_value > 0 or stock_value <> 0)";
const whatValueNeeds = `${whatStockNeeds}, and the value of each movement`;
const isTurnoverKnown = `${isValueKnown} and on_hand_before >= 0 and value_before >= 0`;

/** Adds a reading up over all items that have moved and that a condition holds for. */
function moved(of: string, unit: MeasureUnit, condition: string, readings: ItemFormula["readings"]): ItemFormula {
  const [kind, by] = ["items" as const, ["warehouse", "product"] as const];
  return { kind, items: null, by, readings, value: ifSo(condition, of), unit, of };
}

/** How many of the items that have moved are known, and a count of the others. */
function knownItems(
  isItemKnown: string,
  isMeant: string,
  readings: ItemFormula["readings"],
  needs: string = whatStockNeeds,
) {
  const countItems = (condition: string) => moved("1", "count", condition, readings);
  return {
    coverage: {
      known: [countItems(isItemKnown)],
      all: [countItems(isMeant)],
      isNeeded: true,
      of: "items",
      what: "Stock",
      needs,
    } satisfies Coverage,
    exclusions: [{ label: "Items without known stock", items: countItems(`${isMeant} and not (${isItemKnown})`) }],
  };
}

const dockTimes: Coverage = {
  known: [during("movements.dock_known")],
  all: [during("movements.receipts")],
  of: "receipts",
  what: "Both times",
  needs: "the times at the dock and of storage of each receipt",
};

/** Judges each item of the stock list by what it has and what left it. */
function listed(value: string, unit: MeasureUnit): ItemFormula {
  return {
    kind: "items",
    items: "stock_items",
    by: ["warehouse", "product"],
    readings: {
      on_hand: closing("movements.quantity"),
      stock_value: closing("movements.value"),
      outbound: trailing("movements.outbound", 90),
      incoming: closing("movements.incoming"),
      unvalued: closing("movements.unvalued"),
    },
    value,
    unit,
  };
}

function judgeListed(isItemKnown: string, needs: string): Pick<Metric, "coverage" | "exclusions"> {
  return {
    coverage: {
      known: [listed(ifSo(isItemKnown), "count")],
      all: [listed("1", "count")],
      of: "items",
      what: "Stock",
      needs,
    },
    exclusions: [{ label: "Items without known stock", items: listed(ifSo(`not (${isItemKnown})`), "count") }],
  };
}

const listedStock = judgeListed(isKnown, `${whatStockNeeds} of each item`);
/** Of items whose value is not known, nobody can say what lies there is worth. */
const listedValue = judgeListed(
  `${isKnown} and unvalued = 0`,
  `${whatStockNeeds} of each item, and the value of its movements`,
);
const isOrderable = `${isKnown} and item.reorder_point_milli is not null`;

export const stockMetrics: Metric[] = [
  flow("stock_on_hand_qty", "Stock on hand", "quantity", {
    type: "snapshot",
    unit: "units",
    good: null,
    rule: "Everything that came in less everything that left, up to the end of the period. Items of which more left than came in are left out.",
    synonyms: ["stock on hand", "stock", "inventory", "on hand", "quantity in stock", "left"],
    ...knownItems(isKnown, "true", stockReadings),
    dimensions: acrossMovementTypes,
    formula: sumFormula(moved("on_hand", "milli", isKnown, stockReadings)),
  }),
  flow("stock_value", "Stock value", "value", {
    type: "snapshot",
    unit: "currency",
    good: null,
    rule: "Value at cost of everything that came in less everything that left, up to the end of the period. Items of which more left than came in are left out.",
    synonyms: ["stock value", "inventory value", "value of stock"],
    ...knownItems(isValueKnown, isValued, stockReadings, whatValueNeeds),
    dimensions: acrossMovementTypes,
    formula: sumFormula(moved("stock_value", "minor", isValueKnown, stockReadings)),
  }),
  flow("stock_out_count", "Items out of stock", "quantity", {
    type: "snapshot",
    unit: "count",
    good: "down",
    rule: "Products on a warehouse's stock list with nothing on hand there at the end of the period. Those whose stock is not known are left out.",
    synonyms: ["stock outs", "stockouts", "out of stock items"],
    ...listedStock,
    formula: listed(ifSo(`${isKnown} and on_hand = 0`), "count"),
  }),
  flow("low_stock_item_count", "Items below reorder point", "quantity", {
    type: "snapshot",
    unit: "count",
    good: "down",
    rule: "Products on a warehouse's stock list with less on hand there than their reorder point. Those out of stock count too.",
    synonyms: ["low stock items", "low stock", "items below reorder point", "below reorder point", "below reorder"],
    coverage: {
      known: [listed(ifSo(isOrderable), "count")],
      all: [listed("1", "count")],
      of: "items",
      what: "Stock and reorder points",
      needs: `the reorder point and ${whatStockNeeds} of each item`,
    },
    formula: listed(ifSo(`${isOrderable} and on_hand < item.reorder_point_milli`), "count"),
  }),
  flow("inbound_qty", "Inbound units", "inbound", {
    unit: "units",
    good: null,
    rule: "Quantity of the receipts in the period. Transfers, adjustments and returns are not receipts.",
    synonyms: ["inbound", "received units", "receipts", "units received", "receive", "goods in"],
  }),
  flow("outbound_qty", "Outbound units", "outbound", {
    unit: "units",
    good: "up",
    rule: "Quantity of the issues in the period. Transfers and adjustments are not issues.",
    synonyms: ["outbound", "shipped", "units shipped", "dispatched", "goods out"],
  }),
  flow("movement_qty", "Stock movements", "moved", {
    unit: "units",
    good: null,
    rule: "Quantity moved in the period, in and out added up whatever the type of movement.",
    synonyms: ["movements", "stock movements", "movement quantity"],
  }),
  lines.flow("picked_lines", "Lines picked", "picked", {
    unit: "count",
    good: "up",
    rule: "Order lines that were picked, on the day of their shipment or, until then, of their picking.",
    synonyms: ["lines picked", "picks", "picked lines"],
    exclusions: [{ label: "Not picked yet", measure: "order_lines.unpicked" }],
  }),
  lines.ratio("pick_accuracy", "Pick accuracy", "picked_right", "checked", {
    unit: "percent",
    good: "up",
    rule: "Lines picked right ÷ picked lines that were checked.",
    synonyms: ["pick accuracy", "picking accuracy"],
    exclusions: [{ label: "Picked but not checked", measure: "order_lines.unchecked" }],
    coverage: {
      known: [during("order_lines.checked")],
      all: [during("order_lines.picked")],
      of: "picked lines",
      what: "Checks",
      needs: "whether each line was picked right",
    },
  }),
  lines.ratio("order_fill_rate", "Order fill rate", "shipped", "ordered", {
    unit: "percent",
    good: "up",
    rule: "Quantity shipped ÷ quantity ordered. Lines that have not shipped count as ordered and not filled.",
    synonyms: ["fill rate", "order fill rate"],
    coverage: { known: [during("order_lines.shipped_known")], needs: "the quantity shipped of each line" },
  }),
  flow("inventory_turnover", "Inventory turnover", "issue_value", {
    type: "ratio",
    unit: "number",
    good: "up",
    rule: "What left at cost ÷ the mean of the stock value before the period and at its end. Not scaled to a year.",
    synonyms: ["inventory turnover", "inventory turns", "stock turns", "turnover", "turns"],
    ...knownItems(isTurnoverKnown, isValued, turnoverReadings, whatValueNeeds),
    formula: ratioFormula(
      moved("issued", "minor", isTurnoverKnown, turnoverReadings),
      [
        moved("value_before", "minor", isTurnoverKnown, turnoverReadings),
        moved("stock_value", "minor", isTurnoverKnown, turnoverReadings),
      ],
      2,
    ),
    dimensions: acrossMovementTypes,
  }),
  flow("days_of_cover", "Days of cover", "quantity", {
    type: "snapshot",
    unit: "days",
    good: null,
    rule: "Days that the stock on hand would last if as much left each day as on average in the 28 days up to then.",
    synonyms: ["days of cover", "cover", "days of stock"],
    ...knownItems(isKnown, "true", coverReadings),
    formula: ratioFormula(
      moved("on_hand", "milli", isKnown, coverReadings),
      moved("outbound", "milli", isKnown, coverReadings),
      28,
    ),
    dimensions: acrossMovementTypes,
  }),
  flow("shrinkage_value", "Shrinkage", "shrinkage", {
    unit: "currency",
    good: "down",
    rule: "Value that adjustments took off the stock. Adjustments that added to it are not set against it.",
    synonyms: ["shrinkage", "write offs", "write-offs", "stock losses"],
    coverage: {
      known: [during("movements.valued_adjustments")],
      all: [during("movements.adjustments")],
      of: "adjustments",
      what: "Values",
      needs: "the value of each adjustment",
    },
    exclusions: [{ label: "Adjustments upwards", measure: "movements.gains" }],
  }),
  flow("slow_moving_stock_value", "Slow-moving stock value", "value", {
    type: "snapshot",
    unit: "currency",
    good: "down",
    rule: "Stock value of products on a warehouse's stock list of which none left that warehouse in the 90 days up to then.",
    synonyms: ["dead stock", "slow moving stock", "slow movers value", "obsolete stock"],
    ...listedValue,
    formula: listed(ifSo(`${isKnown} and unvalued = 0 and outbound = 0 and on_hand > 0`, "stock_value"), "minor"),
  }),
  ratio("avg_dock_to_stock_hours", "Dock-to-stock time", "dock_seconds", "dock_known", {
    type: "average",
    unit: "hours",
    good: "down",
    rule: "From arrival at the dock until storage, averaged over receipts with both times.",
    synonyms: ["dock to stock", "dock-to-stock time", "putaway time"],
    exclusions: [withoutDockTimes],
    coverage: dockTimes,
  }),
  flow("issue_value", "Value issued", "issue_value", {
    unit: "currency",
    good: null,
    rule: "Value at cost of the issues in the period.",
    synonyms: ["value issued", "issue value", "cost of goods issued"],
    coverage: {
      known: [during("movements.valued_issues")],
      all: [during("movements.issues")],
      of: "issues",
      what: "Values",
      needs: "the value of each issue",
    },
  }),
  flow("stock_item_count", "Items stocked", "stock_items.items", {
    type: "snapshot",
    unit: "count",
    good: null,
    rule: "Products on the warehouses' stock lists, counted once for each warehouse.",
    synonyms: ["items stocked", "stocked items"],
    formula: sumFormula(closing("stock_items.items")),
  }),
  ...percentiles("dock_to_stock", {
    label: "dock-to-stock time",
    measure: "dock_time",
    rule: "From arrival at the dock until storage",
    noun: "receipts",
    unit: "hours",
    exclusions: [withoutDockTimes],
    coverage: dockTimes,
  }),
  ...lines.percentiles("ship", {
    label: "order-to-shipment time",
    measure: "ship_time",
    rule: "From the order until its line shipped",
    noun: "lines",
    unit: "hours",
    exclusions: [{ label: "Not shipped yet", measure: "order_lines.unshipped" }],
  }),
];
