import type {
  BankImport,
  listBankImports as listContract,
  RouteOutput,
  listBankRejects as rejectsContract,
} from "@console/contracts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { foreignCursor, readCursor, readInstantCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { AppError } from "../../../platform/errors.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { nameAccounts } from "../book/entry-store.ts";
import type { BankImportRow } from "./bank-import-store.ts";

/** Files of banks and couriers, the newest first. */
export async function listBankImports(
  context: Context,
  { cursor, limit, account: name }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { db, tenantId } = context;
  const account = name === undefined ? null : await requireAccount(context, name);
  let query = db.selectFrom("ledger_bank_imports").selectAll().where("tenant_id", "=", tenantId);
  if (account) query = query.where("account_id", "=", account.id);
  if (cursor !== undefined) {
    const { at, id } = readInstantCursor(cursor);
    query = query.where(sql<boolean>`(created_at, id::text) < (${at}, ${id})`);
  }
  const rows = await query
    .orderBy("created_at", "desc")
    .orderBy(sql`id::text`, "desc")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await presentImports(context, shown),
    next: rows.length > limit && last ? writeCursor([last.created_at.toISOString(), last.id]) : null,
  };
}

/** Rows of a file that were not taken, in its order. */
export async function listBankRejects(
  context: Context,
  { cursor, limit, import: id }: z.output<(typeof rejectsContract)["input"]>,
): Promise<RouteOutput<typeof rejectsContract>> {
  const { db, tenantId } = context;
  const isId = z.guid().safeParse(id).success;
  const owner = isId
    ? await db
        .selectFrom("ledger_bank_imports")
        .select("id")
        .where("tenant_id", "=", tenantId)
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!owner) throw new AppError("not_found", "There is no such file.");
  const rows = await db
    .selectFrom("ledger_bank_rejects")
    .select(["row_number", "reason", "content"])
    .where("tenant_id", "=", tenantId)
    .where("import_id", "=", id)
    .where("row_number", ">", readRow(cursor))
    .orderBy("row_number")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ row_number: row, reason, content }) => ({ row, reason, content })),
    next: rows.length > limit && last ? writeCursor([String(last.row_number)]) : null,
  };
}

function readRow(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  const [row] = readCursor(cursor, 1) ?? [];
  if (typeof row === "string" && /^\d{1,9}$/.test(row)) return Number(row);
  throw foreignCursor();
}

export async function presentImports(
  context: Context,
  rows: readonly Omit<BankImportRow, "tenant_id">[],
): Promise<BankImport[]> {
  const accounts = await nameAccounts(context, [...new Set(rows.map((row) => row.account_id))]);
  const names = await findPeopleNames(context, [...new Set(rows.flatMap((row) => row.created_by ?? []))]);
  return rows.map((row) => ({
    id: row.id,
    account: accounts.get(row.account_id) ?? { id: row.account_id, code: "", name: "" },
    fileName: row.file_name,
    rowsRead: row.rows_read,
    rowsWritten: row.rows_written,
    rowsDuplicate: row.rows_duplicate,
    rowsRejected: row.rows_rejected,
    takenAt: row.created_at.toISOString(),
    takenBy: row.created_by === null ? null : (names.get(row.created_by) ?? row.created_by),
  }));
}
