import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { BookLine } from "./book-entry.ts";

/** An account that was closed since takes nothing: it is opened first. */
export async function requireOpenAccounts(
  { db, tenantId }: Context,
  lines: readonly Pick<BookLine, "account_id">[],
): Promise<void> {
  const closed = await db
    .selectFrom("ledger_accounts")
    .select("code")
    .where("tenant_id", "=", tenantId)
    .where("id", "in", [...new Set(lines.map((line) => line.account_id))])
    .where("is_open", "=", false)
    .orderBy("code")
    .limit(1)
    .executeTakeFirst();
  if (closed) throw new AppError("conflict", `Account ${closed.code} is closed. Open it first.`);
}
