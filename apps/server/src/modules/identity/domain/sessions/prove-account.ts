import type { Context } from "../../../../platform/context.ts";
import { textField } from "../../wire/call-fields.ts";
import { WireError } from "../../wire/wire-error.ts";
import { type Account, findAccount } from "../accounts/account-store.ts";
import type { Call, Identity } from "../identity.ts";
import { type IdTokenClaims, verifyIdToken } from "../tokens/id-token.ts";
import { isSessionEnded } from "./session-store.ts";

/** A sign-in must be this fresh for changing what opens the account. */
const recentMs = 5 * 60_000;

export type Proof = { claims: IdTokenClaims; uid: string };

/** Reads the call's ID token; it still has to be held against the account, with `provenAccount`. */
export async function proofOf(identity: Identity, call: Call): Promise<Proof> {
  const token = textField(call.body, "idToken");
  if (!token) throw new WireError("MISSING_ID_TOKEN");
  const claims = await verifyIdToken(identity, call, token);
  if (claims === "invalid") throw new WireError("INVALID_ID_TOKEN");
  if (claims === "expired") throw new WireError("TOKEN_EXPIRED");
  // Whoever looks at the account for support is not its owner.
  if (claims.act) throw new WireError("OPERATION_NOT_ALLOWED");
  return { claims, uid: claims.sub };
}

/** The account of a proof, unless it is gone, closed, or the token was made before it was last revoked. */
export async function provenAccount(context: Context, { claims, uid }: Proof): Promise<Account> {
  const account = await findAccount(context, uid);
  if (!account) throw new WireError("USER_NOT_FOUND");
  if (account.is_disabled) throw new WireError("USER_DISABLED");
  if (claims.iat < Math.floor(account.valid_since.getTime() / 1000)) throw new WireError("TOKEN_EXPIRED");
  if (claims.sid && (await isSessionEnded(context, claims.sid))) throw new WireError("TOKEN_EXPIRED");
  return account;
}

/** Refuses a sensitive change when the person signed in too long ago, or was signed in by a program. */
export function requireRecentSignIn(account: Account, { claims }: Proof, now: Date): void {
  const { sign_in_provider } = (claims.firebase ?? {}) as { sign_in_provider?: string };
  // Where a program made the account and it has no password, the program's word is all that its owner has.
  const isByProgram = sign_in_provider === "custom" && !(account.is_custom && account.password_hash === null);
  const isLongAgo = now.getTime() - claims.auth_time * 1000 > recentMs;
  if (isByProgram || isLongAgo) throw new WireError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
}
