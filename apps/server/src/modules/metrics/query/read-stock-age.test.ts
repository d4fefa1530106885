import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../../platform/context.ts";
import { randomNumbers } from "../../../testing/facts.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { addDays, daysBetween } from "../model/calendar.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { queryMetrics } from "./query-metrics.ts";
import { type ageBuckets, readStockAge, type StockAge } from "./read-stock-age.ts";

const today = "2026-03-18";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: `${today}T12:00:00Z` } });
});
afterAll(() => testApp.close());

type Move = { type?: string; age: number; units: number; value: number; [column: string]: unknown };

const inTenant = <Result>(tenantId: string, work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);

async function ingest(tenantId: string, fact: string, records: Record<string, unknown>[]): Promise<void> {
  const { rejected } = await inTenant(tenantId, (context) => ingestFacts(context, { fact, source: "test", records }));
  expect(rejected).toEqual([]);
}

/** Stores movements, each so many days old, in units and whole money. */
function move(tenantId: string, ...moves: Move[]): Promise<void> {
  const records = moves.map(({ type, age, units, value, ...rest }, index) => ({
    source_key: `m${index}`,
    warehouse: "North",
    product: "Rice",
    movement_type: type ?? (units > 0 ? "Receipt" : "Issue"),
    moved_at: `${addDays(today, -age)}T08:00:00Z`,
    quantity_milli: units * 1000,
    value_minor: Math.round(value * 100),
    ...rest,
  }));
  return ingest(tenantId, "stock_movements", records);
}

const filtered = (field: string, value: string, op: "in" | "not_in" = "in") => ({ field, op, values: [value] });
const now = { asOf: today };

function readAge(tenantId: string, filters: ReturnType<typeof filtered>[] = [], time = now): Promise<StockAge> {
  return testApp.inSnapshot(systemCaller("test", tenantId), (context) => readStockAge(context, { filters, time }));
}

/** Quantity and value of each bucket, whatever the warehouse. */
function byBucket({ layers }: StockAge): Record<number, [number, number]> {
  const sums: Record<number, [number, number]> = {};
  for (const { bucket, quantity, value } of layers) {
    const [units, money] = sums[bucket] ?? [0, 0];
    sums[bucket] = [units + quantity, Math.round((money + value) * 100) / 100];
  }
  return sums;
}

test("what is on hand came with the newest receipts, and the oldest of these only in part", async () => {
  await move(
    "partial",
    { age: 400, units: 10, value: 10 },
    { age: 100, units: 10, value: 20 },
    { age: 10, units: 10, value: 30 },
    { age: 5, units: -15, value: -20 },
  );
  expect(byBucket(await readAge("partial"))).toEqual({ 0: [10, 30], 2: [5, 10] });
  const before = await readAge("partial", [], { asOf: addDays(today, -6) });
  expect([before.asOf, byBucket(before)]).toEqual([addDays(today, -6), { 0: [10, 30], 2: [10, 20], 4: [10, 10] }]);
});

test("each bucket begins and ends with the day that its name says", async () => {
  const ages = [0, 30, 31, 90, 91, 180, 181, 365, 366];
  await move("edges", ...ages.map((age, index) => ({ age, units: 2 ** index, value: 1 })));
  const quantities = Object.values(byBucket(await readAge("edges"))).map(([quantity]) => quantity);
  expect(quantities).toEqual([1 + 2, 4 + 8, 16 + 32, 64 + 128, 256]);
});

test("the stock value is spread by what each age cost, also where it is booked at another price", async () => {
  await move(
    "prices",
    { age: 100, units: 5, value: 10 },
    { age: 10, units: 10, value: 30 },
    { type: "Adjustment", age: 1, units: 0, value: 5 },
  );
  expect(byBucket(await readAge("prices"))).toEqual({ 0: [10, 33.75], 2: [5, 11.25] });
});

test("what came without a value is weighed by the unit cost of its item", async () => {
  const item = { source_key: "i", warehouse: "North", product: "Rice", listed_at: "2024-01-01T00:00:00Z" };
  await ingest("costs", "stock_items", [{ ...item, unit_cost_minor: 300 }]);
  await move(
    "costs",
    { age: 100, units: 10, value: 0 },
    { age: 10, units: 10, value: 10 },
    { type: "Adjustment", age: 1, units: 0, value: 30 },
  );
  expect(byBucket(await readAge("costs"))).toEqual({ 0: [10, 10], 2: [10, 30] });
});

