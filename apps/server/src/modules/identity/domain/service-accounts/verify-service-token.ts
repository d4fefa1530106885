import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import type { CallContext } from "../identity.ts";
import { findActiveKeys, parseClientEmail } from "./service-account-store.ts";

/** No such token counts for longer, whatever it says itself. */
const longestSeconds = 3600;
const toleranceSeconds = 60;

export type ServiceToken = { account: string; kid: string; payload: JWTPayload };

/** Checks a token that a program has signed with its key: for whom it is meant, by whom, and for how long. */
export async function verifyServiceToken(
  { transact, now }: Pick<CallContext, "transact" | "now">,
  token: string,
  audience: readonly string[],
): Promise<ServiceToken | "invalid" | "expired"> {
  const account = readIssuer(token);
  if (account === null) return "invalid";
  const keys = await transact((context) => findActiveKeys(context, account));
  for (const { kid, key } of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["RS256"],
        audience: [...audience],
        requiredClaims: ["iss", "iat", "exp"],
        currentDate: now,
        clockTolerance: toleranceSeconds,
        maxTokenAge: longestSeconds,
      });
      const { iat = 0, exp = 0 } = payload;
      return exp - iat > longestSeconds ? "invalid" : { account, kid, payload };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return "expired";
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      if (error instanceof errors.JOSEError || error instanceof TypeError) return "invalid";
      throw error;
    }
  }
  return "invalid";
}

/** The service account that a token says to come from. */
function readIssuer(token: string): string | null {
  try {
    const { iss, sub } = decodeJwt(token);
    if (typeof iss !== "string" || (sub !== undefined && sub !== iss)) return null;
    return iss.includes("\0") ? null : parseClientEmail(iss);
  } catch {
    return null;
  }
}
