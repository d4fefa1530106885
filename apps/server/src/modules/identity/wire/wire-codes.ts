import type { IdentityError, IdentityRefusal } from "../domain/identity-error.ts";
import { WireError } from "./wire-error.ts";

/** The toolkit's code for each refusal of the domain; the last two are codes of OAuth. */
export const wireCodes: Readonly<Record<IdentityRefusal, string>> = {
  "email-missing": "MISSING_EMAIL",
  "email-invalid": "INVALID_EMAIL",
  "email-unknown": "EMAIL_NOT_FOUND",
  "email-taken": "EMAIL_EXISTS",
  "new-email-missing": "MISSING_NEW_EMAIL",
  "password-missing": "MISSING_PASSWORD",
  "password-wrong": "INVALID_PASSWORD",
  "password-too-short": "WEAK_PASSWORD",
  "password-against-policy": "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
  "credentials-wrong": "INVALID_LOGIN_CREDENTIALS",
  "too-many-attempts": "TOO_MANY_ATTEMPTS_TRY_LATER",
  "account-unknown": "USER_NOT_FOUND",
  "account-locked": "USER_DISABLED",
  "uid-taken": "DUPLICATE_LOCAL_ID",
  "phone-taken": "PHONE_NUMBER_EXISTS",
  "provider-taken": "FEDERATED_USER_ID_ALREADY_LINKED",
  "code-missing": "MISSING_OOB_CODE",
  "code-invalid": "INVALID_OOB_CODE",
  "code-expired": "EXPIRED_OOB_CODE",
  "continue-url-invalid": "INVALID_CONTINUE_URI",
  "continue-host-foreign": "UNAUTHORIZED_DOMAIN",
  "link-host-foreign": "INVALID_HOSTING_LINK_DOMAIN",
  "id-token-missing": "MISSING_ID_TOKEN",
  "id-token-invalid": "INVALID_ID_TOKEN",
  "session-ended": "TOKEN_EXPIRED",
  "refresh-token-missing": "MISSING_REFRESH_TOKEN",
  "refresh-token-invalid": "INVALID_REFRESH_TOKEN",
  "sign-in-too-old": "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
  "switched-off": "OPERATION_NOT_ALLOWED",
  "admins-only": "ADMIN_ONLY_OPERATION",
  "programs-only": "INSUFFICIENT_PERMISSION",
  "out-of-rights": "INSUFFICIENT_PERMISSION",
  "claims-invalid": "INVALID_CLAIMS",
  "claims-too-large": "CLAIMS_TOO_LARGE",
  "claim-reserved": "FORBIDDEN_CLAIM",
  "cookie-lifetime-invalid": "INVALID_DURATION",
  "assertion-invalid": "invalid_grant",
  "assertion-expired": "invalid_grant",
};

/** Codes that stand alone unless more is known of the case: SDKs have words of their own for them. */
const bareCodes: ReadonlySet<string> = new Set([
  "CLAIMS_TOO_LARGE",
  "DUPLICATE_LOCAL_ID",
  "FEDERATED_USER_ID_ALREADY_LINKED",
  "INVALID_CLAIMS",
  "INVALID_DURATION",
  "INVALID_HOSTING_LINK_DOMAIN",
  "MISSING_ID_TOKEN",
  "PHONE_NUMBER_EXISTS",
]);

/** A refusal of the domain as this protocol tells it. */
export function toWireError({ reason, detail, message, retryAfterSeconds }: IdentityError): WireError {
  const code = wireCodes[reason];
  return new WireError(code, {
    detail: detail ?? (bareCodes.has(code) ? undefined : message),
    status: reason === "out-of-rights" ? 403 : 400,
    retryAfterSeconds,
  });
}
