import type { Context } from "../../../../platform/context.ts";
import { AppError } from "../../../../platform/errors.ts";

/** The account and session of the person who calls. */
export function ownAccount({ actor }: Pick<Context, "actor">): { uid: string; sessionId: string | null } {
  if (actor.kind !== "user") throw new AppError("unauthenticated", "Sign in to do this.");
  return { uid: actor.uid, sessionId: actor.sessionId };
}
