import { recordAccountEvent } from "../accounts/record-account-event.ts";
import type { AdminContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { projectId } from "../project.ts";
import { proveIdToken, requireProvenAccount } from "../sessions/prove-account.ts";
import { signToken } from "../tokens/id-token.ts";
import { longestCookieSeconds } from "../tokens/signing-keys.ts";
import { requireRight } from "./guard-accounts.ts";

const shortestSeconds = 300;
/** Not that of an ID token: our own routes take no such cookie for one. */
const issuer = `https://session.firebase.google.com/${projectId}`;

/** Makes a cookie of an ID token that pages of others may keep for days, and check with our keys. */
export async function createSessionCookie(
  identity: Identity,
  context: AdminContext,
  {
    idToken,
    lifetimeSeconds = longestCookieSeconds,
  }: { idToken: string | undefined; lifetimeSeconds: number | undefined },
): Promise<string> {
  requireRight(context.admin, "sessions");
  if (lifetimeSeconds < shortestSeconds || lifetimeSeconds > longestCookieSeconds) {
    throw new IdentityError("cookie-lifetime-invalid");
  }
  const proof = await proveIdToken(identity, context, idToken);
  await context.transact(async (tx) => {
    const { uid } = await requireProvenAccount(tx, proof);
    await recordAccountEvent(tx, uid, "account.cookie_made", { seconds: lifetimeSeconds });
  });
  const { kid, privateKey } = await identity.keys.current(context.transact, context.now);
  const iat = Math.floor(context.now.getTime() / 1000);
  const { sid: _session, ...claims } = proof.claims;
  const cookie = { ...claims, iss: issuer, iat, exp: iat + lifetimeSeconds };
  return signToken({ alg: "RS256", kid, typ: "JWT" }, cookie, privateKey);
}
