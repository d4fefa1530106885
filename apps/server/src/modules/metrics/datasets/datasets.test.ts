import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/test-database.ts";
import type { Dataset, Domain, Measure } from "../model/dataset.ts";
import { ageingBuckets, documentStatuses } from "../model/dimensions.ts";
import { listTerms, termForExclusion } from "../model/readings.ts";
import { registry } from "../model/registry.ts";

/** The vocabulary that people were promised: id, label, domain, type, unit, synonyms. */
const vocabulary = `
  delivery_count | Deliveries | delivery | flow | count | deliveries, delivery, drops, stops, consignments, shipments delivered, deliver
  delivered_count | Completed deliveries | delivery | flow | count | delivered, completed deliveries, completed drops, successful deliveries
  failed_delivery_count | Failed deliveries | delivery | flow | count | failed deliveries, failures, failed, missed deliveries, unsuccessful deliveries, deliveries failed
  failed_delivery_rate | Failed delivery rate | delivery | ratio | percent | fail rate, failure rate, failed rate, failed delivery rate
  delivery_success_rate | Delivery success rate | delivery | ratio | percent | success rate, delivery success, first time success
  on_time_rate | On-time rate | delivery | ratio | percent | on time rate, on-time rate, on time, otd, on time percent, punctuality
  late_delivery_count | Late deliveries | delivery | flow | count | late deliveries, late drops, delayed deliveries
  avg_delivery_minutes | Average delivery time | delivery | average | minutes | delivery time, avg delivery time, average delivery time, transit time
  avg_attempts | Attempts per delivery | delivery | average | number | attempts per delivery, average attempts, attempts
  distance_km | Distance driven | delivery | flow | km | km, kilometres, kilometers, distance, mileage
  delivery_cost | Delivery cost | delivery | flow | currency | delivery cost, delivery costs, transport cost
  cost_per_delivery | Cost per delivery | delivery | ratio | currency | cost per delivery, cost per drop, cost per stop
  cod_amount | Cash collected on delivery | delivery | flow | currency | cod, cash on delivery, cash collected, cash collect
  stock_on_hand_qty | Stock on hand | warehouse | snapshot | units | stock on hand, stock, inventory, on hand, quantity in stock, left
  stock_value | Stock value | warehouse | snapshot | currency | stock value, inventory value, value of stock
  stock_out_count | Items out of stock | warehouse | snapshot | count | stock outs, stockouts, out of stock items
  low_stock_item_count | Items below reorder point | warehouse | snapshot | count | low stock items, low stock, items below reorder point, below reorder point, below reorder
  inbound_qty | Inbound units | warehouse | flow | units | inbound, received units, receipts, units received, receive, goods in
  outbound_qty | Outbound units | warehouse | flow | units | outbound, shipped, units shipped, dispatched, goods out
  movement_qty | Stock movements | warehouse | flow | units | movements, stock movements, movement quantity
  picked_lines | Lines picked | warehouse | flow | count | lines picked, picks, picked lines
  pick_accuracy | Pick accuracy | warehouse | ratio | percent | pick accuracy, picking accuracy
  order_fill_rate | Order fill rate | warehouse | ratio | percent | fill rate, order fill rate
  inventory_turnover | Inventory turnover | warehouse | ratio | number | inventory turnover, inventory turns, stock turns, turnover, turns
  days_of_cover | Days of cover | warehouse | snapshot | days | days of cover, cover, days of stock
  shrinkage_value | Shrinkage | warehouse | flow | currency | shrinkage, write offs, write-offs, stock losses
  slow_moving_stock_value | Slow-moving stock value | warehouse | snapshot | currency | dead stock, slow moving stock, slow movers value, obsolete stock
  avg_dock_to_stock_hours | Dock-to-stock time | warehouse | average | hours | dock to stock, dock-to-stock time, putaway time
  net_sales | Net sales | sales | flow | currency | net sales, sales, revenue, turnover, sell, sold, takings
  gross_sales | Gross sales | sales | flow | currency | gross sales
  units_sold | Units sold | sales | flow | units | units sold, units, quantity sold
  transaction_count | Transactions | sales | flow | count | transactions, receipts, tickets, number of sales
  avg_basket_value | Average basket | sales | average | currency | avg basket, average basket, basket value, basket size, ticket size, average ticket, avg ticket
  gross_margin_amount | Gross margin | sales | flow | currency | gross margin, margin, gross profit
  gross_margin_pct | Gross margin % | sales | ratio | percent | margin %, gross margin %, margin percent, margin rate
  discount_amount | Discounts | sales | flow | currency | discounts, discounts given, discount amount
  discount_rate | Discount rate | sales | ratio | percent | discount rate, discount %
  return_amount | Returns value | sales | flow | currency | returned value, refunds
  return_count | Returns | sales | flow | count | returns
  return_rate | Return rate | sales | ratio | percent | return rate, returns %
  customer_count | Customers served | sales | flow | count | customers served, number of customers, buyers
  sales_target | Sales target | sales | flow | currency | target, sales target, budget, quota
  target_attainment | Target attainment | sales | ratio | percent | target attainment, vs target, achievement, missed target
  document_count | Documents | documents | flow | count | documents, docs, document volume, files
  pending_approval_count | Pending approvals | documents | snapshot | count | pending approvals, pending approval, waiting for approval, awaiting approval, to approve
  overdue_document_count | Overdue documents | documents | snapshot | count | overdue documents, overdue docs, documents overdue
  rejected_document_count | Rejected documents | documents | flow | count | rejected documents, rejected, rejections
  rejection_rate | Rejection rate | documents | ratio | percent | rejection rate, share rejected, reject rate
  avg_approval_hours | Average approval time | documents | average | hours | approval time, avg approval time, average approval time, time to approve
  expiring_document_count | Expiring documents | documents | flow | count | expiring, expire, expiring documents, about to expire
  net_profit | Net profit | ledger | flow | currency | net profit, profit, bottom line
  expense_amount | Expenses | ledger | flow | currency | expenses, spend, costs booked
  receivable_balance | Receivables | ledger | snapshot | currency | receivables, ar, accounts receivable
  overdue_receivable | Overdue receivables | ledger | snapshot | currency | overdue receivables, customers overdue, overdue from customers
  payable_balance | Payables | ledger | snapshot | currency | payables, ap, accounts payable, owe, owed to suppliers
  cash_balance | Cash balance | ledger | snapshot | currency | cash balance, cash position, money in the bank
`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(" | ") as [string, string, string, string, string, string]);

