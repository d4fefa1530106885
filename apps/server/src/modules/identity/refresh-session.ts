import type { Context } from "../../platform/context.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { findAccount, providersOf, updateAccount } from "./account-store.ts";
import { textField } from "./call-fields.ts";
import { idTokenSeconds, mintIdToken } from "./id-token.ts";
import { type Call, type Operation, projectNumber } from "./identity.ts";
import { sessionSettings } from "./identity-settings.ts";
import { readRefreshToken, refreshTokenOf } from "./refresh-token.ts";
import { endSession, rotateSession, type Session, takeSession, viewingProvider } from "./session-store.ts";
import { WireError } from "./wire-error.ts";

/** Two tabs may refresh with the same token; after this long an older one is taken for stolen. */
const graceMs = 30_000;
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

  const result = await call.transact((context) => advance(context, call, named));
  if (typeof result === "string") throw new WireError(result);
  const { account, providers, session } = result;
  const idToken = await mintIdToken(identity, call, account, providers, session);
  return {
    ...{ access_token: idToken, expires_in: String(idTokenSeconds), token_type: "Bearer" },
    ...{ refresh_token: refreshTokenOf(identity, session), id_token: idToken },
    ...{ user_id: account.uid, project_id: projectNumber },
  };
};

/** Gives a code instead of throwing it, so that the end of a stolen session is committed. */
async function advance(context: Context, call: Call, named: { id: string; counter: number }) {
  const session = await takeSession(context, named.id);
  if (!session) return "USER_NOT_FOUND";
  const account = await findAccount(context, session.uid);
  if (!account) return "USER_NOT_FOUND";
  if (account.is_disabled) return "USER_DISABLED";
  if (session.provider === viewingProvider) return "TOKEN_EXPIRED";
  if (session.ended_at || (await isOver(context, session))) return "TOKEN_EXPIRED";
  const next = await nextOf(context, call, session, named.counter);
  if (!next) return "TOKEN_EXPIRED";
  await updateAccount(context, account.uid, { last_refresh_at: call.now });
  return { account, providers: await providersOf(context, account.uid), session: next };
}

/** A session that nobody uses ends, and any does at some time: then people sign in anew. */
async function isOver(context: Context, { last_used_at, authenticated_at }: Session): Promise<boolean> {
  const { idleDays, longestDays } = await readSettings(context, sessionSettings);
  const daysSince = (instant: Date) => (context.now.getTime() - instant.getTime()) / dayMs;
  return daysSince(last_used_at) > idleDays || daysSince(authenticated_at) > longestDays;
}

async function nextOf(context: Context, call: Call, session: Session, counter: number): Promise<Session | null> {
  if (counter === session.counter) return rotateSession(context, session.id);
  const isTwin = counter === session.counter - 1 && call.now.getTime() - session.rotated_at.getTime() <= graceMs;
  if (isTwin) return session;
  call.log.warn(
    { account: session.uid, session: session.id },
    "An old refresh token was used again; its session is ended",
  );
  await endSession(context, session.uid, session.id);
  return null;
}
