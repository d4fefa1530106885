import { deliveryTasks } from "./delivery-tasks.ts";
import { addDefined, type DemoRecord } from "./demo-record.ts";
import { makeOrderDocument } from "./documents.ts";
import { dayNumber, dayText, hourMs, iso, isoUntil, type LocalDay, startOfDay, weekdayNumber } from "./local-day.ts";
import type { DemoProfile, Product } from "./profiles/profile.ts";
import { at } from "./seeded-random.ts";
import { itemFields, stockMovements } from "./stock-movements.ts";

/** On one day in so many an order is delivered that can be followed through every domain. */
const everyDays = 3;
/** So many days after the delivery its fee is paid. */
const paidAfterDays = 6;
const mostItems = 3;
const mostUnits = 6;
const forever = 8.64e15;

type Batch = { fact: string; records: DemoRecord[] };

type WholeProfile = Required<Pick<DemoProfile, "deliveries" | "stock" | "sales" | "documents" | "ledger">>;

type OrderItem = { product: Product; units: number; movement: DemoRecord };

/** What a customer ordered the day before its delivery. */
type LinkedOrder = { reference: string; customer: string; feeMinor: number; items: readonly OrderItem[] };

/** Lets the facts of a day tell of orders across every domain, for a tenant that has them all. */
export function linkOrders(profile: DemoProfile, day: LocalDay, batches: Batch[]): void {
  if (!isWhole(profile)) return;
  const add = (fact: string, records: DemoRecord[]) => {
    const batch = batches.find((one) => one.fact === fact);
    if (batch) batch.records.push(...records);
    else if (records.length > 0) batches.push({ fact, records });
  };
  const ordered = findOrder(profile, day, day.number + 1);
  if (ordered) {
    add("sale_lines", saleLines(profile, ordered, day));
    add("order_lines", orderLines(profile, ordered, day));
    const movements = batches.find(({ fact }) => fact === "stock_movements");
    if (movements) movements.records = movements.records.flatMap((record) => splitIssue(record, ordered));
  }
  const delivered = findOrder(profile, day, day.number);
  if (delivered) {
    const papers = makeOrderDocument(profile.documents, day, delivered);
    add("documents", papers.documents);
    add("approval_steps", papers.steps);
    add("ledger_postings", postings(profile, delivered, day, day.number));
  }
  const paid = findOrder(profile, day, day.number - paidAfterDays);
  if (paid) add("ledger_postings", postings(profile, paid, day, day.number - paidAfterDays));
}

function isWhole(profile: DemoProfile): profile is DemoProfile & WholeProfile {
  const { deliveries, stock, sales, documents, ledger } = profile;
  return [deliveries, stock, sales, documents, ledger].every((part) => part !== undefined);
}

/** The order that is delivered on a day: of what was issued the day before, to the first customer who gets a delivery. */
function findOrder(profile: WholeProfile, today: LocalDay, number: number): LinkedOrder | undefined {
  if (number % everyDays !== 0 || number <= today.first) return undefined;
  const task = deliveryTasks(profile.deliveries, wholeDay(today, number)).find(
    ({ task_type: type, status }) => type === "Delivery" && status === "Delivered",
  );
  const items = stockMovements(profile.stock, wholeDay(today, number - 1)).flatMap((movement): OrderItem[] => {
    const product = profile.sales.products.find(({ name }) => name === movement.product);
    const units = Math.min(mostUnits, Math.floor(-Number(movement.quantity_milli) / 2000));
    return movement.movement_type === "Issue" && product && units > 0 ? [{ product, units, movement }] : [];
  });
  if (!task || items.length === 0) return undefined;
  return {
    reference: String(task.order_reference),
    customer: String(task.customer),
    feeMinor: 1500 + 100 * (number % 7),
    items: items.slice(0, mostItems),
  };
}

/** A day as it stands when all of it is over. */
function wholeDay(day: LocalDay, number: number): LocalDay {
  const weekday = weekdayNumber(number);
  return { ...day, number, text: dayText(number), startMs: startOfDay(number), weekday, nowMs: forever };
}