test("returns and transfers in are as old as their day, and what only adjustments explain is older than all", async () => {
  await move(
    "kinds",
    { age: 200, units: 5, value: 5 },
    { type: "Return", age: 40, units: 2, value: 2 },
    { type: "Transfer", age: 20, units: 3, value: 3 },
    { type: "Transfer", age: 19, units: -1, value: -1 },
    { type: "Adjustment", age: 2, units: 4, value: 4 },
  );
  const layers = await readAge("kinds");
  expect(byBucket(layers)).toEqual({ 0: [3, 3], 1: [2, 2], 3: [5, 5], 4: [3, 3] });
  expect(layers.unexplained).toEqual({ quantity: 3, value: 3 });
});

test("items below zero have no age and are named; what is left of an empty item's value stays apart", async () => {
  await move(
    "below",
    { age: 50, units: 5, value: 10 },
    { age: 9, units: 4, value: 8, product: "Oil" },
    { age: 8, units: -10, value: -20, product: "Oil" },
    { age: 9, units: 4, value: 8, product: "Salt" },
    { age: 8, units: -4, value: -7, product: "Salt" },
  );
  const { layers, below } = await readAge("below");
  expect(layers).toContainEqual({ bucket: -1, warehouse: "North", quantity: -6, value: -11, items: 2 });
  expect(byBucket({ layers } as StockAge)[1]).toEqual([5, 10]);
  expect(below).toEqual([{ warehouse: "North", product: "Oil", quantity: -6, value: -12 }]);
});

/** Items in two warehouses and places, some moved more often than received, over more than a year. */
function randomMoves(seed: number): Move[] {
  const random = randomNumbers(seed);
  const pick = <Item>(...items: Item[]) => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: 600 }, (_, index) => {
    const type = pick("Receipt", "Receipt", "Issue", "Issue", "Issue", "Return", "Transfer", "Adjustment");
    const size = 1 + Math.floor(random() * 50) / 4;
    const isIn = type === "Receipt" || type === "Return" || (type !== "Issue" && random() < 0.5);
    const value = random() < 0.1 ? 0 : Math.round(size * (1 + random()) * 100) / 100;
    const [number, seconds] = [Math.floor(random() * 4), String(index % 60).padStart(2, "0")];
    const age = Math.floor(random() ** 2 * 500);
    const time = `T0${4 + Math.floor(index / 200)}:${String(Math.floor((index % 3600) / 60)).padStart(2, "0")}:${seconds}Z`;
    return {
      type,
      age,
      units: isIn ? size : -size,
      value: isIn ? value : -value,
      moved_at: `${addDays(today, -age)}${time}`,
      warehouse: pick("North", "South"),
      product: `Product ${number}`,
      category: `Category ${number % 2}`,
      supplier: `Supplier ${number % 3}`,
      bin_zone: pick("Floor", "Shelf"),
      abc_class: pick("A", "B"),
    };
  });
}

const starts: typeof ageBuckets = [0, 31, 91, 181, 366];
const findBucket = (age: number) => starts.findLastIndex((start) => age >= start);

/** What is left of each bucket of one item, by following every movement from the first on. */
function followItem(moves: readonly Move[]): Map<number, number> {
  const arrivals: { age: number; units: number; left: number }[] = [];
  let [unexplained, debt] = [0, 0];
  const take = (units: number) => {
    const fromOld = Math.min(unexplained, units);
    unexplained -= fromOld;
    let target = units - fromOld;
    for (const arrival of arrivals) {
      const taken = Math.min(arrival.left, target);
      arrival.left -= taken;
      target -= taken;
    }
    debt += target;
  };
  const settle = (units: number) => {
    const settled = Math.min(debt, units);
    debt -= settled;
    return units - settled;
  };
  for (const { type, age, units } of moves) {
    if (units < 0) take(-units);
    else if (type !== "Adjustment") arrivals.push({ age, units, left: settle(units) });
    else {
      // More was counted than booked: what was taken last had not left after all.
      let answered = settle(units);
      for (const arrival of arrivals.toReversed()) {
        const back = Math.min(arrival.units - arrival.left, answered);
        arrival.left += back;
        answered -= back;
      }
      unexplained += answered;
    }
  }
  const left = new Map<number, number>();
  const add = (bucket: number, units: number) => units !== 0 && left.set(bucket, (left.get(bucket) ?? 0) + units);
  for (const { age, left: units } of arrivals) add(findBucket(age), units);
  add(starts.length - 1, unexplained);
  if (debt > 0) add(-1, -debt);
  return left;
}

