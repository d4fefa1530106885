import { type Account, findAccount, findProviders, type Provider, updateAccount } from "../accounts/account-store.ts";
import { changeAddress } from "../accounts/change-credentials.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { spendCode } from "./require-code.ts";

/** Applies a code from a mail: confirms an address, changes it, or takes a change back. */
export async function applyCode(
  identity: Identity,
  context: CallContext,
  { code }: { code: string | undefined },
): Promise<{ account: Account; providers: Provider[] }> {
  return context.transact(async (tx) => {
    const spent = await spendCode(tx, code, ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "RECOVER_EMAIL"]);
    const before = spent.uid ? await findAccount(tx, spent.uid) : null;
    if (!before) throw new IdentityError("account-unknown");
    if (before.is_disabled) throw new IdentityError("account-locked");
    const isRecovery = spent.kind === "RECOVER_EMAIL";
    if (spent.kind === "VERIFY_EMAIL" && before.email !== spent.email) throw new IdentityError("code-invalid");
    const account =
      spent.kind === "VERIFY_EMAIL"
        ? await updateAccount(tx, before.uid, { email_verified: true })
        : await changeAddress(identity, tx, {
            account: before,
            email: isRecovery ? spent.email : (spent.new_email ?? ""),
            isVerified: true,
            isRecovery,
          });
    if (!account) throw new IdentityError("account-unknown");
    return { account, providers: await findProviders(tx, account.uid) };
  });
}
