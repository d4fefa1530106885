import type { CodeKind } from "../../domain/codes/code-store.ts";
import { sendCode } from "../../domain/codes/send-code.ts";
import { idTokenField, textField } from "../call-fields.ts";
import type { Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

const requestTypes: readonly CodeKind[] = ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"];

/** Sends a mail with a link that proves who reads it, or hands the link to a program. */
export const sendCodeCall: Operation = async (identity, { body, context }) => {
  const requestType = textField(body, "requestType");
  if (!requestType || requestType === "OOB_REQ_TYPE_UNSPECIFIED") throw new WireError("MISSING_REQ_TYPE");
  const kind = requestTypes.find((type) => type === requestType);
  if (!kind) throw new WireError("INVALID_REQ_TYPE");
  const { email, link } = await sendCode(identity, context, {
    kind,
    email: textField(body, "email"),
    newEmail: textField(body, "newEmail"),
    idToken: idTokenField(body),
    continueUrl: textField(body, "continueUrl"),
    linkHost: textField(body, "linkDomain"),
    returnsLink: body.returnOobLink === true,
  });
  return {
    kind: "identitytoolkit#GetOobConfirmationCodeResponse",
    email,
    ...(link && { oobCode: link.code, oobLink: link.href }),
  };
};
