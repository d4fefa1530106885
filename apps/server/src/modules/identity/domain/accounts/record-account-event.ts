import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Context } from "../../../../platform/context.ts";
import { findUsers } from "../../../directory/index.ts";
import { findAccountByEmail } from "./account-store.ts";

/** Where attempts at unknown accounts are noted, so that they take as long as those at known ones. */
const ofNobody = "(nobody)";

type AccountNote = { context: Context; uid: string; act: string; details?: Record<string, unknown> };

/** Notes what its owner, or a program, has done with an account: with the platform and with the tenant of its owner. */
export async function noteAccount(
  context: Context,
  uid: string,
  act: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await noteAccounts([{ context, uid, act, details }]);
}

/** The same of many who share one transaction. */
export async function noteAccounts(notes: readonly AccountNote[]): Promise<void> {
  const [first] = notes;
  if (!first) return;
  const uids = notes.map(({ uid }) => uid);
  const users = new Map((await findUsers(first.context, uids)).map((user) => [user.uid, user]));
  for (const { context, uid, act, details = {} } of notes) {
    const user = users.get(uid);
    const owner = { kind: "user", uid, role: user?.role ?? "", sessionId: null } as const;
    const actor = context.actor.kind === "service" ? context.actor : owner;
    const tenant = user?.tenantId;
    await recordAudit({ ...context, actor }, { act, subject: `users/${uid}`, details, ...(tenant && { tenant }) });
  }
}

/** Notes that somebody was refused; the same work is done for known and unknown addresses. */
export async function noteRefusal(context: Context, email: string, reason: string): Promise<void> {
  // By the account: another organisation's invitation may name the same address, and hears nothing of this.
  const account = await findAccountByEmail(context, email);
  const [user] = await findUsers(context, [account?.uid ?? ""]);
  await recordAudit(context, {
    act: "session.refused",
    subject: user ? `users/${user.uid}` : `address/${email}`,
    details: { reason },
    tenant: user?.tenantId ?? ofNobody,
  });
}
