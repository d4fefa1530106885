import type { Context } from "../../../../platform/context.ts";
import { recordAccountEvent } from "../accounts/record-account-event.ts";
import type { CallContext, Identity } from "../identity.ts";
import { readRefreshToken } from "../tokens/refresh-token.ts";
import { endSession, takeSession } from "./session-store.ts";

/** Signs out: ends the session of a refresh token and tells how many that were. */
export async function signOut(
  identity: Identity,
  context: Context,
  { refreshToken }: { refreshToken: string },
): Promise<number> {
  const position = readRefreshToken(identity, refreshToken);
  const session = position && (await takeSession(context, position.id));
  if (!session) return 0;
  await recordAccountEvent(context, session.uid, "session.ended");
  return endSession(context, session.uid, session.id);
}

/** A browser that signs in anew, as before a sensitive change, leaves no second session of itself behind. */
export async function endReplacedSession(
  identity: Identity,
  context: CallContext,
  { before, next }: { before: string; next: string },
): Promise<void> {
  const [old, fresh] = [readRefreshToken(identity, before), readRefreshToken(identity, next)];
  if (!old || !fresh) return;
  await context.transact(async (tx) => {
    const [replaced, current] = [await takeSession(tx, old.id), await takeSession(tx, fresh.id)];
    if (replaced && current && replaced.uid === current.uid) await endSession(tx, replaced.uid, replaced.id);
  });
}
