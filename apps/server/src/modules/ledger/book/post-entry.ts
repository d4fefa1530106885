import { randomUUID } from "node:crypto";
import type { LedgerEntry, postLedgerEntry as postContract } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockBook } from "./book-lock.ts";
import { draftEntry, type EntryOrigin, exceeds, fingerprintEntry, loadDesk } from "./draft-entry.ts";
import { findEntry } from "./entry-store.ts";
import { presentEntry, readEntry } from "./present-entry.ts";
import { findApprovalLimit } from "./settings.ts";
import { writeBook } from "./write-book.ts";

type Input = z.output<(typeof postContract)["input"]>;

const byHand: EntryOrigin = { source: "by hand", cause: null };

/** Posts an entry, once for its key; above the tenant's limit it waits for a second person. */
export async function postEntry(context: Context, input: Input, origin = byHand): Promise<LedgerEntry> {
  await lockBook(context);
  const desk = await loadDesk(context, [input]);
  const fingerprint = fingerprintEntry(input, desk.accounts);
  const stored = await findEntry(context, { key: input.key });
  if (stored) {
    if (stored.fingerprint === fingerprint) return presentEntry(context, stored);
    const message = `The key ${input.key} belongs to entry ${stored.seq}, which says something else.`;
    throw new AppError("conflict", message, { fields: { key: message } });
  }
  const { entry, lines } = draftEntry(context, input, { origin, desk, id: randomUUID() });
  const needsApproval = exceeds({ limit: await findApprovalLimit(context), base: desk.base }, lines);
  const isPending = input.isPending || needsApproval;
  const waiting = { is_pending: isPending, needs_approval: needsApproval, pending_lines: isPending ? lines : null };
  await writeBook(context, [{ entry: { ...entry, ...waiting }, lines: isPending ? [] : lines }]);
  return readEntry(context, entry.id);
}
