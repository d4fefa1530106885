import { randomUUID } from "node:crypto";
import type { LedgerEntry, reverseLedgerEntry as reverseContract } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { lockBook } from "./book-lock.ts";
import { selectLines } from "./entry-store.ts";
import { exceeds } from "./post-entry.ts";
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
  const others = await selectReversals(context, row.id);
  const standing = others.find(({ is_voided: isVoided }) => !isVoided);
  if (standing) {
    const how = row.reversal_id === null ? "waits to be reversed by" : "is reversed by";
    throw new AppError("conflict", `Entry ${row.seq} ${how} entry ${standing.seq}.`);
  }
  const own = await selectLines(context, row.id);
  await requireOpenAccounts(context, own);
  const lines = own.map((line) => ({
    ...line,
    amount_minor: -line.amount_minor,
    base_minor: line.base_minor === null ? null : -line.base_minor,
  }));
  const { timeZone, currency: base } = (await loadMetricState(context)).settings;
  const days = await choosePostingDay(context, {
    postingDay,
    valueDay: undefined,
    today: dayIn(timeZone, context.now),
  });
  const needsApproval = exceeds({ limit: await findApprovalLimit(context), base }, lines);
  const reversal = randomUUID();
  const entry = {
    id: reversal,
    kind: "reversal" as const,
    about: row.id,
    is_pending: needsApproval,
    needs_approval: needsApproval,
    // Nobody else can have taken this key.
    key: `reversal ${reversal}`,
    fingerprint: null,
    posting_day: days.postingDay,
    value_day: days.valueDay,
    text,
    reference: row.reference,
    source: row.source,
    cause: row.cause,
    base_currency: row.base_currency,
    rates: row.rates,
    pending_lines: needsApproval ? lines : null,
    created_at: context.now,
    created_by: context.actor.kind === "user" ? context.actor.uid : null,
  };
  await writeBook(context, [{ entry, lines: needsApproval ? [] : lines }]);
  return readEntry(context, reversal);
}

async function selectReversals({ db, tenantId }: Context, entry: string) {
  const { rows } = await sql<{ seq: number; is_voided: boolean }>`select r.seq, exists (
      select from ledger_entries v where v.tenant_id = r.tenant_id and v.about = r.id and v.kind = 'void') as is_voided
    from ledger_entries r where r.tenant_id = ${tenantId} and r.about = ${entry}::uuid and r.kind = 'reversal'`.execute(
    db,
  );
  return rows;
}
