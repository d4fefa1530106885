import { expect, test } from "vitest";
import { factTables, ownFieldNames } from "../../modules/metrics/index.ts";
import { reports, resolveView } from "../../modules/reports/index.ts";
import { demoBatches, demoDays, demoMasters, demoTenants } from "./demo-batches.ts";
import type { DemoRecord } from "./demo-record.ts";
import { dayNumber, dayText } from "./local-day.ts";

type Column = (typeof factTables)[number]["columns"][string];

const now = new Date("2026-11-15T12:00:00Z");
const takeFirst = (tenantId: string) => demoDays(tenantId, now).first;
const batchesAt = (tenantId: string, day: string, at: Date) =>
  demoBatches(tenantId, day, { first: takeFirst(tenantId), now: at });

/** All records of a tenant's last days, by fact table. */
function collectRecords(tenantId: string, at: Date, days = Number.POSITIVE_INFINITY): Map<string, DemoRecord[]> {
  const { first, last } = demoDays(tenantId, at);
  const collected = new Map<string, DemoRecord[]>();
  const take = (batches: ReturnType<typeof demoBatches>) => {
    for (const { fact, records } of batches) {
      const list = collected.get(fact) ?? [];
      for (const record of records) list.push(record);
      collected.set(fact, list);
    }
  };
  take(demoMasters(tenantId, { first, now: at }));
  for (let day = Math.max(dayNumber(first), dayNumber(last) - days + 1); day <= dayNumber(last); day += 1) {
    take(demoBatches(tenantId, dayText(day), { first, now: at }));
  }
  return collected;
}

const everything = new Map(demoTenants.map((tenantId) => [tenantId, collectRecords(tenantId, now)]));
const recordsIn = (tenantId: string, fact: string) => everything.get(tenantId)?.get(fact) ?? [];
const listColumns = (fact: string) => factTables.find(({ table }) => table === fact)?.columns ?? {};
const keyed = (records: DemoRecord[] = []) => new Map(records.map((record) => [record.source_key, record]));
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.000)?Z$/;

