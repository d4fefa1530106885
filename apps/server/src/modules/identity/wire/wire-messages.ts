const wrongCredentials = "The e-mail or the password is not right.";
const brokenLink = "This link is not valid. It may have been used already, or a newer one was sent.";
const tooManyAttempts = "Too many attempts. Wait a moment before you try again.";
const signInAgain = "Your session has ended. Sign in again.";

/** What people read for each code, on every client alike; a refusal that knows more says it in words of its own. */
export const wireMessages: Readonly<Record<string, string>> = {
  INVALID_LOGIN_CREDENTIALS: wrongCredentials,
  EMAIL_NOT_FOUND: wrongCredentials,
  INVALID_PASSWORD: wrongCredentials,
  MISSING_EMAIL: "Enter your e-mail address.",
  MISSING_PASSWORD: "Enter your password.",
  INVALID_EMAIL: "This is not a complete e-mail address.",
  MISSING_NEW_EMAIL: "Enter the new e-mail address.",
  EMAIL_EXISTS: "This e-mail address is in use already. Choose another one.",
  USER_DISABLED: "This account is locked. Ask an administrator to unlock it.",
  TOO_MANY_ATTEMPTS_TRY_LATER: tooManyAttempts,
  RESET_PASSWORD_EXCEED_LIMIT: tooManyAttempts,
  INVALID_OOB_CODE: brokenLink,
  MISSING_OOB_CODE: brokenLink,
  EXPIRED_OOB_CODE: "This link is too old. Ask for a new one.",
  PASSWORD_LOGIN_DISABLED: "Sign-in with a password is switched off on this installation.",
  OPERATION_NOT_ALLOWED: "This is switched off on this installation.",
  ADMIN_ONLY_OPERATION: "Only an administrator can do this.",
  INSUFFICIENT_PERMISSION: "Only an administrator can do this.",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "Sign in again before you change this.",
  TOKEN_EXPIRED: signInAgain,
  INVALID_ID_TOKEN: signInAgain,
  INVALID_REFRESH_TOKEN: signInAgain,
  MISSING_REFRESH_TOKEN: signInAgain,
  USER_NOT_FOUND: signInAgain,
  UNAUTHORIZED_DOMAIN: "Links may not lead to this address. Ask an administrator to allow its host.",
};
