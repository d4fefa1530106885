import { randomBytes } from "node:crypto";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import type { AccountAdmin } from "../../../directory/index.ts";
import { codeMail, linkForCode } from "../codes/code-mail.ts";
import { insertCode, voidCodes } from "../codes/code-store.ts";
import type { Identity } from "../identity.ts";
import { listSessionsForAccount } from "../sessions/list-sessions.ts";
import { countOpenSessions, endSession, endSessions } from "../sessions/session-store.ts";
import { deleteAccount, findAccountByEmail, insertAccount, updateAccount } from "./account-store.ts";
import { inviteAccount } from "./invite-account.ts";
import { setAccountLocked } from "./lock-account.ts";

const dayMs = 86_400_000;

/** What those who look after people may do to their accounts. They start a reset, but never set a password. */
export function createAccountAdmin(identity: Identity): AccountAdmin {
  return {
    invite: (context, { days, ...invitation }) =>
      inviteAccount(identity, context, { ...invitation, lifetimeMs: days * dayMs }),
    findHolder: async (context, email) => (await findAccountByEmail(context, email))?.uid ?? null,
    async reserve(context) {
      const account = await insertAccount(context, {});
      if (!account) throw new Error("An account without an address could not be created.");
      return account.uid;
    },
    async giveAddress(context, uid, email) {
      await updateAccount(context, uid, { email });
    },
    emptyLink: ({ now }, days) => ({
      href: linkForCode(identity, "PASSWORD_RESET", randomBytes(32).toString("base64url"), null),
      expiresAt: new Date(now.getTime() + days * dayMs),
    }),
    async forceReset(context, { uid, email }) {
      await endSessions(context, uid);
      await updateAccount(context, uid, { password_hash: null, valid_since: context.now });
      const addressee = { kind: "PASSWORD_RESET", uid, email } as const;
      await voidCodes(context, uid);
      const issued = await insertCode(context, addressee);
      const href = linkForCode(identity, "PASSWORD_RESET", issued.code, null);
      await sendMail(context, codeMail(identity, addressee, issued, href));
    },
    setLocked: (context, uid, isLocked) => setAccountLocked(context, { uid, isLocked }),
    async endSessions(context, uid) {
      await updateAccount(context, uid, { valid_since: context.now });
      return endSessions(context, uid);
    },
    listSessions: (context, uid) => listSessionsForAccount(context, uid),
    countOpenSessions,
    endSession,
    async remove(context, uid) {
      await deleteAccount(context, uid);
    },
  };
}
