import type { RouteOutput, Routes } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { describeDevice } from "./describe-device.ts";
import { ownAccount } from "./own-account.ts";
import { openSessions } from "./session-store.ts";

/** One's own open sessions. */
export async function listSessions(context: Context): Promise<RouteOutput<Routes["listSessions"]>> {
  const { uid, sessionId } = ownAccount(context);
  const sessions = await openSessions(context, uid);
  return {
    items: sessions.map((session) => ({
      id: session.id,
      isCurrent: session.id === sessionId,
      device: describeDevice(session.user_agent),
      address: session.address,
      signedInAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
    })),
  };
}
