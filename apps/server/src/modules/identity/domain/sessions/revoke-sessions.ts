import type { Context } from "../../../../platform/context.ts";
import { AppError } from "../../../../platform/errors.ts";
import { ownAccount } from "./own-account.ts";
import { endSession, endSessions } from "./session-store.ts";

/** Ends one of one's own sessions; another person's is not found. */
export async function revokeSession(context: Context, { id }: { id: string }): Promise<{ ended: number }> {
  const ended = await endSession(context, ownAccount(context).uid, id);
  if (ended === 0) throw new AppError("not_found", "There is no such open session.");
  return { ended };
}

/** Ends all of one's own sessions but that of the call itself. */
export async function revokeOtherSessions(context: Context): Promise<{ ended: number }> {
  const { uid, sessionId } = ownAccount(context);
  return { ended: await endSessions(context, uid, sessionId) };
}
