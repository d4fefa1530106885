import type { Context } from "../../../../platform/context.ts";
import { AppError } from "../../../../platform/errors.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import { removeUser } from "../../../directory/index.ts";
import { accountDeletedMail } from "../codes/code-mail.ts";
import type { AdminContext, CallContext, Identity, ProjectAdmin } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { noAccount, requireNoPlatformPerson, requireRight } from "../service-accounts/guard-accounts.ts";
import { proveIdToken, requireProvenAccount, requireRecentSignIn } from "../sessions/prove-account.ts";
import { deleteAccount } from "./account-store.ts";
import { recordAccountEvent } from "./record-account-event.ts";

/** Deletes one's own account, with all its sessions. */
export async function deleteOwnAccount(
  identity: Identity,
  context: CallContext,
  { idToken }: { idToken: string | undefined },
): Promise<void> {
  const proof = await proveIdToken(identity, context, idToken);
  await context.transact(async (tx) => {
    const account = await requireProvenAccount(tx, proof);
    requireRecentSignIn(account, proof, context.now);
    await removeForGood(tx, account.uid);
    if (account.email) await sendMail(tx, accountDeletedMail(identity, account.email));
  });
}

/** Deletes an account for someone who acts for the project. */
export async function deleteAccountAsAdmin(context: AdminContext, { uid }: { uid: string }): Promise<void> {
  requireRight(context.admin, "manage");
  await context.transact((tx) => removeAsAdmin(tx, context.admin, uid));
}

/** The same for many; gives those that were refused, by their index. */
export async function deleteAccountsAsAdmin(
  context: AdminContext,
  { uids }: { uids: readonly string[] },
): Promise<{ index: number; uid: string; error: AppError }[]> {
  requireRight(context.admin, "manage");
  const refused: { index: number; uid: string; error: AppError }[] = [];
  for (const [index, uid] of uids.entries()) {
    try {
      await context.transact((tx) => removeAsAdmin(tx, context.admin, uid));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // An account that is gone is what the caller wants.
      const isGone = error instanceof IdentityError && error.reason === "account-unknown";
      if (!isGone) refused.push({ index, uid, error });
    }
  }
  return refused;
}

async function removeAsAdmin(context: Context, admin: ProjectAdmin, uid: string): Promise<void> {
  await requireNoPlatformPerson(context, admin, uid);
  if (!(await removeForGood(context, uid))) throw noAccount();
}

/** Removes the account and its person; the last superadmin stays. */
async function removeForGood(context: Context, uid: string): Promise<boolean> {
  await recordAccountEvent(context, uid, "account.deleted");
  await removeUser(context, uid);
  return deleteAccount(context, uid);
}
