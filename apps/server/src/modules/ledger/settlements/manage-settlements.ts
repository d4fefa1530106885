import type {
  LedgerSettlement,
  listLedgerSettlements as listContract,
  RouteOutput,
  settleLedgerLines as settleContract,
  undoLedgerSettlement as undoContract,
} from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { readInstantCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { AppError } from "../../../platform/errors.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { lockBook } from "../book/book-lock.ts";
import { nameAccounts } from "../book/entry-store.ts";
import { findPayoutOfSettlement, findWaitingPayout } from "../cod/payout-store.ts";
import { settleLines } from "./settle-lines.ts";

type SettlementRow = {
  id: string;
  account_id: string;
  currency: string;
  created_at: Date;
  created_by: string | null;
  undone_at: Date | null;
  undone_by: string | null;
  lines: LedgerSettlement["lines"];
};

/** What was settled with what, the newest first. */
export async function listSettlements(
  context: Context,
  { cursor, limit, account: name }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const account = name === undefined ? null : await requireAccount(context, name);
  const conditions = [sql`t.tenant_id = ${context.tenantId}`];
  if (account) conditions.push(sql`t.account_id = ${account.id}::uuid`);
  if (cursor !== undefined) {
    const { at, id } = readInstantCursor(cursor);
    conditions.push(sql`(t.created_at, t.id::text) < (${at}, ${id})`);
  }
  const rows = await selectSettlements(context, sql.join(conditions, sql` and `), limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await presentSettlements(context, shown),
    next: rows.length > limit && last ? writeCursor([last.created_at.toISOString(), last.id]) : null,
  };
}

/** Settles lines that a person has chosen. */
export async function settleChosen(
  context: Context,
  input: z.output<(typeof settleContract)["input"]>,
): Promise<LedgerSettlement> {
  await lockBook(context);
  const waiting = await findWaitingPayout(context, input.parts);
  if (waiting !== undefined) {
    throw new AppError("conflict", `Payout ${waiting.seq} waits and pays entry ${waiting.line_seq}: void it first.`);
  }
  const { id } = await settleLines(context, input);
  return readSettlement(context, id);
}

/** Takes a settlement back, which stays in the list. */
export async function undoSettlement(
  context: Context,
  { settlement: id }: z.output<(typeof undoContract)["input"]>,
): Promise<LedgerSettlement> {
  await lockBook(context);
  const { undoneAt } = await readSettlement(context, id);
  if (undoneAt !== null) throw new AppError("conflict", "This settlement was taken back already.");
  // Its lines would be open again although they were paid.
  const payout = await findPayoutOfSettlement(context, id);
  if (payout !== undefined) {
    throw new AppError("conflict", `Payout ${payout.seq} settles these lines: reverse its entry instead.`);
  }
  await context.db
    .updateTable("ledger_settlements")
    .set({ undone_at: context.now, undone_by: context.actor.kind === "user" ? context.actor.uid : null })
    .where("tenant_id", "=", context.tenantId)
    .where("id", "=", id)
    .execute();
  return readSettlement(context, id);
}

async function readSettlement(context: Context, id: string): Promise<LedgerSettlement> {
  const isId = z.guid().safeParse(id).success;
  const rows = isId
    ? await selectSettlements(context, sql`t.tenant_id = ${context.tenantId} and t.id = ${id}::uuid`, 1)
    : [];
  const [settlement] = await presentSettlements(context, rows);
  if (!settlement) throw new AppError("not_found", "There is no such settlement.");
  return settlement;
}

async function selectSettlements(
  { db, tenantId }: Context,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`
    select t.id, t.account_id, t.currency, t.created_at, t.created_by, t.undone_at, t.undone_by, (
      select jsonb_agg(jsonb_build_object('entry', s.entry_id, 'number', e.seq, 'line', s.line,
        'text', coalesce(l.text, e.text), 'postingDay', l.posting_day, 'amountMinor', s.amount_minor)
        order by l.posting_day, e.seq, s.line)
      from ledger_settlement_lines s
      join ledger_entries e on e.tenant_id = s.tenant_id and e.id = s.entry_id
      join ledger_lines l on l.tenant_id = s.tenant_id and l.entry_id = s.entry_id and l.line = s.line
      where s.tenant_id = ${tenantId} and s.settlement_id = t.id
    ) as lines
    from ledger_settlements t where ${condition} order by t.created_at desc, t.id::text desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

async function presentSettlements(context: Context, rows: readonly SettlementRow[]): Promise<LedgerSettlement[]> {
  const accounts = await nameAccounts(context, [...new Set(rows.map((row) => row.account_id))]);
  const uids = rows.flatMap((row) => [row.created_by ?? [], row.undone_by ?? []].flat());
  const names = await findPeopleNames(context, [...new Set(uids)]);
  const namePerson = (uid: string | null) => (uid === null ? null : (names.get(uid) ?? uid));
  return rows.map((row) => ({
    id: row.id,
    account: accounts.get(row.account_id) ?? { id: row.account_id, code: "", name: "" },
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    createdBy: namePerson(row.created_by),
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoneBy: namePerson(row.undone_by),
    lines: row.lines,
  }));
}