const dimensionsByDomain: Record<Domain, string> = {
  delivery: "driver vehicle route depot zone customer service_level delivery_status failure_reason day_of_week",
  warehouse: "warehouse product category supplier bin_zone abc_class movement_type",
  sales: "branch region product category salesperson payment_method customer_segment channel day_of_week",
  documents: "document_type document_status owner department approver supplier branch",
  ledger: "account cost_center branch customer supplier ageing_bucket",
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("set app.tenant_id = 't'");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

function findDataset(id: string): Dataset {
  const dataset = registry.datasets.get(id);
  if (!dataset) throw new Error(`There is no dataset ${id}.`);
  return dataset;
}

test("the vocabulary has all its metrics", () => {
  expect(vocabulary).toHaveLength(56);
});

test.each(vocabulary)("%s is the metric of the vocabulary", (id, label, domain, type, unit, synonyms) => {
  expect(registry.metrics.get(id)).toMatchObject({ id, label, domain, type, unit, synonyms: synonyms.split(", ") });
});

test.each(Object.entries(dimensionsByDomain))("%s can be asked by each of its dimensions", (domain, ids) => {
  const metrics = [...registry.metrics.values()].filter((metric) => metric.domain === domain);
  const askable = new Set(metrics.flatMap((metric) => registry.dimensionsFor(metric)));
  expect(ids.split(" ").filter((id) => !askable.has(id))).toEqual([]);
});

test("every rule is told in sentences, and what it leaves out can be counted", () => {
  for (const { id, rule, exclusions = [] } of registry.metrics.values()) {
    expect(rule, id).toMatch(/^[A-Z].+\.$/);
    for (const { measure } of exclusions.flatMap((one) => ("measure" in one ? [one] : []))) {
      const [dataset = "", name = ""] = measure.split(".");
      expect(registry.datasets.get(dataset)?.measures[name], id).toMatchObject({ kind: "sum", unit: "count" });
    }
  }
});

test.each([...registry.datasets.values()])("the rollups and rows of $id name what it has", (dataset) => {
  const { dimensions, measures, rollups, rows } = dataset;
  const named = [
    ...rollups.flatMap((rollup) => rollup.dimensions),
    ...rows.flatMap((row) => ("dimension" in row ? row.dimension : [])),
  ];
  expect(named.filter((id) => !(id in dimensions) || !registry.dimensions.has(id))).toEqual([]);
  const durations = Object.keys(measures).filter((name) => measures[name]?.kind === "histogram");
  expect(rollups.flatMap(({ histogram }) => histogram ?? [])).toEqual(durations);
});

function toNumber(measure: Measure): string {
  return measure.kind === "sum" ? (measure.value ?? "1") : measure.of;
}

function aggregateByHand(measure: Measure): string {
  const where = measure.where ?? "true";
  if (measure.kind === "distinct" || measure.kind === "repeated")
    return `count(distinct case when ${where} then ${measure.of} end)`;
  return `sum(case when ${where} then ${toNumber(measure)} else 0 end)::bigint`;
}

test.each([...registry.datasets.values()])("the database understands every text of $id", async (dataset) => {
  const { relation, dimensions, measures, rows } = dataset;
  const from = `from ${relation} f where tenant_id = 't' and day = any('{2026-01-01}'::date[])`;
  const keys = Object.values(dimensions);
  const sums = Object.values(measures).map(aggregateByHand);
  const grouped = keys.map((_, index) => index + 1).join(", ");
  const statement = `select ${[...keys, ...sums].join(", ")} ${from} group by ${grouped}`;
  await expect(
    client.query(statement.replaceAll(":grace", "0").replaceAll(":currency", "'USD'")),
  ).resolves.toMatchObject({ rows: [] });

  const shown = rows.flatMap((row) => ("value" in row ? row.value : []));
  await client.query(`select ${["source", "source_key", ...shown].join(", ")} ${from}`);

  // A sum of anything but whole numbers would not fit into the cells.
  const whole = [pg.types.builtins.INT2, pg.types.builtins.INT4, pg.types.builtins.INT8];
  const numbers = Object.values(measures).flatMap((measure) =>
    measure.kind === "distinct" || measure.kind === "repeated" ? [] : toNumber(measure),
  );
  const { fields } = await client.query(`select ${[...keys, ...numbers].join(", ")} ${from}`);
  expect(fields.filter(({ dataTypeID }) => !whole.includes(dataTypeID))).toEqual([]);
});

test("the items' verdicts are SQL over their readings and columns", async () => {
  const terms = [...registry.metrics.values()].flatMap(({ coverage, exclusions = [], ...metric }) => [
    ...listTerms(metric),
    ...(coverage?.known ?? []),
    ...(coverage?.all ?? []),
    ...exclusions.map(termForExclusion),
  ]);
  for (const formula of terms) {
    if (!("kind" in formula)) continue;
    const readings = Object.keys(formula.readings).map((name) => `1::bigint as ${name}`);
    const items = formula.items ? `${findDataset(formula.items).relation} item cross join` : "";
    await client.query(`select ${formula.value} from ${items} (select ${readings.join(", ")}) judged`);
  }
});

/** What a measure has added up to by the end of a day, by a key. */
async function closingByHand(
  dataset: string,
  measure: string,
  day: string,
  key = "1",
): Promise<Record<string, number>> {
  const { relation, measures } = findDataset(dataset);
  const described = measures[measure];
  if (!described) throw new Error(`There is no measure ${measure}.`);
  const { rows } = await client.query<{ key: number; value: string }>(
    `select ${key} as key, ${aggregateByHand(described)} as value from ${relation} f
    where tenant_id = 't' and day <= $1 group by ${key === "1" ? "()" : key}`,
    [day],
  );
  return Object.fromEntries(rows.map((row) => [row.key, Number(row.value)]).filter(([, value]) => value !== 0));
}

test("a posting is in one ageing bucket on each day, from its own day on", async () => {
  await client.query(`insert into ledger_postings
      (tenant_id, source, source_key, time_zone, entry_key, account_id, account_type, posted_at, due_day, amount_minor, ingested_at, currency)
    values
      ('t', 's', 'invoice', 'UTC', '1', 1, 3, '2026-01-10T12:00Z', '2026-01-31', 10000, now(), 'USD'),
      ('t', 's', 'part payment', 'UTC', '2', 1, 3, '2026-03-15T12:00Z', '2026-01-31', -4000, now(), 'USD'),
      ('t', 's', 'without a due day', 'UTC', '3', 1, 3, '2026-02-01T12:00Z', null, 500, now(), 'USD'),
      ('t', 's', 'bill', 'UTC', '4', 2, 4, '2026-02-05T12:00Z', '2026-02-05', -700, now(), 'USD')`);
  const owed = async (day: string) => {
    const byBucket = await closingByHand("receivables", "balance", day, "ageing");
    return Object.fromEntries(Object.entries(byBucket).map(([key, value]) => [ageingBuckets[Number(key) - 1], value]));
  };
  expect(await owed("2026-01-09")).toEqual({});
  expect(await owed("2026-01-31")).toEqual({ "Not due": 10000 });
  expect(await owed("2026-02-01")).toEqual({ "Not due": 500, "1-30": 10000 });
  expect(await owed("2026-03-02")).toEqual({ "Not due": 500, "1-30": 10000 });
  expect(await owed("2026-03-03")).toEqual({ "Not due": 500, "31-60": 10000 });
  expect(await owed("2026-03-15")).toEqual({ "Not due": 500, "31-60": 6000 });
  expect(await owed("2026-04-02")).toEqual({ "Not due": 500, "61-90": 6000 });
  expect(await owed("2026-05-01")).toEqual({ "Not due": 500, "61-90": 6000 });
  expect(await owed("2026-05-02")).toEqual({ "Not due": 500, "90+": 6000 });
  expect(await closingByHand("receivables", "overdue", "2026-03-15")).toEqual({ 1: 6000 });
  expect(await closingByHand("receivables", "balance", "2026-03-15")).toEqual({ 1: 6500 });
  expect(await closingByHand("payables", "balance", "2026-02-05", "ageing")).toEqual({ 1: 700 });
  expect(await closingByHand("payables", "balance", "2026-02-06", "ageing")).toEqual({ 2: 700 });
});

test("a document waits from its submission and is overdue from its due day on, until someone decides", async () => {
  await client.query(`insert into documents
      (tenant_id, source, source_key, time_zone, currency, title, status, created_at, submitted_at, due_at, decided_at, ingested_at)
    values
      ('t', 's', 'decided late', 'UTC', 'USD', 'A', 3, '2026-03-01T08:00Z', '2026-03-01T09:00Z', '2026-03-03T17:00Z', '2026-03-05T10:00Z', now()),
      ('t', 's', 'never decided', 'UTC', 'USD', 'B', 2, '2026-03-01T08:00Z', '2026-03-02T09:00Z', '2026-03-10T17:00Z', null, now()),
      ('t', 's', 'never submitted', 'UTC', 'USD', 'C', 1, '2026-03-01T08:00Z', null, '2026-03-02T17:00Z', null, now()),
      ('t', 's', 'decided on its first late day', 'UTC', 'USD', 'D', 4, '2026-03-01T08:00Z', '2026-03-02T09:00Z', '2026-03-03T17:00Z', '2026-03-04T10:00Z', now())`);
  const queue = async (day: string) => {
    const pending = await closingByHand("document_queue", "pending", day);
    const overdue = await closingByHand("document_queue", "overdue", day);
    return [pending[1] ?? 0, overdue[1] ?? 0];
  };
  expect(await queue("2026-02-28")).toEqual([0, 0]);
  expect(await queue("2026-03-01")).toEqual([1, 0]);
  expect(await queue("2026-03-02")).toEqual([3, 0]);
  expect(await queue("2026-03-03")).toEqual([3, 1]);
  expect(await queue("2026-03-04")).toEqual([2, 2]);
  expect(await queue("2026-03-05")).toEqual([1, 1]);
  expect(await queue("2026-03-10")).toEqual([1, 1]);
  expect(await queue("2026-03-11")).toEqual([1, 2]);
});

test("a document is on file from its first day on, with the status that its days tell", async () => {
  await client.query("delete from documents");
  await client.query(`insert into documents
      (tenant_id, source, source_key, time_zone, currency, title, status, created_at, submitted_at, decided_at, expires_on, is_rejected, ingested_at)
    values
      ('t', 's', 'draft', 'UTC', 'USD', 'A', 1, '2026-03-01T08:00Z', null, null, null, false, now()),
      ('t', 's', 'signed', 'UTC', 'USD', 'B', 5, '2026-03-01T08:00Z', '2026-03-02T09:00Z', '2026-03-04T10:00Z', null, false, now()),
      ('t', 's', 'expired', 'UTC', 'USD', 'C', 6, '2026-03-02T08:00Z', '2026-03-02T09:00Z', '2026-03-03T10:00Z', '2026-03-05', false, now()),
      ('t', 's', 'submitted again', 'UTC', 'USD', 'D', 2, '2026-03-01T08:00Z', '2026-03-05T09:00Z', '2026-03-03T10:00Z', null, true, now()),
      ('t', 's', 'decided on its first day', 'UTC', 'USD', 'E', 3, '2026-03-03T08:00Z', '2026-03-03T09:00Z', '2026-03-03T10:00Z', null, false, now()),
      ('t', 's', 'approved, though past its end', 'UTC', 'USD', 'F', 3, '2026-03-04T08:00Z', null, null, '2026-03-04', false, now())`);
  const onFile = async (day: string) => {
    const byStatus = await closingByHand("documents_on_file", "held", day, "coalesce(status_then, 0)");
    const all = Object.values(await closingByHand("documents_on_file", "held", day));
    const named = Object.entries(byStatus).map(([key, value]) => [documentStatuses[Number(key) - 1] ?? "", value]);
    return { all: all[0] ?? 0, ...Object.fromEntries(named) };
  };
  expect(await onFile("2026-02-28")).toEqual({ all: 0 });
  // Whether D had been submitted before its first decision is not known.
  expect(await onFile("2026-03-01")).toEqual({ all: 3, Draft: 2, "": 1 });
  expect(await onFile("2026-03-02")).toEqual({ all: 4, Draft: 1, "In review": 2, "": 1 });
  expect(await onFile("2026-03-03")).toEqual({ all: 5, Draft: 1, "In review": 1, Approved: 2, Rejected: 1 });
  expect(await onFile("2026-03-04")).toEqual({ all: 6, Draft: 1, Approved: 3, Rejected: 1, Signed: 1 });
  expect(await onFile("2026-03-05")).toEqual({ all: 6, Draft: 1, "In review": 1, Approved: 3, Signed: 1 });
  expect(await onFile("2026-03-06")).toEqual({ all: 6, Draft: 1, "In review": 1, Approved: 2, Signed: 1, Expired: 1 });
});
