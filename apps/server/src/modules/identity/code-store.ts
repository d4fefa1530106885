import { createHash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

export type CodeKind = "PASSWORD_RESET" | "VERIFY_EMAIL" | "EMAIL_SIGNIN" | "VERIFY_AND_CHANGE_EMAIL" | "RECOVER_EMAIL";
export type Code = Omit<Selectable<DB["one_time_codes"]>, "kind"> & { kind: CodeKind };

const minuteMs = 60_000;
const lifetimes: Record<CodeKind, number> = {
  PASSWORD_RESET: 60 * minuteMs,
  VERIFY_EMAIL: 3 * 24 * 60 * minuteMs,
  EMAIL_SIGNIN: 60 * minuteMs,
  VERIFY_AND_CHANGE_EMAIL: 24 * 60 * minuteMs,
  RECOVER_EMAIL: 7 * 24 * 60 * minuteMs,
};

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

/** Makes a code and gives it, once: only its hash is kept. A newer code of a kind makes the older ones void. */
export async function insertCode(
  { db, now }: Context,
  {
    kind,
    uid,
    email,
    newEmail = null,
    lifetimeMs = lifetimes[kind],
  }: { kind: CodeKind; uid: string | null; email: string; newEmail?: string | null; lifetimeMs?: number },
): Promise<string> {
  await db
    .updateTable("one_time_codes")
    .set({ used_at: now })
    .where("email", "=", email)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .execute();
  const code = randomBytes(32).toString("base64url");
  await db
    .insertInto("one_time_codes")
    .values({
      ...{ code_hash: hashOf(code), kind, uid, email, new_email: newEmail },
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  return code;
}

/** A code as it stands, without using it up. */
export async function findCode({ db }: Context, code: string): Promise<Code | null> {
  const row = await db
    .selectFrom("one_time_codes")
    .selectAll()
    .where("code_hash", "=", hashOf(code))
    .executeTakeFirst();
  return (row as Code | undefined) ?? null;
}

/** Uses a code up; false when somebody else was first. */
export async function useCode({ db, now }: Context, code: string): Promise<boolean> {
  const used = await db
    .updateTable("one_time_codes")
    .set({ used_at: now })
    .where("code_hash", "=", hashOf(code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}
