const networkFailed = "NETWORK_REQUEST_FAILED";
const unavailable = "UNAVAILABLE";

/** What people read where the service was not asked, or did not answer. Its own answers are shown as they are. */
const messages: Record<string, string> = {
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
    super(inSentences(detail) || (messages[code] ?? wireMessage));
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
