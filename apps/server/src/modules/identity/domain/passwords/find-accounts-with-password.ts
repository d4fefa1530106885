import type { Context } from "../../../../platform/context.ts";
import type { Identity } from "../identity.ts";

/** Those of some accounts that a password opens; locked ones are left out. */
export async function findAccountsWithPassword(
  { passwords }: Identity,
  { db }: Context,
  { uids, password }: { uids: readonly string[]; password: string },
): Promise<string[]> {
  if (uids.length === 0) return [];
  const accounts = await db
    .selectFrom("accounts")
    .select(["uid", "password_hash"])
    .where("uid", "in", [...uids])
    .where("password_hash", "is not", null)
    .where("is_disabled", "=", false)
    .execute();
  const opened: string[] = [];
  for (const { uid, password_hash } of accounts) {
    if (await passwords.verify(password_hash, password)) opened.push(uid);
  }
  return opened;
}
