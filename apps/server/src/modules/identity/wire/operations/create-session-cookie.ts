import { noteAccount } from "../../domain/accounts/record-account-event.ts";
import type { Operation } from "../../domain/identity.ts";
import { projectId } from "../../domain/project.ts";
import { requireAdmin, requireRight } from "../../domain/service-accounts/guard-accounts.ts";
import { proofOf, provenAccount } from "../../domain/sessions/prove-account.ts";
import { signToken } from "../../domain/tokens/id-token.ts";
import { longestCookieSeconds } from "../../domain/tokens/signing-keys.ts";
import { numberField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

const shortestSeconds = 300;
/** Not that of an ID token: our own routes take no such cookie for one. */
const issuer = `https://session.firebase.google.com/${projectId}`;

/** Makes a cookie of an ID token that pages of others may keep for days, and check with our keys. */
export const createSessionCookie: Operation = async (identity, call) => {
  requireRight(requireAdmin(call), "sessions");
  const duration = numberField(call.body, "validDuration") ?? longestCookieSeconds;
  if (duration < shortestSeconds || duration > longestCookieSeconds) throw new WireError("INVALID_DURATION");
  const proof = await proofOf(identity, call);
  await call.transact(async (context) => {
    const { uid } = await provenAccount(context, proof);
    await noteAccount(context, uid, "account.cookie_made", { seconds: duration });
  });
  const { kid, privateKey } = await identity.keys.current(call.transact, call.now);
  const iat = Math.floor(call.now.getTime() / 1000);
  const { sid: _session, ...claims } = proof.claims;
  const cookie = { ...claims, iss: issuer, iat, exp: iat + duration };
  return { sessionCookie: await signToken({ alg: "RS256", kid, typ: "JWT" }, cookie, privateKey) };
};
