import type { Context } from "../../../platform/context.ts";
import { selectPostings } from "../../metrics/index.ts";
import { closeTaken } from "../../sources/index.ts";
import { lockBook } from "../book/book-lock.ts";
import { addNamedAccounts } from "./arrival-accounts.ts";
import { selectWaiting, type WaitingPlace } from "./arrival-store.ts";
import { type TakenArrival, takeEntries } from "./follow-postings.ts";

const entriesAtOnce = 200;

export type RetriedPiece = { next: WaitingPlace | null; taken: number; waiting: number };

/** Tries a piece of the entries that wait once more; rows of sources that were rejected for it wait no longer. */
export async function retryPiece(
  context: Context,
  after: WaitingPlace | null,
  { addsAccounts = false }: { addsAccounts?: boolean } = {},
): Promise<RetriedPiece> {
  await lockBook(context);
  const rows = await selectWaiting(context, { after, limit: entriesAtOnce });
  const last = rows.at(-1);
  const next = rows.length === entriesAtOnce && last ? last : null;
  const entries = new Map(rows.map(({ source, entryKey }) => [`${source} ${entryKey}`, { source, entryKey }]));
  if (addsAccounts) await addNamedAccounts(context, await selectPostings(context, [...entries.values()]));
  const arrivals = await takeEntries(context, [...entries.values()]);
  const taken = arrivals.filter(({ problem }) => problem === null);
  await closeRejects(context, taken);
  return { next, taken: taken.length, waiting: arrivals.length - taken.length };
}

async function closeRejects(context: Context, taken: readonly TakenArrival[]): Promise<void> {
  for (const connection of new Set(taken.map(({ source }) => source))) {
    const keys = taken.filter(({ source }) => source === connection).flatMap(({ sourceKeys }) => sourceKeys);
    await closeTaken(context, { connection, run: null, fact: "ledger_postings", field: "entry_key", keys });
  }
}
