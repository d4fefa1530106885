import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Context } from "../../../../platform/context.ts";
import { findUsers } from "../../../directory/index.ts";
import { findAccountByEmail } from "./account-store.ts";

/** The tenant under which attempts at unknown accounts are recorded, so that they take as long as those at known ones. */
const unknownTenant = "(nobody)";

type AccountEvent = { context: Context; uid: string; act: string; details?: Record<string, unknown> };

/** Records what its owner, or a program, has done with an account: for the platform and for the tenant of its owner. */
export async function recordAccountEvent(
  context: Context,
  uid: string,
  act: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordAccountEvents([{ context, uid, act, details }]);
}

/** The same for many that share one transaction. */
export async function recordAccountEvents(events: readonly AccountEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const uids = events.map(({ uid }) => uid);
  const users = new Map((await findUsers(first.context, uids)).map((user) => [user.uid, user]));
  for (const { context, uid, act, details = {} } of events) {
    const user = users.get(uid);
    const owner = { kind: "user", uid, role: user?.role ?? "", sessionId: null } as const;
    const actor = context.actor.kind === "service" ? context.actor : owner;
    const tenant = user?.tenantId;
    await recordAudit({ ...context, actor }, { act, subject: `users/${uid}`, details, ...(tenant && { tenant }) });
  }
}

/** Records that a sign-in was refused; the same work is done for known and unknown addresses. */
export async function recordRefusedSignIn(context: Context, email: string, reason: string): Promise<void> {
  // By the account: another organisation's invitation may name the same address, and hears nothing of this.
  const account = await findAccountByEmail(context, email);
  const [user] = await findUsers(context, [account?.uid ?? ""]);
  await recordAudit(context, {
    act: "session.refused",
    subject: user ? `users/${user.uid}` : `address/${email}`,
    details: { reason },
    tenant: user?.tenantId ?? unknownTenant,
  });
}
