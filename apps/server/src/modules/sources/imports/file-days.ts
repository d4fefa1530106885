import type { DuplicateRule } from "@console/contracts";
import type { DayShare } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { checkRecords, type FactTable } from "../../metrics/index.ts";
import { selectListed } from "../listings/listed-store.ts";
import { clampToSafeInteger, type DaySum } from "../listings/listing.ts";
import { selectByKeys } from "../listings/listing-store.ts";
import { readAmount } from "../listings/note-rows.ts";
import { ownDay } from "../listings/own-day.ts";
import { listWithdrawn, type MappedSourceRow } from "../mapping/map-batch.ts";
import type { RowReader } from "../mapping/map-row.ts";

/** What a load has by day: rows and what they are worth. It travels in the cursor of the run. */
export type DaySums = Readonly<Record<string, DaySum>>;

/** The first and the last day of a load, which stay in the cursor of its run once it was read. */
export type LoadDays = { days?: { from: string; to: string } | null };

/** Files reach further back than lists, but not over more days than this. */
const mostDays = 4000;

/** A mapped row with the day on which it counts and what it is worth there. */
export type DatedRow = MappedSourceRow & { day: string | null; amount: number };

/** Rows with where they count, so that this is told once. */
export function dateRows(
  table: FactTable,
  { timeZone }: Pick<RowReader, "timeZone">,
  mapped: readonly MappedSourceRow[],
): DatedRow[] {
  return mapped.map((row) => ({
    ...row,
    day: ownDay(table, row, timeZone),
    amount: readAmount(row.record, table.amountField),
  }));
}

/** A row as far as the days of a load count it. */
type CountedRow = { key: string; day: string | null; amount: number; isGood: boolean };

/** `hasOwnKeys`: no two rows of the load share a key, so that none has come before. */
type Target = { connection: string; run: string; table: FactTable; hasOwnKeys: boolean };

/**
 * The days of a load with the rows of one more piece, before these are stored. Rows that cannot be taken in are in the
 * file all the same; rows that share a key count once, as the mapping's rule says.
 */
export async function addToDays(
  context: Context,
  { connection, run, table, hasOwnKeys }: Target,
  { mapping: { fact, duplicates = "last" } }: Pick<RowReader, "mapping">,
  mapped: readonly DatedRow[],
  sums: DaySums,
): Promise<DaySums> {
  if (table.dayFields.length === 0) return sums;
  // Someone has said of rows that are left out that they do not count.
  const counting = mapped.filter(({ isLeftOut }) => !isLeftOut);
  const rows = counting.map(
    (row): CountedRow => ({
      key: String(row.record.source_key),
      day: row.day,
      amount: row.amount,
      isGood: row.problems.length === 0,
    }),
  );
  const days = new Map(Object.entries(sums));
  if (duplicates === "each") {
    for (const { day, amount } of rows) add(days, day, 1, amount);
    return Object.fromEntries(days);
  }
  const chosen = chooseRows(rows, duplicates);
  const withdrawn = listWithdrawn(mapped, duplicates);
  for (const key of withdrawn) chosen.delete(key);
  const keys = hasOwnKeys ? [] : [...chosen.keys(), ...withdrawn];
  const seen = await selectListed(context, { run, fact, keys });
  const before = await selectByKeys(context, { table, connection }, [...seen]);
  for (const key of duplicates === "last" ? withdrawn : []) {
    const earlier = before.get(key);
    if (earlier) add(days, earlier.day, -1, -earlier.amount);
  }
  for (const [key, { day, amount, isGood }] of chosen) {
    const earlier = before.get(key);
    if (!seen.has(key)) add(days, day, 1, amount);
    else if (!isGood || (earlier && duplicates === "first")) continue;
    // The row that came before in the same load was rejected, and is counted already.
    else if (!earlier) add(days, day, 0, amount);
    else {
      add(days, earlier.day, -1, -earlier.amount);
      add(days, day, 1, amount);
    }
  }
  return Object.fromEntries(days);
}

/**
 * The first and the last day of a load with the rows of one more piece that count; a month ends on its last. Of rows that
 * share a key, those that another one stands for do not.
 */
