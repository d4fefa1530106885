import type { FactTable } from "../modules/metrics/facts/fact-table.ts";
import { factTables } from "../modules/metrics/facts/fact-tables.ts";
import type { FactRecord } from "../modules/metrics/facts/read-records.ts";
import { cashSteps } from "../modules/metrics/model/dimensions.ts";

/** A stream of numbers from 0 to 1 that is the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Days on which random facts happen: some weeks before this day and a little after it. */
export const testToday = "2026-03-18";

/** What the amounts of random facts are in, by their key; undefined where they do not say. */
const currencies = ["USD", "EUR", undefined, "USD", "JPY", "USD", undefined];

/** What follows from the key of a row by itself leaves what is drawn for the others, and so what a seed stands for. */
const derivedColumns: Readonly<Record<string, Readonly<Record<string, (key: number) => unknown>>>> = {
  sale_lines: { order_reference: (key) => `O-k${key}` },
  documents: { order_reference: (key) => `O-k${key}` },
  ledger_postings: {
    order_reference: (key) => `O-k${key}`,
    driver: (key) => (key % 5 === 0 ? null : `driver ${key % 5}`),
    cash_step: (key) => cashSteps[key % (cashSteps.length + 1)] ?? null,
  },
};

/** A record with random content for any table of facts; keys repeat, so that records also replace each other. */
export function randomRecord(table: FactTable, random: () => number, keys = 400): FactRecord {
  const pick = (count: number) => Math.floor(random() * count);
  const start = Date.parse(`${testToday}T00:00:00Z`);
  const created = start - (random() ** 2 * 100 - 1) * 86_400_000;
  const instant = (hours: number) =>
    new Date(Math.floor(created / 1000) * 1000 + Math.floor(random() * hours * 3600) * 1000).toISOString();
  const day = (from: number, span: number) =>
    new Date(start + (from + pick(span)) * 86_400_000).toISOString().slice(0, 10);
  const record: Record<string, unknown> = { source_key: `k${pick(keys)}` };
  for (const [name, { type, isRequired }] of Object.entries(table.columns)) {
    if (type === "currency") {
      const currency = currencies[Number(String(record.source_key).slice(1)) % currencies.length];
      if (currency) record[name] = currency;
      continue;
    }
    const derive = derivedColumns[table.table]?.[name];
    if (derive) {
      record[name] = derive(Number(String(record.source_key).slice(1)));
      continue;
    }
    if (!isRequired && random() < 0.2) continue;
    if (!isRequired && random() < 0.1) record[name] = null;
    else if (typeof type === "object" && "member" in type) record[name] = `${type.member} ${pick(4)}`;
    else if (typeof type === "object") record[name] = type.fixed[pick(type.fixed.length)];
    else if (type === "instant")
      record[name] = /created|listed|opened|ordered|entered|submitted/.test(name) ? instant(1) : instant(90);
    else if (name === "last_day") record[name] = lastDay(String(record.day), pick(31));
    else if (type === "day") record[name] = name === "due_day" ? day(-120, 130) : day(-60, 90);
    else if (type === "integer") record[name] = integerFor(name, pick);
    else if (type === "decimal") record[name] = pick(90) / 2;
    else if (type === "flag") record[name] = random() < 0.25;
    else if (type === "text")
      record[name] = /receipt|customer|entry|document/.test(name) ? `${name} ${pick(60)}` : `text ${pick(9)}`;
    else record[name] = [{ at: instant(1), kind: "made" }];
  }
  // What belongs to a whole receipt is the same on all of its lines.
  if (table.table === "sale_lines") return wholeReceipt(record);
  return record;
}

function lastDay(first: string, more: number): string {
  return new Date(Date.parse(first) + more * 86_400_000).toISOString().slice(0, 10);
}

function integerFor(name: string, pick: (count: number) => number): number {
  if (/quantity|value|amount/.test(name)) return pick(20_000) - 8000;
  return pick(
    name === "rating" || name === "attempts" || name === "step_number" || name === "resubmissions" ? 6 : 50_000,
  );
}

function wholeReceipt(record: Record<string, unknown>): FactRecord {
  const number = Number(String(record.receipt_key).split(" ")[1]);
  const soldAt = new Date(Date.parse(`${testToday}T10:00:00Z`) - (number % 50) * 86_400_000 * 2).toISOString();
  const own = Object.fromEntries(
    ["branch", "region", "salesperson", "payment_method", "customer_segment", "channel"].map((name, place) => [
      name,
      `${name} ${(number + place) % 4}`,
    ]),
  );
  return { ...record, ...own, sold_at: soldAt };
}

/** The table of facts of a name. */
export function factTable(name: string): FactTable {
  const table = factTables.find((candidate) => candidate.table === name);
  if (!table) throw new Error(`There is no table of facts ${name}.`);
  return table;
}
