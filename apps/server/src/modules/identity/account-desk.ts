import { randomBytes } from "node:crypto";
import { sendMail } from "../../platform/mail/send-mail.ts";
import type { AccountDesk } from "../directory/index.ts";
import { deleteAccount, findAccountByEmail, insertAccount, updateAccount } from "./account-store.ts";
import { codeLink, codeMail } from "./code-mail.ts";
import { insertCode, voidCodes } from "./code-store.ts";
import type { Identity } from "./identity.ts";
import { inviteAccount } from "./invite-account.ts";
import { sessionsOf } from "./list-sessions.ts";
import { countOpenSessions, endSession, endSessions } from "./session-store.ts";

const dayMs = 86_400_000;

/** What those who look after people may do to their accounts. They start a reset, but never set a password. */
export function accountDesk(identity: Identity): AccountDesk {
  return {
    invite: (context, { days, ...invited }) =>
      inviteAccount(identity, context, { ...invited, lifetimeMs: days * dayMs }),
    holderOf: async (context, email) => (await findAccountByEmail(context, email))?.uid ?? null,
    async reserve(context) {
      const account = await insertAccount(context, {});
      if (!account) throw new Error("An account without an address could not be made.");
      return account.uid;
    },
    async giveAddress(context, uid, email) {
      await updateAccount(context, uid, { email });
    },
    emptyLink: ({ now }, days) => ({
      href: codeLink(identity, "PASSWORD_RESET", randomBytes(32).toString("base64url"), null),
      expiresAt: new Date(now.getTime() + days * dayMs),
    }),
    async forceReset(context, { uid, email }) {
      await endSessions(context, uid);
      await updateAccount(context, uid, { password_hash: null, valid_since: context.now });
      const addressed = { kind: "PASSWORD_RESET", uid, email } as const;
      await voidCodes(context, uid);
      const issued = await insertCode(context, addressed);
      const href = codeLink(identity, "PASSWORD_RESET", issued.code, null);
      await sendMail(context, codeMail(identity, addressed, issued, href));
    },
    async setLocked(context, uid, isLocked) {
      if (isLocked) await endSessions(context, uid);
      await updateAccount(context, uid, { is_disabled: isLocked, ...(isLocked && { valid_since: context.now }) });
    },
    async endSessions(context, uid) {
      await updateAccount(context, uid, { valid_since: context.now });
      return endSessions(context, uid);
    },
    sessionsOf: (context, uid) => sessionsOf(context, uid),
    countOpenSessions,
    endSession,
    async remove(context, uid) {
      await deleteAccount(context, uid);
    },
  };
}
