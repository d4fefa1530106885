import type { Context } from "../../platform/context.ts";
import { findAccountByEmail, insertAccount } from "./account-store.ts";
import { codeLink } from "./code-mail.ts";
import { insertCode } from "./code-store.ts";
import type { Identity } from "./identity.ts";

/** The account with this address, made without a password if need be, and a link that sets one; null once it has one. */
export async function inviteAccount(
  identity: Identity,
  context: Context,
  email: string,
  lifetimeMs?: number,
): Promise<{ uid: string; link: string | null }> {
  const account = (await findAccountByEmail(context, email)) ?? (await insertAccount(context, { email }));
  if (!account) throw new Error(`The account ${email} could not be made.`);
  if (account.password_hash) return { uid: account.uid, link: null };
  const code = await insertCode(context, {
    ...{ kind: "PASSWORD_RESET" as const, uid: account.uid, email },
    ...(lifetimeMs !== undefined && { lifetimeMs }),
  });
  return { uid: account.uid, link: codeLink(identity, "PASSWORD_RESET", code, null) };
}
