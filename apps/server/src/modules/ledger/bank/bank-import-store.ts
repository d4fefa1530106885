import { type Selectable, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import type { BankRow } from "./read-bank-rows.ts";

type Scope = Pick<Context, "db" | "tenantId">;
export type BankImportRow = Selectable<DB["ledger_bank_imports"]>;

/** So many rows go into one statement. */
const chunkRows = 1000;

/** When a file with this content was taken in for an account; undefined where it was not. */
export async function findSameFile(
  { db, tenantId }: Scope,
  { account, hash }: { account: string; hash: string },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom("ledger_bank_imports")
    .select("created_at")
    .where("tenant_id", "=", tenantId)
    .where("account_id", "=", account)
    .where("content_hash", "=", hash)
    .executeTakeFirst();
  return row?.created_at;
}

/** Which of these lines an account has already. */
export async function findTaken({ db, tenantId }: Scope, account: string, fingerprints: readonly string[]) {
  const { rows } = await sql<{ fingerprint: string }>`select b.fingerprint from ledger_bank_lines b
    where b.tenant_id = ${tenantId} and b.account_id = ${account}::uuid
      and b.fingerprint = any(${fingerprints}::text[])`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

export async function insertImport({ db, tenantId }: Scope, row: Omit<BankImportRow, "tenant_id">): Promise<void> {
  await db
    .insertInto("ledger_bank_imports")
    .values({ ...row, tenant_id: tenantId, mapping: JSON.stringify(row.mapping) })
    .execute();
}

type Target = { id: string; account_id: string };

export async function insertLines(
  { db, tenantId }: Scope,
  { id, account_id }: Target,
  rows: readonly { id: string; row: number; line: NonNullable<BankRow["line"]> }[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += chunkRows) {
    const values = rows.slice(at, at + chunkRows).map(({ id: own, row, line }) => ({
      tenant_id: tenantId,
      id: own,
      import_id: id,
      account_id,
      row_number: row,
      day: line.day,
      amount_minor: line.amountMinor,
      currency: line.currency,
      text: line.text,
      reference: line.reference,
      counterparty: line.counterparty,
      fingerprint: line.fingerprint,
    }));
    await db.insertInto("ledger_bank_lines").values(values).execute();
  }
}

export async function insertRejects(
  { db, tenantId }: Scope,
  id: string,
  rows: readonly { row: number; problem: string; content: string }[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += chunkRows) {
    const values = rows.slice(at, at + chunkRows).map(({ row, problem, content }) => ({
      tenant_id: tenantId,
      import_id: id,
      row_number: row,
      reason: problem,
      content,
    }));
    await db.insertInto("ledger_bank_rejects").values(values).execute();
  }
}
