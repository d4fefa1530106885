import type { Context } from "../../../../platform/context.ts";
import { type Account, findAccount } from "../accounts/account-store.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { type IdTokenClaims, readSignInProvider, verifyIdToken } from "../tokens/id-token.ts";
import { isSessionEnded } from "./session-store.ts";

/** A sign-in must be this fresh for changing what opens the account. */
const recentMs = 5 * 60_000;

export type Proof = { claims: IdTokenClaims; uid: string };

/** Checks an ID token; it still has to be held against the account, with `requireProvenAccount`. */
export async function proveIdToken(
  identity: Identity,
  context: CallContext,
  idToken: string | undefined,
): Promise<Proof> {
  if (!idToken) throw new IdentityError("id-token-missing");
  const claims = await verifyIdToken(identity, context, idToken);
  if (claims === "invalid") throw new IdentityError("id-token-invalid");
  if (claims === "expired") throw new IdentityError("session-ended");
  // Whoever impersonates the account for support is not its owner.
  if (claims.act) throw new IdentityError("switched-off");
  return { claims, uid: claims.sub };
}

/** The account of a proof, unless it is gone, locked, or the token was made before it was last revoked. */
export async function requireProvenAccount(context: Context, { claims, uid }: Proof): Promise<Account> {
  const account = await findAccount(context, uid);
  if (!account) throw new IdentityError("account-unknown");
  if (account.is_disabled) throw new IdentityError("account-locked");
  if (claims.iat < Math.floor(account.valid_since.getTime() / 1000)) throw new IdentityError("session-ended");
  if (claims.sid && (await isSessionEnded(context, claims.sid))) throw new IdentityError("session-ended");
  return account;
}

/** The account of whoever sends an ID token. */
export async function requireOwnAccount(
  identity: Identity,
  context: CallContext,
  { idToken }: { idToken: string | undefined },
): Promise<Account> {
  const proof = await proveIdToken(identity, context, idToken);
  return context.transact((tx) => requireProvenAccount(tx, proof));
}

/** Refuses a sensitive change when the person signed in too long ago, or was signed in by a program. */
export function requireRecentSignIn(account: Account, { claims }: Proof, now: Date): void {
  // Where a program made the account and it has no password, the program's word is all that its owner has.
  const isByProgram = readSignInProvider(claims) === "custom" && !(account.is_custom && account.password_hash === null);
  const isLongAgo = now.getTime() - claims.auth_time * 1000 > recentMs;
  if (isByProgram || isLongAgo) throw new IdentityError("sign-in-too-old");
}
