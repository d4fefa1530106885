import { createHash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import { readIdentitySettings } from "../identity-settings.ts";

export type CodeKind = "PASSWORD_RESET" | "VERIFY_EMAIL" | "EMAIL_SIGNIN" | "VERIFY_AND_CHANGE_EMAIL" | "RECOVER_EMAIL";
export type Code = Omit<Selectable<DB["one_time_codes"]>, "kind"> & { kind: CodeKind };

/** A code as its recipient gets it; only its hash is stored. */
export type IssuedCode = { code: string; lifetimeMs: number; expiresAt: Date };

type CodeRequest = {
  kind: CodeKind;
  uid: string | null;
  email: string;
  newEmail?: string | null;
  /** The first password of someone who was invited; other requests for the same address leave it valid. */
  isInvitation?: boolean;
  /** Whoever invites sees it. */
  isShown?: boolean;
  lifetimeMs?: number;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function defaultLifetimeMs(context: Context, kind: CodeKind): Promise<number> {
  switch (kind) {
    case "PASSWORD_RESET":
    case "EMAIL_SIGNIN":
      return (await readIdentitySettings(context)).linkMinutes * minuteMs;
    case "VERIFY_EMAIL":
      return 3 * dayMs;
    case "VERIFY_AND_CHANGE_EMAIL":
      return dayMs;
    case "RECOVER_EMAIL":
      return 7 * dayMs;
  }
}

const hashCode = (code: string) => createHash("sha256").update(code).digest("hex");

/** Makes a code and gives it, once: only its hash is kept. A newer code of a kind makes the older ones void. */
export async function insertCode(context: Context, request: CodeRequest): Promise<IssuedCode> {
  const { db, now } = context;
  const { kind, uid, email, newEmail = null, isInvitation = false, isShown = false } = request;
  const lifetimeMs = request.lifetimeMs ?? (await defaultLifetimeMs(context, kind));
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await db
    .updateTable("one_time_codes")
    .set({ used_at: now })
    .where("email", "=", email)
    .where("kind", "=", kind)
    .where("is_invitation", "=", isInvitation)
    .where("used_at", "is", null)
    .execute();
  const code = randomBytes(32).toString("base64url");
  await db
    .insertInto("one_time_codes")
    .values({
      code_hash: hashCode(code),
      kind,
      uid,
      email,
      new_email: newEmail,
      is_invitation: isInvitation,
      is_shown: isShown,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { code, lifetimeMs, expiresAt };
}

/** Makes the open codes of an account void, but for those that take a changed address back. */
export async function voidCodes(context: Context, uid: string): Promise<void> {
  await openCodes(context, uid).where("kind", "<>", "RECOVER_EMAIL").execute();
}

/** Makes every open code of an account void. */
export async function voidAllCodes(context: Context, uid: string): Promise<void> {
  await openCodes(context, uid).execute();
}

/** Makes every open code void that was made for an address. */
export async function voidAddressCodes({ db, now }: Context, email: string): Promise<void> {
  await db
    .updateTable("one_time_codes")
    .set({ used_at: now })
    .where("email", "=", email)
    .where("used_at", "is", null)
    .execute();
}

function openCodes({ db, now }: Context, uid: string) {
  return db
    .updateTable("one_time_codes")
    .set({ used_at: now })
    .where("uid", "=", uid)
    .where("used_at", "is", null)
    .where("expires_at", ">", now);
}

/** A code as it stands, without using it up. */
export async function findCode({ db }: Context, code: string): Promise<Code | null> {
  const row = await db
    .selectFrom("one_time_codes")
    .selectAll()
    .where("code_hash", "=", hashCode(code))
    .executeTakeFirst();
  return (row as Code | undefined) ?? null;
}

/** Uses a code up; false when someone else was first. */
export async function markCodeUsed({ db, now }: Context, code: string): Promise<boolean> {
  const updated = await db
    .updateTable("one_time_codes")
    .set({ used_at: now })
    .where("code_hash", "=", hashCode(code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
