import { IdentityError } from "../../domain/identity-error.ts";
import { signInWithEmailLink } from "../../domain/sign-in/sign-in-with-email-link.ts";
import { idTokenField, requireEmailField, textField } from "../call-fields.ts";
import { describeTokens } from "../describe-account.ts";
import type { Operation } from "../wire-call.ts";

/** Signs in with a link from a mail, or adds its address to the account of the caller. */
export const signInWithEmailLinkCall: Operation = async (identity, { body, context }) => {
  const email = requireEmailField(body);
  const code = textField(body, "oobCode");
  if (!code) throw new IdentityError("code-missing");
  const input = { email, code, idToken: idTokenField(body) };
  const { account, isNewUser, tokens } = await signInWithEmailLink(identity, context, input);
  return {
    kind: "identitytoolkit#EmailLinkSigninResponse",
    email,
    localId: account.uid,
    isNewUser,
    ...describeTokens(tokens),
  };
};