function followAll(moves: readonly Move[], asOf: string): Record<string, number> {
  const remaining = moves
    .filter(({ age }) => addDays(today, -age) <= asOf)
    .map((one): Move => ({ ...one, age: one.age - daysBetween(asOf, today) }))
    .toSorted((one, other) => (String(one.moved_at) < String(other.moved_at) ? -1 : 1));
  const sums: Record<string, number> = {};
  for (const item of new Set(remaining.map(({ warehouse, product }) => `${warehouse} ${product}`))) {
    const own = remaining.filter(({ warehouse, product }) => `${warehouse} ${product}` === item);
    for (const [bucket, units] of followItem(own)) {
      const index = `${own[0]?.warehouse} ${bucket}`;
      sums[index] = (sums[index] ?? 0) + units;
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units !== 0));
}

function toBuckets({ layers }: StockAge): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { bucket, warehouse, quantity } of layers) {
    const index = `${warehouse} ${bucket}`;
    sums[index] = (sums[index] ?? 0) + quantity;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units !== 0));
}

/** Units and value of the items of which not more has left than came in; null where there are none. */
function addKnown(moves: readonly Move[], asOf: string): (number | null)[] {
  const items = new Map<string, { units: number; value: number; arrivals: number }>();
  for (const { warehouse, product, units, value } of moves.filter(({ age }) => addDays(today, -age) <= asOf)) {
    const before = items.get(`${warehouse} ${product}`) ?? { units: 0, value: 0, arrivals: 0 };
    items.set(`${warehouse} ${product}`, {
      units: before.units + units,
      value: before.value + value,
      arrivals: before.arrivals + (units > 0 ? 1 : 0),
    });
  }
  const known = [...items.values()].filter(({ units, arrivals }) => arrivals > 0 && units >= 0);
  const add = (amounts: readonly number[]) => (amounts.length > 0 ? amounts.reduce((sum, one) => sum + one, 0) : null);
  const valued = known.filter(({ value }) => value >= 0);
  return [add(known.map(({ units }) => units)), add(valued.map(({ value }) => value))];
}

async function readTotals(tenantId: string, filters: ReturnType<typeof filtered>[], time: { asOf: string }) {
  const query = { metrics: ["stock_on_hand_qty", "stock_value"], dimensions: [], filters, time, having: [], sort: [] };
  const { totals } = await testApp.inSnapshot(systemCaller("test", tenantId), (context) =>
    queryMetrics(context, { ...query, other: false, cumulative: false }),
  );
  return [totals.stock_on_hand_qty, totals.stock_value];
}

for (const seed of [1, 2, 3]) {
  test(`layers are those of following 600 movements one by one, and add up to the metrics (${seed})`, async () => {
    const tenantId = `random-${seed}`;
    const moves = randomMoves(seed);
    await move(tenantId, ...moves);
    // The other tenant has the same names and far larger figures.
    await move(
      `${tenantId}-other`,
      ...moves.map((one) => ({ ...one, units: one.units * 1000, value: one.value * 1000 })),
    );
    const check = async () => {
      for (const asOf of [today, addDays(today, -45), addDays(today, -200)]) {
        for (const filters of [
          [],
          [filtered("warehouse", "South")],
          [filtered("product", "Product 1", "not_in")],
          [filtered("category", "Category 1")],
          [filtered("supplier", "Supplier 2", "not_in")],
          [filtered("abc_class", "A"), filtered("bin_zone", "Shelf")],
        ]) {
          const remaining = moves.filter((one) =>
            filters.every(({ field, op, values }) => values.includes(String(one[field])) === (op === "in")),
          );
          const layers = await readAge(tenantId, filters, { asOf });
          expect(toBuckets(layers), JSON.stringify([asOf, filters])).toEqual(followAll(remaining, asOf));
          const onHand = layers.layers.reduce((sum, { bucket, quantity }) => sum + (bucket < 0 ? 0 : quantity), 0);
          const [units = null, value = null] = addKnown(remaining, asOf);
          expect(onHand).toBe(units ?? 0);
          const money = value === null ? null : expect.closeTo(value, 6);
          expect(await readTotals(tenantId, filters, { asOf })).toEqual([units, money]);
        }
      }
    };
    await check();
    const settle = (context: Context) => settleRollups(context, registry, { fewestRows: 0, rowsPerCell: 0 });
    while (await inTenant(tenantId, settle));
    await check();
  });
}
