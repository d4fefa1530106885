import { isPlatformRole } from "@console/contracts";
import type { Context } from "../../../../platform/context.ts";
import { AppError } from "../../../../platform/errors.ts";
import { readSettings } from "../../../../platform/settings/read-settings.ts";
import { findUser } from "../../../directory/index.ts";
import { type Account, findAccount, findProviders, updateAccount } from "../accounts/account-store.ts";
import { notifySessionReused } from "../accounts/notify-owner.ts";
import { recordAccountEvent } from "../accounts/record-account-event.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { sessionSettings } from "../identity-settings.ts";
import { readRefreshToken } from "../tokens/refresh-token.ts";
import { issueTokensFor, type Tokens } from "./open-session.ts";
import {
  endSession,
  impersonationProvider,
  isProgramActive,
  recordWaking,
  rotateSession,
  type Session,
  takeSession,
} from "./session-store.ts";

const dayMs = 86_400_000;

/** A new ID token, and the next refresh token, for a refresh token. */
export async function refreshSession(
  identity: Identity,
  context: CallContext,
  { refreshToken }: { refreshToken: string | null },
): Promise<{ uid: string; tokens: Tokens }> {
  if (!refreshToken) throw new IdentityError("refresh-token-missing");
  const position = readRefreshToken(identity, refreshToken);
  if (!position) throw new IdentityError("refresh-token-invalid");

  const result = await context.transact((tx) => advance(context, tx, position));
  // No refusal of the session: a client that reads one signs the person out, in all tabs of the browser.
  if (result === "asleep")
    throw new AppError("unavailable", "This tab was inactive. Try again.", { retryAfterSeconds: 1 });
  if (typeof result === "string") throw new IdentityError(result);
  return { uid: result.account.uid, tokens: await issueTokensFor(identity, context, result) };
}

/** Returns a refusal instead of throwing it, so that the end of a stolen session is committed. */
async function advance(context: CallContext, tx: Context, position: { id: string; counter: number }) {
  const session = await takeSession(tx, position.id);
  if (!session) return "account-unknown";
  const account = await findAccount(tx, session.uid);
  if (!account) return "account-unknown";
  if (account.is_disabled) return "account-locked";
  if (session.provider === impersonationProvider) return "session-ended";
  if (session.ended_at || (await isOver(tx, session))) return "session-ended";
  if (session.service_key !== null && !(await isOpenToPrograms(tx, session))) return "session-ended";
  if (position.counter < session.counter - 1) {
    if (isSleepingTab(context, session)) return wake(tx, session);
    await endReused(tx, account, session);
    return "session-ended";
  }
  // The answer with the newest token may have been lost: its predecessor counts until the newest has been used.
  const next = position.counter === session.counter ? await rotateSession(tx, session.id, context) : session;
  await updateAccount(tx, account.uid, { last_refresh_at: context.now });
  return { account, providers: await findProviders(tx, account.uid), session: next };
}

/** Whether a program's word still counts for someone: while it is let in, and they do not run the platform. */
async function isOpenToPrograms(context: Context, session: Session): Promise<boolean> {
  const user = await findUser(context, session.uid);
  return !isPlatformRole(user?.role ?? null) && (await isProgramActive(context, session));
}

/** A session that nobody uses ends, and any does at some time: then people sign in anew. */
async function isOver(context: Context, { last_used_at, authenticated_at }: Session): Promise<boolean> {
  const { idleDays, longestDays } = await readSettings(context, sessionSettings);
  const daysSince = (instant: Date) => (context.now.getTime() - instant.getTime()) / dayMs;
  return daysSince(last_used_at) > idleDays || daysSince(authenticated_at) > longestDays;
}

/**
 * Tabs of a browser share a session but not the memory in which they hold its token. One that was asleep while another
 * went on wakes with an old token: it gets nothing for it, and takes up the newer one by itself.
 */
function isSleepingTab({ userAgent, address, isBrowser }: CallContext, session: Session): boolean {
  return isBrowser && session.user_agent === userAgent.slice(0, 300) && session.address === address;
}

/** A tab that has not found a newer token by then never will: an answer that came late may have put an old one in its place. */
const wakingMs = 60_000;

/** Lets a tab look for the newer token; where no tab of the browser has it any more, its person signs in again. */
async function wake(context: Context, { id, woken_at, rotated_at }: Session): Promise<"asleep" | "session-ended"> {
  const isFirst = woken_at === null || woken_at <= rotated_at;
  if (isFirst) await recordWaking(context, id);
  return isFirst || context.now.getTime() - woken_at.getTime() < wakingMs ? "asleep" : "session-ended";
}

/** A token that was replaced twice over is in the hands of two: the session ends for both, and its owner is told. */
async function endReused(context: Context, account: Account, session: Session): Promise<void> {
  await endSession(context, session.uid, session.id);
  await recordAccountEvent(context, session.uid, "session.reused");
  if (account.email) await notifySessionReused(context, account);
  context.log.warn(
    { account: session.uid, session: session.id },
    "An old refresh token was used again; its session is ended",
  );
}
