import type { Context } from "../../../../platform/context.ts";
import { endSessions } from "../sessions/session-store.ts";
import { updateAccount } from "./account-store.ts";

/** Locks or unlocks an account; a locked one cannot sign in, and its sessions end. */
export async function setAccountLocked(
  context: Context,
  { uid, isLocked }: { uid: string; isLocked: boolean },
): Promise<void> {
  if (isLocked) await endSessions(context, uid);
  await updateAccount(context, uid, { is_disabled: isLocked, ...(isLocked && { valid_since: context.now }) });
}
