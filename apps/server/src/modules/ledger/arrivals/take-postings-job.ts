import { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { listTenantIds } from "../../directory/index.ts";
import { type SourceEntry, selectUnmirrored } from "../../metrics/index.ts";
import { lockBook } from "../book/book-lock.ts";
import type { WaitingPlace } from "./arrival-store.ts";
import { takeEntries } from "./follow-postings.ts";
import { type RetriedPiece, retryPiece } from "./retry-piece.ts";

const entriesAtOnce = 200;

/** Tries the entries that wait once more, and takes into the book what sources had brought before it followed them. */
export const takePostingsJob = defineJob({
  name: "ledger.take-postings",
  input: z.object({}),
  attempts: 5,
  async runLong({ inTenant, signal }) {
    for (let place: WaitingPlace | null | undefined; place !== null && !signal.aborted; ) {
      const after: WaitingPlace | null = place ?? null;
      const piece: RetriedPiece = await inTenant((context) => retryPiece(context, after));
      place = piece.next;
    }
    const sums = { entries: 0, balanced: 0, waiting: 0 };
    for (let place: SourceEntry | null | undefined; place !== null && !signal.aborted; ) {
      const after: SourceEntry | null = place ?? null;
      const piece: CarriedPiece = await inTenant((context) => carryOverPiece(context, after));
      place = piece.next;
      sums.entries += piece.entries;
      sums.balanced += piece.balanced;
      sums.waiting += piece.waiting;
    }
    if (sums.entries > 0) {
      await inTenant((context) =>
        recordAudit(context, { act: "ledger.carried_over", subject: "ledger", details: sums }),
      );
    }
  },
});

/** Every quarter of an hour: no tenant's postings are forgotten, also those from before the book followed sources. */
export const sweepPostingsJob = defineJob({
  name: "ledger.sweep-postings",
  input: z.object({}),
  attempts: 3,
  schedule: "7,22,37,52 * * * *",
  async run(context) {
    for (const tenantId of await listTenantIds(context)) await promiseTaking({ ...context, tenantId });
  },
});

/** Promises to try what waits, after something has changed that it may wait for. */
export async function promiseTaking(context: Context): Promise<void> {
  await enqueue(context, takePostingsJob, {}, { key: `ledger.take-postings:${context.tenantId}` });
}

type CarriedPiece = { next: SourceEntry | null; entries: number; balanced: number; waiting: number };

async function carryOverPiece(context: Context, after: SourceEntry | null): Promise<CarriedPiece> {
  const entries = await selectUnmirrored(context, { after, limit: entriesAtOnce });
  const next = entries.length < entriesAtOnce ? null : (entries.at(-1) ?? null);
  if (entries.length === 0) return { next, entries: 0, balanced: 0, waiting: 0 };
  await lockBook(context);
  // What they leave open is balanced, so that no figure changes by it.
  const arrivals = await takeEntries(context, entries, { balances: true });
  const taken = arrivals.filter(({ problem }) => problem === null);
  const balanced = taken.filter(({ isBalanced }) => !isBalanced).length;
  return { next, entries: taken.length, balanced, waiting: arrivals.length - taken.length };
}
