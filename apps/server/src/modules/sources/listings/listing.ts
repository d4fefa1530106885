import { SourceProblem } from "../../../connectors/connector.ts";
import { addDays, dayIn } from "../../metrics/index.ts";
import type { Connection } from "../connections/connection-store.ts";
import type { Run } from "../connections/run-store.ts";

/** How many days are compared with the source, today included. */
const comparedDays = 60;

/** How far a reading of everything is. It travels in the cursor of its run, so that it moves with the rows. */
export type Listing = {
  /** The table that is read; null before its first row. */
  fact: string | null;
  /** How many rows of the connection were there before. */
  before: number;
  /** The first of the days that are compared. */
  since: string;
  /** What the source gave, by day: rows and what they are worth. */
  sums: Readonly<Record<string, DaySum>>;
  /** Rows that could not be read and have no key of their own: nobody can tell which of ours they are. */
  unknown: number;
  /** The last row has come. */
  isRead?: true;
  /** Rows that have vanished are removed up to this key. */
  removedTo?: string;
};

export type DaySum = readonly [rows: number, amount: number];

/** A row as far as a listing counts it. */
export type ListedRow = { key: string; day: string | null; amount: number };

/** Whether a run reads everything that there is, so that what it does not show is no more. */
export function isWhole({ settings }: Pick<Connection, "settings">, { task }: Pick<Run, "task">): boolean {
  return task.isFull === true || settings.isWhole === true;
}

/** What a step that takes no rows in brings. */
export const nothing = { facts: [], unreadable: [], unmapped: [], read: 0, total: null };

/** A listing that begins now. */
export function newListing(timeZone: string, now: Date): Listing {
  const since = addDays(dayIn(timeZone, now), 1 - comparedDays);
  return { fact: null, before: 0, since, sums: {}, unknown: 0 };
}

type CountedRow = Omit<ListedRow, "key">;

/** The same listing with what some more rows add to its days. */
export function addRows(listing: Listing, rows: readonly CountedRow[]): Listing {
  return sumRows(listing, rows, 1);
}

/** The same listing without what some of its rows have added. */
export function takeRows(listing: Listing, rows: readonly CountedRow[]): Listing {
  return sumRows(listing, rows, -1);
}

function sumRows(listing: Listing, rows: readonly CountedRow[], each: 1 | -1): Listing {
  const sums: Record<string, DaySum> = { ...listing.sums };
  const until = lastDay(listing);
  for (const { day, amount } of rows) {
    if (day === null || day < listing.since || day > until) continue;
    const [count, sum] = sums[day] ?? [0, 0];
    sums[day] = [count + each, clampToSafeInteger(sum + each * amount)];
  }
  return { ...listing, sums };
}

/** The last of the days that are compared. */
export function lastDay({ since }: Pick<Listing, "since">): string {
  return addDays(since, comparedDays - 1);
}

/** A sum that can be stored exactly; beyond that both sides are only "very much". */
export function clampToSafeInteger(sum: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, sum));
}

/** A list that has lost so much that it must be looked at first. */
export class ShrunkList extends SourceProblem {
  constructor(message: string) {
    super("config", message);
  }
}

/** Fewer rows than this may vanish in any part. */
const fewestGuarded = 20;
/** More than this part of a list does not vanish from one reading to the next. */
const mostVanishing = 0.2;

/** Why rows that are not in a list must not be removed for that alone; null where they may. */
export function measureShrink({
  listed,
  before,
  vanished,
}: {
  listed: number;
  before: number;
  vanished: number;
}): string | null {
  const isMuch = before >= fewestGuarded && vanished > before * mostVanishing;
  if (vanished === 0 || (listed > 0 && !isMuch)) return null;
  const [has, missing, all] = [listed, vanished, before].map((count) => count.toLocaleString("en-US"));
  return (
    `The list has ${has === "0" ? "no" : has} ${listed === 1 ? "row" : "rows"}, ${missing} of the ${all} rows here are not in it. ` +
    "Nothing was removed. If that is right, read all again and allow it."
  );
}
