import type { JWTPayload } from "jose";
import { findUser } from "../../../directory/index.ts";
import { findAccount, insertAccount } from "../accounts/account-store.ts";
import { requireClaims } from "../accounts/custom-claims.ts";
import { recordAccountEvent } from "../accounts/record-account-event.ts";
import type { CallContext, Identity, ProjectAdmin } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import {
  asProgram,
  beginSession,
  issueTokens,
  type Program,
  requireEnabled,
  type Tokens,
} from "../sessions/open-session.ts";
import { requireRight, requireSignable } from "./guard-accounts.ts";
import { findServiceAccountByKey } from "./service-account-store.ts";
import { verifyServiceToken } from "./verify-service-token.ts";

/** A service account that has signed a token, and the key by which it did. */
export type Signer = { admin: ProjectAdmin; program: Program };

/** Who has signed a token for an audience, and what it says. */
export async function findSigner(
  context: CallContext,
  { token, audience }: { token: string; audience: string },
): Promise<{ signer: Signer; payload: JWTPayload } | "invalid" | "expired"> {
  const verified = await verifyServiceToken(context, token, [audience]);
  if (typeof verified === "string") return verified;
  const account = await context.transact((tx) => findServiceAccountByKey(tx, verified.kid));
  if (!account) return "invalid";
  const admin = { service: account.id, rights: account.rights };
  requireRight(admin, "sessions");
  return { signer: { admin, program: { account: account.id, key: verified.kid } }, payload: verified.payload };
}

/** Opens a session for an account on a program's word; in test mode nobody has to have signed it. */
export async function signInByProgram(
  identity: Identity,
  context: CallContext,
  { uid, claims, signer }: { uid: string; claims: unknown; signer: Signer | null },
): Promise<{ isNewUser: boolean; tokens: Tokens }> {
  const extraClaims = requireClaims(claims);
  const { session, isNewUser } = await context.transact(async (tx) => {
    if (signer) await requireSignable(tx, signer.admin, uid);
    const existing = await findAccount(tx, uid);
    // Someone on the list whose account is gone must not get another's.
    if (!existing && (await findUser(tx, uid))) throw new IdentityError("account-unknown");
    const account = existing ?? (await insertAccount(tx, { uid, is_custom: true }));
    if (!account) throw new IdentityError("uid-taken");
    requireEnabled(account);
    if (!existing && signer) await recordAccountEvent(asProgram(tx, signer.program), uid, "account.created");
    const signIn = { provider: "custom", claims: extraClaims, ...(signer && { program: signer.program }) };
    return { isNewUser: !existing, session: await beginSession({ tx, context, uid, signIn }) };
  });
  return { isNewUser, tokens: await issueTokens(identity, context, session) };
}
