import type { Context } from "../../../../platform/context.ts";
import type { Identity } from "../identity.ts";
import { findAccountByEmail, insertAccount } from "./account-store.ts";

/** The uid of the account with this address, which is made with this password when there is none. */
export async function seedAccount(
  identity: Identity,
  context: Context,
  { email, password, name }: { email: string; password: string; name: string },
): Promise<string> {
  const existing = await findAccountByEmail(context, email);
  if (existing) return existing.uid;
  const created = await insertAccount(context, {
    email,
    email_verified: true,
    display_name: name,
    password_updated_at: context.now,
    password_hash: await identity.passwords.hash(password),
  });
  if (!created) throw new Error(`The account ${email} could not be created.`);
  return created.uid;
}