test("together the demo tenants have about two hundred and forty thousand facts", () => {
  const sizes = [...everything.values()].flatMap((tables) => [...tables.values()].map(({ length }) => length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(220_000);
  expect(total).toBeLessThan(260_000);
});

test("the facts reach back to the period before and to the same period of the year before, in every report", () => {
  for (const today of ["2026-11-15", "2026-03-31", "2028-02-29", "2029-01-31"]) {
    for (const report of reports.values()) {
      const { from, to } = resolveView(report, {}, today).time;
      const before = dayText(2 * dayNumber(from) - dayNumber(to));
      const yearBefore = `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`;
      for (const tenantId of demoTenants) {
        const { first } = demoDays(tenantId, new Date(`${today}T12:00:00Z`));
        expect([tenantId, report.id, first <= before && first <= yearBefore]).toEqual([tenantId, report.id, true]);
      }
    }
  }
});

test("a day is the same whenever it is generated, and days do not resemble each other", () => {
  for (const tenantId of demoTenants) {
    const late = batchesAt(tenantId, "2026-06-10", new Date("2027-02-01T00:00:00Z"));
    expect(batchesAt(tenantId, "2026-06-10", new Date("2027-02-01T00:00:00Z"))).toEqual(late);
    expect(batchesAt(tenantId, "2026-06-11", now)).not.toEqual(batchesAt(tenantId, "2026-06-10", now));
    expect(batchesAt(tenantId, "2026-11-16", now)).toEqual([]);
  }
});

function isOfType(value: unknown, { type }: Column): boolean {
  if (typeof type === "object" && "fixed" in type) return type.fixed.includes(value as string);
  if (typeof type === "object") return isMemberName(value);
  if (type === "instant") return typeof value === "string" && isoPattern.test(value);
  if (type === "day") return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "decimal") return typeof value === "number" && Number.isFinite(value);
  if (type === "flag") return typeof value === "boolean";
  if (type === "currency") return typeof value === "string" && /^[A-Z]{3}$/.test(value);
  return type === "text" ? typeof value === "string" && value !== "" : typeof value === "object" && value !== null;
}

/** A member is named by itself, or by the key and the name that its source has for it. */
function isMemberName(value: unknown): boolean {
  const names = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return names.length > 0 && names.every((name) => typeof name === "string" && name !== "");
}

test("every record has a key of its own, only fields of its table, and all that are required", () => {
  const wrong: unknown[] = [];
  for (const tables of everything.values()) {
    for (const [fact, records] of tables) {
      const columns = listColumns(fact);
      const required = Object.keys(columns).filter((field) => columns[field]?.isRequired);
      expect(keyed(records).size).toBe(records.length);
      for (const { source_key: key, ...fields } of records) {
        for (const [field, value] of Object.entries(fields)) {
          const column = columns[field];
          if (column === undefined || !isOfType(value, column)) wrong.push({ fact, key, field, value });
        }
        for (const field of required) if (!(field in fields)) wrong.push({ fact, key, field });
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("nothing has happened after now", () => {
  const wrong: unknown[] = [];
  for (const at of [now, new Date("2026-03-18T05:20:00Z"), new Date("2026-07-04T21:30:00Z")]) {
    for (const tenantId of demoTenants) {
      for (const [fact, records] of collectRecords(tenantId, at, 20)) {
        const columns = listColumns(fact);
        const instants = Object.keys(columns).filter((name) => columns[name]?.type === "instant" && name !== "due_at");
        for (const record of records) {
          const history = (record.history ?? []) as { at: string }[];
          const times = [...instants.map((name) => record[name]), ...history.map((entry) => entry.at)];
          if (times.some((time) => typeof time === "string" && Date.parse(time) > at.getTime())) wrong.push(record);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** What may change as a record moves forward; everything else is only added. */
const moving = new Set(["status", "is_cancelled", "approver", "history"]);

test("a later now keeps every record and only completes it", () => {
  const steps = ["2026-11-14T03:00:00Z", "2026-11-14T12:10:00Z", "2026-11-15T06:00:00Z", "2026-11-28T20:00:00Z"];
  for (const tenantId of demoTenants) {
    for (let day = dayNumber("2026-11-01"); day <= dayNumber("2026-11-15"); day += 1) {
      const states = steps.map((step) => batchesAt(tenantId, dayText(day), new Date(step)));
      states.slice(1).forEach((later, place) => {
        for (const { fact, records } of states[place] ?? []) {
          const complete = keyed(later.find((batch) => batch.fact === fact)?.records);
          for (const record of records) expect(completes(record, complete.get(record.source_key))).toBe(true);
        }
      });
    }
  }
});

function completes(earlier: DemoRecord, later: DemoRecord | undefined): boolean {
  if (later === undefined) return false;
  const past = JSON.stringify(earlier.history ?? []).slice(0, -1);
  if (!JSON.stringify(later.history ?? []).startsWith(past)) return false;
  return Object.keys(earlier).every(
    (field) => moving.has(field) || JSON.stringify(earlier[field]) === JSON.stringify(later[field]),
  );
}

test("tasks of the day are on their way at noon and done two days later", () => {
  const openAt = (at: string) => {
    const records = batchesAt("demo-tookan", "2026-11-15", new Date(at))[0]?.records ?? [];
    const statuses = new Set(records.filter((record) => record.is_cancelled !== true).map(({ status }) => status));
    return ["Planned", "Out for delivery", "Delivered"].filter((status) => statuses.has(status));
  };
  expect(openAt("2026-11-15T11:00:00Z")).toEqual(["Planned", "Out for delivery", "Delivered"]);
  expect(openAt("2026-11-17T11:00:00Z")).toEqual(["Delivered"]);
});

const range = (prefix: string, count: number, width: number) =>
  Array.from({ length: count }, (_, place) => `${prefix}${String(place + 1).padStart(width, "0")}`);

/** What acme's people call things; every report and every question is tried with these names. */
const vocabulary: Record<string, string[]> = {
  driver: [
    "Marta Silva",
    "John Okafor",
    "Jon Okada",
    "Li Wei",
    "Ahmed Hassan",
    "Priya Nair",
    "Tom Becker",
    "Sofia Rossi",
  ],
  vehicle: range("VAN-", 12, 2),
  route: range("R", 20, 1),
  depot: ["North Depot", "South Depot", "Harbour Depot"],
  zone: ["A", "B", "C", "D"],
  customer: ["Bluebird Cafe", "Nordic Foods", "City Hospital", "Greenleaf Market", "Orion Hotels", "Sunrise Bakery"],
  service_level: ["Standard", "Express", "Same-day"],
  failure_reason: ["Nobody home", "Wrong address", "Refused", "Damaged", "No access"],
  warehouse: ["Central Warehouse", "East Warehouse", "Cold Store"],
  product: [
    "Espresso Beans 1kg",
    "Green Tea 100ct",
    "Olive Oil 5L",
    "Basmati Rice 10kg",
    "Paper Cups 12oz",
    "Oat Milk 1L",
    "Cane Sugar 25kg",
    "Napkins 500ct",
    "Whole Milk 1L",
    "Frozen Berries 2kg",
    "Butter Croissants 60ct",
    "Dish Soap 5L",
    "Floor Cleaner 10L",
  ],
  category: ["Beverages", "Dry Goods", "Dairy", "Packaging", "Cleaning", "Frozen"],
  supplier: ["Delta Imports", "Kowalski Foods", "PackRight", "FreshFarm"],
  bin_zone: ["Rack", "Floor", "Cage", "Chill"],
  abc_class: ["A", "B", "C"],
  branch: ["Downtown", "Airport", "Riverside", "Old Town", "Lakeside", "Hillcrest"],
  region: ["North", "South", "West"],
  salesperson: ["Anna Kim", "Ben Ortiz", "Carla Mendes", "David Cohen"],
  payment_method: ["Cash", "Card", "Transfer", "Gift card"],
  customer_segment: ["Retail", "Wholesale", "HoReCa"],
  channel: ["Store", "Online", "Phone"],
  document_type: ["Invoice", "Credit note", "Delivery note", "Purchase order", "Contract", "Certificate"],
  owner: ["Eva Brandt", "Paul Novak", "Ines Costa"],
  department: ["Finance", "Logistics", "Purchasing", "HR", "Sales"],
  approver: ["Nina Patel", "Oscar Lund", "Ruth Adler"],
  approval_step: ["Check", "Approval", "Release"],
  cost_center: ["Transport", "Warehouse ops", "Stores", "Head office"],
};

/** The members that each table names, as `table.dimension`. */
function listMembers(tables: Map<string, DemoRecord[]>): Map<string, Set<unknown>> {
  const collected = new Map<string, Set<unknown>>();
  for (const [fact, records] of tables) {
    for (const [field, { type }] of Object.entries(listColumns(fact))) {
      if (typeof type !== "object" || !("member" in type) || type.member === "account") continue;
      // Acme keeps no fields of its own.
      if (ownFieldNames.includes(field)) continue;
      // Postings name drivers in the flows of cash, which begin with somebody who handles it.
      if (fact === "ledger_postings" && field === "driver") continue;
      const named = new Set(records.map((record) => record[field]));
      named.delete(undefined);
      collected.set(`${fact}.${type.member}`, named);
    }
  }
  return collected;
}

test("acme uses its own vocabulary and no other word", () => {
  const all = listMembers(everything.get("demo-acme") ?? new Map());
  for (const [dimension, members] of Object.entries(vocabulary)) {
    const named = [...all].filter(([path]) => path.endsWith(`.${dimension}`)).flatMap(([, names]) => [...names]);
    expect([dimension, [...new Set(named)].sort()]).toEqual([dimension, [...members].sort()]);
  }
  expect(new Set([...all.keys()].map((path) => path.split(".")[1]))).toEqual(new Set(Object.keys(vocabulary)));
});

test("every word of acme is used in any fortnight, in each table that can name it", () => {
  const missing: string[] = [];
  for (const day of ["2026-03-18", "2026-06-30", "2026-09-02", "2026-11-15"]) {
    for (const [path, named] of listMembers(collectRecords("demo-acme", new Date(`${day}T12:00:00Z`), 14))) {
      const dimension = path.split(".")[1] ?? "";
      for (const name of vocabulary[dimension] ?? []) {
        // The slow mover is not sold, and no longer moves.
        if (!named.has(name) && name !== "Floor Cleaner 10L") missing.push(`${day} ${path} ${name}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

test("every entry of the ledger balances", () => {
  for (const tenantId of ["demo-other", "demo-acme"]) {
    const sums = new Map<unknown, number>();
    for (const { entry_key: key, amount_minor: minor } of recordsIn(tenantId, "ledger_postings")) {
      sums.set(key, (sums.get(key) ?? 0) + Number(minor));
    }
    expect([...sums].filter(([, sum]) => sum !== 0)).toEqual([]);
  }
});

test("some orders of each week can be followed from the sale to the ledger", () => {
  const listReferences = (fact: string, field = "order_reference") =>
    new Set<unknown>(recordsIn("demo-acme", fact).map((record) => record[field]));
  const delivered = recordsIn("demo-acme", "delivery_tasks").filter(({ status }) => status === "Delivered");
  const others = [
    ...["order_lines", "sale_lines", "documents", "ledger_postings"].map((fact) => listReferences(fact)),
    listReferences("stock_movements", "reference"),
  ];
  const followed = delivered.filter(({ order_reference: order }) => others.every((found) => found.has(order)));
  const weeks = new Set(followed.map(({ due_at: due }) => Math.floor(dayNumber(String(due).slice(0, 10)) / 7)));
  expect(followed.length).toBeGreaterThan(200);
  expect(weeks.has(Math.floor(dayNumber("2026-11-12") / 7))).toBe(true);
  const pairs = new Map<unknown, number>();
  for (const { order_reference: order, quantity_milli: sold } of recordsIn("demo-acme", "sale_lines")) {
    if (order !== undefined) pairs.set(order, (pairs.get(order) ?? 0) + Number(sold));
  }
  for (const { reference, quantity_milli: moved } of recordsIn("demo-acme", "stock_movements")) {
    if (pairs.has(reference)) pairs.set(reference, (pairs.get(reference) ?? 0) + Number(moved));
  }
  // What was sold has left the warehouse; the last order may be on its way.
  expect([...pairs.values()].filter((left) => left !== 0).length).toBeLessThanOrEqual(1);
});

test("receivables and payables of every age are open", () => {
  for (const tenantId of ["demo-other", "demo-acme"]) {
    for (const [type, sign] of [["Receivable", 1] as const, ["Payable", -1] as const]) {
      const open = [0, 0, 0, 0, 0];
      for (const posting of recordsIn(tenantId, "ledger_postings")) {
        if (posting.account_type !== type) continue;
        const late = dayNumber("2026-11-15") - dayNumber(String(posting.due_day));
        const bucket = Math.min(4, Math.max(0, Math.ceil(late / 30)));
        open[bucket] = (open[bucket] ?? 0) + sign * Number(posting.amount_minor);
      }
      expect(Math.min(...open)).toBeGreaterThan(0);
    }
  }
});

test("stock never falls below nothing, one product is out and one has not moved for months", () => {
  for (const tenantId of ["demo-warehouse", "demo-acme"]) {
    const stock = new Map<string, { milli: number; leastMilli: number; issued: string }>();
    const movements = recordsIn(tenantId, "stock_movements").toSorted((one, two) =>
      String(one.moved_at).localeCompare(String(two.moved_at)),
    );
    for (const { warehouse, product, quantity_milli: quantity, movement_type: type, moved_at: at } of movements) {
      const before = stock.get(`${warehouse}/${product}`) ?? { milli: 0, leastMilli: 0, issued: "" };
      const milli = before.milli + Number(quantity);
      const issued = type === "Issue" ? String(at) : before.issued;
      stock.set(`${warehouse}/${product}`, { milli, leastMilli: Math.min(before.leastMilli, milli), issued });
    }
    expect(stock.size).toBe(recordsIn(tenantId, "stock_items").length);
    const items = [...stock.values()];
    expect(Math.min(...items.map(({ leastMilli }) => leastMilli))).toBeGreaterThanOrEqual(-50_000);
    expect(items.filter(({ milli }) => milli <= 0).length).toBeGreaterThan(0);
    expect(items.filter(({ milli, issued }) => milli > 0 && issued < "2026-07-18").length).toBe(1);
  }
});

test("the keeping of some documents of several types ends within a year, and of most much later", () => {
  for (const tenantId of ["demo-docman", "demo-acme"]) {
    const documents = recordsIn(tenantId, "documents");
    const ending = documents.filter(({ retain_until: until }) => {
      const days = dayNumber(String(until)) - dayNumber("2026-11-15");
      return days >= 0 && days < 365;
    });
    expect(new Set(ending.map((document) => document.document_type)).size).toBeGreaterThanOrEqual(4);
    expect(ending.length).toBeGreaterThan(20);
    expect(ending.length).toBeLessThan(documents.length / 10);
  }
});
