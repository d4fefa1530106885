import type { Context } from "../../../../platform/context.ts";
import { findUser } from "../../../directory/index.ts";
import { type Code, voidAddressCodes, voidAllCodes } from "../codes/code-store.ts";
import { endSessions } from "../sessions/session-store.ts";
import { type Account, findAccountByEmail, unlinkProviders, updateAccount } from "./account-store.ts";
import { recordAccountEvent } from "./record-account-event.ts";

/**
 * Gives an account its address with the invitation that was mailed there, if it has none yet. An account on no list that
 * had the address so far loses it, and all that opened it; null where someone on the list has it.
 */
export async function takeInvitedAddress(context: Context, account: Account, code: Code): Promise<Account | null> {
  if (account.email !== null || !code.is_invitation || code.is_shown) return account;
  const holder = await findAccountByEmail(context, code.email);
  if (holder) {
    if (await findUser(context, holder.uid)) return null;
    await leaveAddress(context, holder);
  }
  await voidAddressCodes(context, code.email);
  return updateAccount(context, account.uid, { email: code.email });
}

async function leaveAddress(context: Context, { uid }: Account): Promise<void> {
  await endSessions(context, uid);
  await voidAllCodes(context, uid);
  await unlinkProviders(context, uid);
  await recordAccountEvent(context, uid, "account.address_left");
  await updateAccount(context, uid, {
    email: null,
    email_verified: false,
    password_hash: null,
    uses_email_link: false,
    valid_since: context.now,
  });
}
