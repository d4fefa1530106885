import type { Context } from "../../../../platform/context.ts";
import { type Account, updateAccount } from "../accounts/account-store.ts";
import { recordAccountEvent } from "../accounts/record-account-event.ts";
import { voidCodes } from "../codes/code-store.ts";
import { endSessions } from "../sessions/session-store.ts";

/** Sets a new password; sessions that the old one had opened end, and links that were sent before it are void. */
export async function setPassword(
  context: Context,
  uid: string,
  passwordHash: string,
  more: Parameters<typeof updateAccount>[2] = {},
): Promise<Account | null> {
  await endSessions(context, uid);
  await voidCodes(context, uid);
  await recordAccountEvent(context, uid, "account.password_changed");
  return updateAccount(context, uid, {
    ...more,
    password_hash: passwordHash,
    password_updated_at: context.now,
    valid_since: context.now,
    is_anonymous: false,
  });
}
