import type { ErrorKind } from "@console/contracts";
import { AppError } from "../../../platform/errors.ts";

const wrongCredentials = "Incorrect email or password.";
const brokenLink = "This link is not valid. It may have been used, or a newer one was sent.";
const signInAgain = "Your session has ended. Sign in again.";
const adminsOnly = "Only an administrator can do this.";

/** Every reason for which the identity service refuses something: its kind, and the words that people read. */
const refusals = {
  "email-missing": { kind: "invalid_input", message: "Enter your email address." },
  "email-invalid": { kind: "invalid_input", message: "This is not a complete email address." },
  "email-unknown": { kind: "not_found", message: wrongCredentials },
  "email-taken": { kind: "conflict", message: "This email address is already in use. Choose another one." },
  "new-email-missing": { kind: "invalid_input", message: "Enter the new email address." },
  "password-missing": { kind: "invalid_input", message: "Enter your password." },
  "password-wrong": { kind: "unauthenticated", message: wrongCredentials },
  "password-too-short": { kind: "invalid_input", message: "This password is too short." },
  "password-against-policy": { kind: "invalid_input", message: "This password is not allowed." },
  "credentials-wrong": { kind: "unauthenticated", message: wrongCredentials },
  "too-many-attempts": { kind: "limit_reached", message: "Too many attempts. Wait a moment before you try again." },
  "account-unknown": { kind: "not_found", message: signInAgain },
  "account-locked": { kind: "forbidden", message: "This account is locked. Ask an administrator to unlock it." },
  "uid-taken": { kind: "conflict", message: "An account with this ID already exists." },
  "phone-taken": { kind: "conflict", message: "This phone number is already in use." },
  "provider-taken": { kind: "conflict", message: "Another account already signs in with this identity." },
  "code-missing": { kind: "invalid_input", message: brokenLink },
  "code-invalid": { kind: "invalid_input", message: brokenLink },
  "code-expired": { kind: "invalid_input", message: "This link has expired. Ask for a new one." },
  "continue-url-invalid": {
    kind: "invalid_input",
    message: "((expected an absolute URI with valid scheme and host))",
  },
  "continue-host-foreign": {
    kind: "forbidden",
    message: "Links to this address are not allowed. Ask an administrator to allow its host.",
  },
  "link-host-foreign": { kind: "forbidden", message: "Links in emails can only lead to pages of this console." },
  "id-token-missing": { kind: "unauthenticated", message: signInAgain },
  "id-token-invalid": { kind: "unauthenticated", message: signInAgain },
  "session-ended": { kind: "unauthenticated", message: signInAgain },
  "refresh-token-missing": { kind: "invalid_input", message: signInAgain },
  "refresh-token-invalid": { kind: "unauthenticated", message: signInAgain },
  "sign-in-too-old": { kind: "forbidden", message: "Sign in again before you change this." },
  "switched-off": { kind: "forbidden", message: "This is switched off on this installation." },
  "admins-only": { kind: "forbidden", message: adminsOnly },
  "programs-only": { kind: "forbidden", message: adminsOnly },
  "out-of-rights": { kind: "forbidden", message: adminsOnly },
  "claims-invalid": { kind: "invalid_input", message: "Claims are an object of whole texts." },
  "claims-too-large": { kind: "invalid_input", message: "Claims have at most 1000 characters." },
  "claim-reserved": { kind: "invalid_input", message: "A claim has a name that is reserved." },
  "assertion-invalid": {
    kind: "unauthenticated",
    message: "No key of a service account has signed this assertion.",
  },
  "assertion-expired": { kind: "unauthenticated", message: "The assertion is too old." },
  "cookie-lifetime-invalid": { kind: "invalid_input", message: "A session cookie lasts from 5 minutes to 14 days." },
} as const satisfies Record<string, { kind: Exclude<ErrorKind, "unexpected">; message: string }>;

export type IdentityRefusal = keyof typeof refusals;

/** A refusal of the identity service. The console shows its message; a wire looks its own code up by the reason. */
export class IdentityError extends AppError {
  readonly reason: IdentityRefusal;
  /** What is known of this one case; null where the reason says it all. */
  readonly detail: string | null;

  constructor(
    reason: IdentityRefusal,
    { detail, retryAfterSeconds }: { detail?: string; retryAfterSeconds?: number } = {},
  ) {
    const { kind, message } = refusals[reason];
    super(kind, detail ?? message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    this.reason = reason;
    this.detail = detail ?? null;
  }
}