function saleLines({ sales }: WholeProfile, order: LinkedOrder, day: LocalDay): DemoRecord[] {
  const soldMs = day.startMs + 8.1 * hourMs;
  if (soldMs > day.nowMs) return [];
  const open = sales.branches.filter(({ opened }) => dayNumber(opened) <= day.number);
  const branch = at(open, day.number);
  return order.items.map(({ product, units }, place) => ({
    source_key: `sl-${day.text}-so-${place + 1}`,
    branch: branch.name,
    region: branch.region,
    salesperson: at(branch.salespeople, 0),
    payment_method: "Transfer",
    customer_segment: at(sales.bulkSegments, 0),
    channel: "Online",
    receipt_key: `rc-${day.text}-so`,
    sold_at: iso(soldMs),
    is_return: false,
    product: product.name,
    category: product.category,
    quantity_milli: units * 1000,
    gross_minor: product.priceMinor * units,
    discount_minor: 0,
    cost_minor: product.costMinor * units,
    order_reference: order.reference,
  }));
}

function orderLines({ stock }: WholeProfile, order: LinkedOrder, day: LocalDay): DemoRecord[] {
  const orderedMs = day.startMs + 8.5 * hourMs;
  if (orderedMs > day.nowMs) return [];
  return order.items.flatMap(({ product, units, movement }, place) => {
    const item = stock.items.find((one) => one.product === product && one.warehouse === movement.warehouse);
    if (!item) return [];
    const movedMs = Date.parse(String(movement.moved_at));
    const [pickedMs, shippedMs] = [movedMs - 0.5 * hourMs, movedMs + 0.4 * hourMs];
    const isShipped = shippedMs <= day.nowMs;
    return [
      addDefined({
        source_key: `ol-${day.text}-so-${place + 1}`,
        ...itemFields(item),
        order_reference: order.reference,
        ordered_at: iso(orderedMs),
        ordered_milli: units * 1000,
        picked_at: isoUntil(pickedMs, day.nowMs),
        shipped_at: isShipped ? iso(shippedMs) : undefined,
        shipped_milli: isShipped ? units * 1000 : undefined,
        is_picked_right: pickedMs <= day.nowMs ? true : undefined,
      }),
    ];
  });
}

/** What was issued for the order is a movement of its own; both together are what was issued. */
function splitIssue(record: DemoRecord, { reference, items }: LinkedOrder): DemoRecord[] {
  const item = items.find(({ movement }) => movement.source_key === record.source_key);
  if (!item) return [record];
  const share = (units: number) => ({ quantity_milli: units * 1000, value_minor: units * item.product.costMinor });
  const rest = Number(record.quantity_milli) / 1000 + item.units;
  return [
    { ...record, ...share(rest) },
    { ...record, ...share(-item.units), source_key: `${record.source_key}-so`, reference },
  ];
}

/** The fee of the delivery on its day, and its payment on a later one. */
function postings({ ledger }: WholeProfile, order: LinkedOrder, day: LocalDay, deliveredOn: number): DemoRecord[] {
  const { reference, customer, feeMinor } = order;
  const postedMs = day.startMs + 16 * hourMs;
  if (postedMs > day.nowMs) return [];
  const isPaid = day.number > deliveredOn;
  const key = `le-${day.text}-${isPaid ? "pso" : "so"}`;
  const shared = {
    entry_key: key,
    customer,
    posted_at: iso(postedMs),
    order_reference: reference,
    text: isPaid ? `${customer} pays the delivery of ${reference}` : `Delivery of ${reference} to ${customer}`,
  };
  const receivable = { account: "Accounts receivable", account_type: "Receivable", due_day: dayText(deliveredOn + 30) };
  return isPaid
    ? [
        { source_key: `${key}-1`, ...shared, account: "Bank", account_type: "Cash", amount_minor: feeMinor },
        { source_key: `${key}-2`, ...shared, ...receivable, amount_minor: -feeMinor },
      ]
    : [
        { source_key: `${key}-1`, ...shared, ...receivable, amount_minor: feeMinor },
        {
          source_key: `${key}-2`,
          ...shared,
          account: ledger.incomeAccount,
          account_type: "Income",
          amount_minor: -feeMinor,
        },
      ];
}
