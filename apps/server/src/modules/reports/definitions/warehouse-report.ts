import type { Report } from "../report.ts";

export const warehouseReport: Report = {
  id: "warehouse-report",
  title: "Warehouse report",
  question: "What is on hand, what is it worth, and what will run out or never move?",
  hasOwnPage: true,
  domains: ["warehouse"],
  filters: ["warehouse", "category", "product", "supplier", "abc_class", "bin_zone", "movement_type"],
  rows: [
    "movement_qty",
    "stock_item_count",
    "picked_lines",
    "shrinkage_value",
    "stock_out_count",
    "low_stock_item_count",
  ],
  sections: [
    {
      panels: [
        {
          ...{ id: "headline", kind: "kpis", title: "Stock at a glance" },
          note: "Value at the unit cost that the source gives.",
          metrics: [
            ...["stock_on_hand_qty", "stock_value", "stock_item_count", "stock_out_count"],
            ...["low_stock_item_count", "days_of_cover", "inventory_turnover", "slow_moving_stock_value"],
          ],
        },
        {
          ...{ id: "flow", kind: "trend", as: "bar", width: 8, title: "What comes in and what goes out?" },
          metrics: ["inbound_qty", "outbound_qty"],
        },
        {
          ...{ id: "money", kind: "pareto", width: 4, title: "Where is the money?" },
          ...{ metric: "stock_value", by: "category" },
        },
      ],
    },
    {
      title: "Stock",
      panels: [
        {
          ...{ id: "value", kind: "trend", as: "line", width: 6, title: "How has the value moved?" },
          metrics: ["stock_value"],
        },
        {
          ...{ id: "value-bridge", kind: "bridge", width: 6, title: "What changed the value?" },
          ...{ metric: "stock_value", by: "warehouse" },
        },
        {
          ...{ id: "outs", kind: "trend", as: "line", width: 6, title: "Are items running out?" },
          metrics: ["stock_out_count", "low_stock_item_count"],
        },
        {
          ...{ id: "matrix", kind: "pivot", width: 6, title: "What lies where?" },
          ...{ metric: "stock_value", rows: "warehouse", columns: "abc_class" },
        },
        {
          ...{ id: "ages", kind: "ageing", as: "bars", width: 6, title: "How long has stock been lying here?" },
          note: "First in, first out: what is on hand came with the newest receipts, returns and transfers in.",
          ...{ stock: "stock_on_hand_qty", value: "stock_value" },
        },
        {
          ...{ id: "ages-table", kind: "ageing", as: "table", width: 6, title: "How much of it is how old?" },
          note: "An item's stock value is spread over its ages by what they cost a unit, so that all add up to it.",
          ...{ stock: "stock_on_hand_qty", value: "stock_value" },
        },
        {
          ...{ id: "classes", kind: "classes", as: "grid", width: 6, title: "What sells most, and how steadily?" },
          note: "A makes up 80% of the value, B the next 15%. Weekly demand varies in X by up to 50% of its mean, in Y by up to 100%.",
          ...{ demand: "outbound_qty", value: "issue_value", by: "product" },
        },
        {
          ...{
            id: "class-moves",
            kind: "classes",
            as: "moves",
            width: 6,
            title: "Which items changed class, and why?",
          },
          note: "The 13 weeks before the end of the period against those that ended 4 weeks earlier.",
          ...{ demand: "outbound_qty", value: "issue_value", by: "product" },
        },
        {
          ...{ id: "cover", kind: "cover", width: 12, title: "How long will it last, and what should be ordered?" },
          note: "Demand of the last 13 weeks; a busy week is one in ten. X hardly varies, Y does, Z comes and goes.",
          ...{ stock: "stock_on_hand_qty", demand: "outbound_qty", by: "product" },
        },
        {
          ...{ id: "products", kind: "ranking", width: 12, title: "Which products tie up money?", by: "product" },
          metrics: ["stock_value", "stock_on_hand_qty", "days_of_cover", "inventory_turnover", "shrinkage_value"],
        },
      ],
    },
    {
      title: "Operations",
      panels: [
        {
          ...{ id: "service", kind: "kpis", title: "Orders and picking" },
          metrics: [
            ...["order_fill_rate", "pick_accuracy", "picked_lines", "p50_ship_hours", "p90_ship_hours"],
            ...["p50_dock_to_stock_hours", "p90_dock_to_stock_hours", "shrinkage_value"],
          ],
        },
        {
          ...{ id: "ship-spread", kind: "distribution", width: 6, title: "How long from order to shipping?" },
          ...{ metric: "p50_ship_hours", marks: ["p50_ship_hours", "p90_ship_hours"] },
        },
        {
          ...{ id: "accuracy", kind: "trend", as: "line", width: 6, title: "Are orders filled and picked right?" },
          metrics: ["order_fill_rate", "pick_accuracy"],
        },
        {
          ...{ id: "warehouses", kind: "ranking", width: 6, title: "How do the warehouses compare?", by: "warehouse" },
          metrics: ["stock_value", "order_fill_rate", "pick_accuracy", "shrinkage_value"],
        },
        {
          ...{ id: "suppliers", kind: "ranking", width: 6, title: "Which suppliers do we depend on?", by: "supplier" },
          metrics: ["inbound_qty", "stock_value", "avg_dock_to_stock_hours"],
        },
        {
          ...{ id: "shrinkage", kind: "pareto", width: 6, title: "Where does stock get lost?" },
          ...{ metric: "shrinkage_value", by: "category" },
        },
        {
          ...{ id: "dead", kind: "pareto", width: 6, title: "What has not moved?" },
          ...{ metric: "slow_moving_stock_value", by: "category" },
        },
      ],
    },
  ],
};
