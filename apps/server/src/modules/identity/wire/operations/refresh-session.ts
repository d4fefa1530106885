import { isPlatformRole } from "@console/contracts";
import type { Context } from "../../../../platform/context.ts";
import { AppError } from "../../../../platform/errors.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import { readSettings } from "../../../../platform/settings/read-settings.ts";
import { findUser } from "../../../directory/index.ts";
import { type Account, findAccount, providersOf, updateAccount } from "../../domain/accounts/account-store.ts";
import { noteAccount } from "../../domain/accounts/record-account-event.ts";
import { sessionReusedMail } from "../../domain/codes/code-mail.ts";
import type { Call, Identity, Operation } from "../../domain/identity.ts";
import { sessionSettings } from "../../domain/identity-settings.ts";
import { projectNumber } from "../../domain/project.ts";
import {
  endSession,
  isOfPresentProgram,
  noteWaking,
  rotateSession,
  type Session,
  takeSession,
  viewingProvider,
} from "../../domain/sessions/session-store.ts";
import { idTokenSeconds, mintIdToken } from "../../domain/tokens/id-token.ts";
import { readRefreshToken, refreshTokenOf } from "../../domain/tokens/refresh-token.ts";
import { textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

const dayMs = 86_400_000;

/** A new ID token, and the next refresh token, for a refresh token. */
export const refreshSession: Operation = async (identity, call) => {
  const grant = textField(call.body, "grant_type") ?? textField(call.body, "grantType");
  if (!grant) throw new WireError("MISSING_GRANT_TYPE");
  if (grant !== "refresh_token") throw new WireError("INVALID_GRANT_TYPE");
  const token = textField(call.body, "refresh_token") ?? textField(call.body, "refreshToken") ?? call.cookieToken;
  if (!token) throw new WireError("MISSING_REFRESH_TOKEN");
  const named = readRefreshToken(identity, token);
  if (!named) throw new WireError("INVALID_REFRESH_TOKEN");

  const result = await call.transact((context) => advance(context, identity, call, named));
  // Not an error of the wire: a client that reads one signs the person out, in all tabs of the browser.
  if (result === "asleep")
    throw new AppError("unavailable", "This tab was asleep. Try again.", { retryAfterSeconds: 1 });
  if (typeof result === "string") throw new WireError(result);
  const { account, providers, session } = result;
  const idToken = await mintIdToken(identity, call, account, providers, session);
  return {
    access_token: idToken,
    expires_in: String(idTokenSeconds),
    token_type: "Bearer",
    refresh_token: refreshTokenOf(identity, session),
    id_token: idToken,
    user_id: account.uid,
    project_id: projectNumber,
  };
};

/** Gives a code instead of throwing it, so that the end of a stolen session is committed. */
async function advance(context: Context, identity: Identity, call: Call, named: { id: string; counter: number }) {
  const session = await takeSession(context, named.id);
  if (!session) return "USER_NOT_FOUND";
  const account = await findAccount(context, session.uid);
  if (!account) return "USER_NOT_FOUND";
  if (account.is_disabled) return "USER_DISABLED";
  if (session.provider === viewingProvider) return "TOKEN_EXPIRED";
  if (session.ended_at || (await isOver(context, session))) return "TOKEN_EXPIRED";
  if (session.service_key !== null && !(await isOpenToPrograms(context, session))) return "TOKEN_EXPIRED";
  if (named.counter < session.counter - 1) {
    if (isSleepingTab(call, session)) return wake(context, session);
    await endReused(context, identity, account, session);
    return "TOKEN_EXPIRED";
  }
  // The answer with the newest token may have been lost: its predecessor counts until the newest has been used.
  const next = named.counter === session.counter ? await rotateSession(context, session.id, call) : session;
  await updateAccount(context, account.uid, { last_refresh_at: call.now });
  return { account, providers: await providersOf(context, account.uid), session: next };
}

/** Whether a program's word still counts for somebody: while it is let in, and they do not run the platform. */
async function isOpenToPrograms(context: Context, session: Session): Promise<boolean> {
  const user = await findUser(context, session.uid);
  return !isPlatformRole(user?.role ?? null) && (await isOfPresentProgram(context, session));
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
function isSleepingTab({ userAgent, address, isBrowser }: Call, session: Session): boolean {
  return isBrowser && session.user_agent === userAgent.slice(0, 300) && session.address === address;
}

/** A tab that has not found a newer token by then never will: an answer that came late may have put an old one in its place. */
const wakingMs = 60_000;

/** Lets a tab look for the newer token; where no tab of the browser has it any more, its person signs in again. */
async function wake(context: Context, { id, woken_at, rotated_at }: Session): Promise<"asleep" | "TOKEN_EXPIRED"> {
  const isFirst = woken_at === null || woken_at <= rotated_at;
  if (isFirst) await noteWaking(context, id);
  return isFirst || context.now.getTime() - woken_at.getTime() < wakingMs ? "asleep" : "TOKEN_EXPIRED";
}

/** A token that was replaced twice over is in the hands of two: the session ends for both, and its owner is told. */
async function endReused(context: Context, identity: Identity, account: Account, session: Session): Promise<void> {
  await endSession(context, session.uid, session.id);
  await noteAccount(context, session.uid, "session.reused");
  if (account.email) await sendMail(context, sessionReusedMail(identity, account.email));
  context.log.warn(
    { account: session.uid, session: session.id },
    "An old refresh token was used again; its session is ended",
  );
}
