import { sql } from "kysely";
import { connectionFacts, tenantFacts } from "../../metrics/index.ts";
import {
  type Check,
  type CheckColumn,
  type CheckRows,
  fixedCode,
  fixedColumn,
  latestCredible,
  memberColumn,
} from "./check.ts";

const item: CheckColumn[] = [memberColumn("Warehouse", "warehouse"), memberColumn("Product", "product")];
const onHand: CheckColumn = { label: "On hand", format: "quantity", value: "f.on_hand_milli" };
const worth: CheckColumn = { label: "Value", format: "money", value: "f.worth_minor" };
const lastMoved: CheckColumn = { label: "Last movement", format: "instant", value: "f.last_moved_at" };
const movement: CheckColumn[] = [
  { label: "Movement", format: "text", value: "f.source_key" },
  fixedColumn("Type", "stock_movements", "movement_type"),
  ...item,
  { label: "Moved", format: "instant", value: "f.moved_at" },
  { label: "Quantity", format: "quantity", value: "f.quantity_milli" },
];
const is = (type: string) => `f.movement_type = ${fixedCode("stock_movements", "movement_type", type)}`;
const byItem = "f.warehouse_id, f.product_id";

/** Every item that the connection moves, with what is on hand of it now; other connections may move it too. */
const movedItems: CheckRows = ({
  tenantId,
  connection,
  now,
}) => sql`select ${tenantId}::text as tenant_id, warehouse_id,
    product_id, sum(quantity_milli::float8) as on_hand_milli, max(currency) filter (where value_minor <> 0) as currency,
    case when count(distinct currency) filter (where value_minor <> 0) <= 1
      and bool_and(value_minor is not null or quantity_milli = 0) then coalesce(sum(value_minor::float8), 0) end as worth_minor,
    count(*) as movements, max(moved_at) as last_moved_at, (
      (warehouse_id, product_id) in (select warehouse_id, product_id from ${tenantFacts("stock_items", tenantId)} listed)
    ) as is_listed, exists (select from ${tenantFacts("stock_items", tenantId)} listed) as has_list
  from ${tenantFacts("stock_movements", tenantId)} row where moved_at <= ${now}
  group by warehouse_id, product_id having bool_or(source = ${connection})`;

/** Every movement that came through the connection. */
const movements: CheckRows = ({
  tenantId,
  connection,
  now,
}) => sql`select *, moved_at > ${latestCredible(now)} as is_ahead
  from ${connectionFacts("stock_movements", { tenantId, connection })} row`;

const dayMs = 86_400_000;

/** Every count that came through the connection; one of today may be said to be at its end. */
const counts: CheckRows = ({
  tenantId,
  connection,
  now,
}) => sql`select *, counted_at > ${new Date(now.getTime() + dayMs)} as is_ahead
  from ${connectionFacts("stock_counts", { tenantId, connection })} row`;

/** Every line of a stock list that came through the connection. */
const stockItems: CheckRows = ({ tenantId, connection }) => sql`select *
  from ${connectionFacts("stock_items", { tenantId, connection })} row`;

/** Every item that the connection lists, with how often it is listed. */
const listedItems: CheckRows = ({ tenantId, connection }) => sql`select ${tenantId}::text as tenant_id, warehouse_id,
    product_id, count(*) as listings, string_agg(source_key, ', ' order by source_key) as keys
  from ${tenantFacts("stock_items", tenantId)} row group by warehouse_id, product_id
  having bool_or(source = ${connection})`;

/** What may be wrong with the stock of a warehouse system. */
export const warehouseChecks: readonly Check[] = [
  {
    id: "negative_stock",
    name: "Negative stock",
    severity: "error",
    noun: ["item", "items"],
    words: "More has left a warehouse than came in, so receipts, the opening stock or a count are missing.",
    rows: movedItems,
    wrong: "f.on_hand_milli < 0",
    columns: [...item, onHand, worth, lastMoved],
    order: `f.on_hand_milli, ${byItem}`,
  },
  {
    id: "stock_without_cost",
    name: "Stock without cost",
    severity: "error",
    noun: ["item", "items"],
    words: "Something is on hand, but its movements add up to no value, so the stock value is too low.",
    rows: movedItems,
    // Values in several currencies have no sum.
    among: "f.worth_minor is not null",
    wrong: "f.on_hand_milli > 0 and f.worth_minor <= 0",
    columns: [...item, onHand, worth, lastMoved],
    order: `f.on_hand_milli desc, ${byItem}`,
  },
  {
    id: "future_movement",
    name: "Movement in the future",
    severity: "error",
    noun: ["movement", "movements"],
    words: "It is dated more than an hour in the future, so the stock of today leaves it out.",
    rows: movements,
    wrong: "f.is_ahead",
    columns: movement,
    order: "f.moved_at desc, f.source_key",
  },
  {
    id: "future_count",
    name: "Count in the future",
    severity: "error",
    noun: ["count", "counts"],
    words: "It is dated more than a day in the future, so the stock of today leaves it out.",
    rows: counts,
    wrong: "f.is_ahead",
    columns: [
      ...item,
      { label: "Counted", format: "instant", value: "f.counted_at" },
      { label: "Counted quantity", format: "quantity", value: "f.counted_milli" },
    ],
    order: "f.counted_at desc, f.source_key",
  },
  {
    id: "listed_twice",
    name: "Item listed twice",
    severity: "error",
    noun: ["item", "items"],
    words: "One warehouse lists the same product more than once, so it is counted that often.",
    rows: listedItems,
    wrong: "f.listings > 1",
    columns: [
      ...item,
      { label: "Listings", format: "number", value: "f.listings" },
      { label: "Keys in the source", format: "text", value: "left(f.keys, 200)" },
    ],
    order: `f.listings desc, ${byItem}`,
  },
  {
    id: "wrong_sign",
    name: "Receipt or issue with the wrong sign",
    severity: "warning",
    noun: ["movement", "movements"],
    words: "A receipt takes stock away or an issue adds to it. Receipts are positive and issues negative.",
    rows: movements,
    wrong: `(${is("Receipt")} and f.quantity_milli < 0 or ${is("Issue")} and f.quantity_milli > 0)`,
    columns: movement,
    order: "f.moved_at desc, f.source_key",
  },
  {
    id: "unlisted_item",
    name: "Movements of an unlisted item",
    severity: "warning",
    noun: ["item", "items"],
    words: "An item moves that no stock list of its warehouse names, so low and slow stock leave it out.",
    rows: movedItems,
    // Without any list there is nothing to compare with.
    among: "f.has_list",
    wrong: "not f.is_listed",
    columns: [...item, { label: "Movements", format: "number", value: "f.movements" }, onHand, lastMoved],
    order: `f.movements desc, ${byItem}`,
  },
  {
    id: "item_without_cost",
    name: "Stock item without unit cost",
    severity: "warning",
    noun: ["stock item", "stock items"],
    words: "The stock list gives no cost of one unit, so stock that no receipt explains has no value.",
    rows: stockItems,
    wrong: "coalesce(f.unit_cost_minor, 0) <= 0",
    columns: [
      { label: "Stock item", format: "text", value: "f.source_key" },
      ...item,
      { label: "Listed", format: "instant", value: "f.listed_at" },
      { label: "Unit cost", format: "money", value: "f.unit_cost_minor" },
    ],
    order: "f.listed_at desc, f.source_key",
  },
];
