import type { LedgerEntry, reverseLedgerEntry as reverseContract } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { lockBook } from "./book-lock.ts";
import { exceeds } from "./draft-entry.ts";
import { draftReversal } from "./draft-reversal.ts";
import { selectLines } from "./entry-store.ts";
import { choosePostingDay } from "./posting-day.ts";
import { readEntry, readState, requireEntry } from "./present-entry.ts";
import { requireOpenAccounts } from "./require-open-accounts.ts";
import { findApprovalLimit } from "./settings.ts";
import { writeBook } from "./write-book.ts";

/** Posts the opposite of an entry, linked both ways. */
export async function reverseEntry(
  context: Context,
  { entry: id, text, postingDay }: z.output<(typeof reverseContract)["input"]>,
): Promise<LedgerEntry> {
  await lockBook(context);
  const row = await requireEntry(context, id);
  const state = readState(row);
  if (state === "pending") throw new AppError("conflict", `Entry ${row.seq} is pending: void it instead.`);
  if (state === "voided") throw new AppError("conflict", `Entry ${row.seq} was voided and never counted.`);
  // What keeps count of an entry, such as a payout or a delivery, would not learn that it counts again.
  if (row.about !== null) {
    throw new AppError("conflict", `Entry ${row.seq} is a reversal: post what should count as a new entry.`);
  }
  const standing = await findStandingReversal(context, row.id);
  if (standing) {
    const how = row.reversal_id === null ? "waits to be reversed by" : "is reversed by";
    throw new AppError("conflict", `Entry ${row.seq} ${how} entry ${standing.seq}.`);
  }
  const own = await selectLines(context, row.id);
  await requireOpenAccounts(context, own);
  const { timeZone, currency: base } = (await loadMetricState(context)).settings;
  const days = await choosePostingDay(context, {
    postingDay,
    valueDay: undefined,
    today: dayIn(timeZone, context.now),
  });
  const { entry, lines, reverses } = draftReversal(context, { row, lines: own, text, days });
  const needsApproval = exceeds({ limit: await findApprovalLimit(context), base }, lines);
  const waiting = {
    is_pending: needsApproval,
    needs_approval: needsApproval,
    pending_lines: needsApproval ? lines : null,
  };
  await writeBook(context, [{ entry: { ...entry, ...waiting }, lines: needsApproval ? [] : lines, reverses }]);
  return readEntry(context, entry.id);
}

/** The reversal of an entry that counts, or that waits for a second person. */
export async function findStandingReversal(
  { db, tenantId }: Context,
  entry: string,
): Promise<{ seq: number } | undefined> {
  const { rows } = await sql<{ seq: number }>`select r.seq from ledger_entries r
    where r.tenant_id = ${tenantId} and r.about = ${entry}::uuid and r.kind = 'reversal' and not exists (
      select from ledger_entries v where v.tenant_id = r.tenant_id and v.about = r.id and v.kind = 'void')`.execute(db);
  return rows[0];
}
