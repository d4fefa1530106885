const networkFailed = "NETWORK_REQUEST_FAILED";
const unavailable = "UNAVAILABLE";

const wrongCredentials = "The e-mail or the password is not right.";
const brokenLink = "This link is not valid. It may have been used already, or a newer one was sent.";
const tooManyAttempts = "Too many attempts. Wait a moment before you try again.";
const signInAgain = "Your session has ended. Sign in again.";

/** What people read for each code of the identity service; where null stands, its own words are shown. */
const messages: Record<string, string | null> = {
  INVALID_LOGIN_CREDENTIALS: wrongCredentials,
  EMAIL_NOT_FOUND: wrongCredentials,
  INVALID_PASSWORD: wrongCredentials,
  MISSING_EMAIL: "Enter your e-mail address.",
  MISSING_PASSWORD: "Enter your password.",
  INVALID_EMAIL: "This is not a complete e-mail address.",
  MISSING_NEW_EMAIL: "Enter the new e-mail address.",
  EMAIL_EXISTS: "This e-mail address is in use already. Choose another one.",
  USER_DISABLED: "This account is switched off. Ask an administrator to switch it on again.",
  TOO_MANY_ATTEMPTS_TRY_LATER: tooManyAttempts,
  RESET_PASSWORD_EXCEED_LIMIT: tooManyAttempts,
  WEAK_PASSWORD: null,
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: null,
  INVALID_OOB_CODE: brokenLink,
  MISSING_OOB_CODE: brokenLink,
  EXPIRED_OOB_CODE: "This link is too old. Links work only for a while after they were sent.",
  PASSWORD_LOGIN_DISABLED: "Sign-in with a password is switched off on this installation.",
  OPERATION_NOT_ALLOWED: "This is switched off on this installation.",
  ADMIN_ONLY_OPERATION: "Only an administrator can do this.",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "Sign in again before you change this.",
  TOKEN_EXPIRED: signInAgain,
  INVALID_ID_TOKEN: signInAgain,
  INVALID_REFRESH_TOKEN: signInAgain,
  MISSING_REFRESH_TOKEN: signInAgain,
  USER_NOT_FOUND: signInAgain,
  USER_NOT_AUTHENTICATED: "User not authenticated",
  NO_USER_LOADED: "No user loaded",
  USER_DOCUMENT_MISSING: "User data not found in database.",
  [networkFailed]: "The server cannot be reached. Check your connection and try again.",
  [unavailable]: "The server cannot answer at the moment. Try again in a minute.",
};

const sessionOver = new Set([
  "TOKEN_EXPIRED",
  "USER_DISABLED",
  "USER_NOT_FOUND",
  "INVALID_REFRESH_TOKEN",
  "MISSING_REFRESH_TOKEN",
]);

/** A failure of the identity service: its code for programs, its message for the reader of the screen. */
export class AuthError extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(wireMessage: string, retryAfterSeconds: number | null = null) {
    const [code = "", detail = ""] = splitOnce(wireMessage, " : ");
    super(messages[code] ?? (inSentences(detail) || wireMessage));
    this.name = "AuthError";
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether trying later may work, because the server was not reached or could not answer. */
  get isPassing(): boolean {
    return this.code === networkFailed || this.code === unavailable;
  }

  /** Whether a mailed link is used up, too old or not complete. */
  get isAboutCode(): boolean {
    return this.code.endsWith("_OOB_CODE");
  }

  /** Whether this answer to a refresh means that the session is over. */
  get endsSession(): boolean {
    return sessionOver.has(this.code);
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** "Missing password requirements: [A, B]" as "A. B." */
function inSentences(detail: string): string {
  const listed = /\[(.+)\]/.exec(detail)?.[1];
  const sentences = listed ? listed.split(", ") : [detail];
  return sentences.map((sentence) => sentence.trim().replace(/([^.])$/, "$1.")).join(" ");
}
