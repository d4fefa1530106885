import { IdentityError } from "../../domain/identity-error.ts";
import { signInWithPassword } from "../../domain/sign-in/sign-in-with-password.ts";
import { requireEmailField, textField } from "../call-fields.ts";
import { describeTokens } from "../describe-account.ts";
import type { Operation } from "../wire-call.ts";

/** Signs in with an address and a password. */
export const signInWithPasswordCall: Operation = async (identity, { body, context }) => {
  const email = requireEmailField(body);
  const password = textField(body, "password");
  if (!password) throw new IdentityError("password-missing");
  const { account, tokens } = await signInWithPassword(identity, context, { email, password });
  return {
    kind: "identitytoolkit#VerifyPasswordResponse",
    localId: account.uid,
    email: account.email,
    displayName: account.display_name ?? "",
    ...(account.photo_url && { profilePicture: account.photo_url }),
    ...describeTokens(tokens),
    registered: true,
  };
};
