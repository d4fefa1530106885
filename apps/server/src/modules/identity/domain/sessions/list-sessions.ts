import type { RouteOutput, Routes } from "@console/contracts";
import type { Context } from "../../../../platform/context.ts";
import { describeDevice } from "./describe-device.ts";
import { ownAccount } from "./own-account.ts";
import { openSessions, viewingProvider } from "./session-store.ts";

/** One's own open sessions. */
export async function listSessions(context: Context): Promise<RouteOutput<Routes["listSessions"]>> {
  const { uid, sessionId } = ownAccount(context);
  return { items: await sessionsOf(context, uid, sessionId) };
}

/** The open sessions of an account; one of them may be that of the call itself. */
export async function sessionsOf(context: Context, uid: string, current: string | null = null) {
  const sessions = await openSessions(context, uid);
  return sessions.map((session) => ({
    id: session.id,
    isCurrent: session.id === current,
    device: session.provider === viewingProvider ? "Look for support" : describeDevice(session.user_agent),
    address: session.address,
    signedInAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
  }));
}
