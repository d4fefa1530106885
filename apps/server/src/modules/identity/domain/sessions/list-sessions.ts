import type { RouteOutput, Routes } from "@console/contracts";
import type { Context } from "../../../../platform/context.ts";
import { describeDevice } from "../../../../platform/describe-device.ts";
import { ownAccount } from "./own-account.ts";
import { findOpenSessions, impersonationProvider } from "./session-store.ts";

/** One's own open sessions. */
export async function listSessions(context: Context): Promise<RouteOutput<Routes["listSessions"]>> {
  const { uid, sessionId } = ownAccount(context);
  return { items: await listSessionsForAccount(context, uid, sessionId) };
}

/** The open sessions of an account; one of them may be that of the call itself. */
export async function listSessionsForAccount(context: Context, uid: string, currentId: string | null = null) {
  const sessions = await findOpenSessions(context, uid);
  return sessions.map((session) => ({
    id: session.id,
    isCurrent: session.id === currentId,
    device: session.provider === impersonationProvider ? "Support view" : describeDevice(session.user_agent),
    address: session.address,
    signedInAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
  }));
}