export async function widenDays(
  context: Context,
  { run, table, hasOwnKeys }: Target,
  { mapping: { fact, duplicates = "last" } }: Pick<RowReader, "mapping">,
  mapped: readonly DatedRow[],
  days: LoadDays["days"] = null,
): Promise<{ from: string; to: string } | null> {
  const monthEnds = table.dayFields.flatMap((field) => table.columns[field]?.monthEnd ?? []);
  const good = mapped.filter(({ problems }) => problems.length === 0);
  const outside = chooseByKey(good, duplicates).flatMap((row) => {
    const from = row.day;
    if (from === null) return [];
    const last = monthEnds.map((field) => row.record[field]).find((value) => typeof value === "string");
    const to = typeof last === "string" ? last : from;
    return !days || from < days.from || to > days.to ? [{ from, to, record: row.record }] : [];
  });
  const keys = duplicates === "first" && !hasOwnKeys ? outside.map(({ record }) => String(record.source_key)) : [];
  const seen = keys.length > 0 ? await selectListed(context, { run, fact, keys }) : new Set();
  const fresh = outside.filter(({ record }) => !seen.has(String(record.source_key)));
  if (fresh.length === 0) return days;
  // What the table refuses is not taken in either.
  const { checked } = await checkRecords(
    table.table,
    fresh.map(({ record }) => record),
  );
  const taken = checked.records.flatMap(({ index }) => fresh[index] ?? []);
  const spans = days ? [days, ...taken] : taken;
  const from = spans.map((span) => span.from).sort()[0];
  const to = spans
    .map((span) => span.to)
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

/** Rows of which each has a key of its own, as the rule for those that share one says. */
function chooseByKey(rows: readonly DatedRow[], rule: DuplicateRule): DatedRow[] {
  if (rule === "each") return [...rows];
  const ordered = rule === "last" ? rows : [...rows].reverse();
  return [...new Map(ordered.map((row) => [String(row.record.source_key), row])).values()];
}

/** The days of a load without those at their ends that a later piece has left empty: its rows stand for those of before. */
export function narrowDays(days: LoadDays["days"], sums: DaySums): { from: string; to: string } | null {
  const known = Object.entries(sums);
  if (!days || known.length >= mostDays) return days ?? null;
  const filled = known.flatMap(([day, [rows]]) => (rows > 0 ? [day] : [])).sort();
  const isEmpty = (day: string) => sums[day]?.[0] === 0;
  const from = isEmpty(days.from) ? (filled.find((day) => day > days.from) ?? days.from) : days.from;
  const to = isEmpty(days.to) ? (filled.findLast((day) => day < days.to) ?? days.to) : days.to;
  return { from, to };
}

/** Where the rows of a piece count, by their places: it is kept with those that are rejected. */
export function listShares(rows: readonly DatedRow[]): Map<string, DayShare> {
  return new Map(rows.map(({ row, day, amount }) => [row.place, { day, amount }]));
}

/**
 * The keys of rows of a piece that are not noted as the rows are stored: of those that wait to be taken in, since a later
 * row of the same key is the same row, and of all where no two can share one.
 */
export function listUnnoted(mapped: readonly MappedSourceRow[], hasOwnKeys: boolean): string[] {
  return mapped
    .filter(({ problems, isLeftOut }) => (hasOwnKeys || problems.length > 0) && !isLeftOut)
    .map(({ record }) => String(record.source_key));
}

/** One row for each key of a piece; one that can be taken in stands before one that cannot. */
function chooseRows(rows: readonly CountedRow[], rule: "last" | "first"): Map<string, CountedRow> {
  const chosen = new Map<string, CountedRow>();
  for (const row of rows) {
    const earlier = chosen.get(row.key);
    const isBetter = !earlier || (row.isGood && (rule === "last" || !earlier.isGood));
    if (isBetter) chosen.set(row.key, row);
  }
  return chosen;
}

function add(days: Map<string, DaySum>, day: string | null, rows: number, amount: number): void {
  if (day === null || (!days.has(day) && days.size >= mostDays)) return;
  const [count, sum] = days.get(day) ?? [0, 0];
  days.set(day, [count + rows, clampToSafeInteger(sum + amount)]);
}
