import { readRetryAfter } from "../api.ts";
import { publicConfig } from "../config.ts";
import { AuthError } from "./auth-error.ts";

const timeoutMs = 30_000;

type IdentityPath =
  | "/v1/accounts:signInWithPassword"
  | "/v1/accounts:sendOobCode"
  | "/v1/accounts:resetPassword"
  | "/v1/accounts:update"
  | "/v1/token";

/** Calls the identity service; the session's own token travels as a cookie that no script can read. */
export async function callIdentity<Answer>(
  path: IdentityPath,
  body: Record<string, unknown> | URLSearchParams,
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${path}?key=${encodeURIComponent(publicConfig().apiKey)}`, {
      method: "POST",
      headers: {
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
        "x-session": "cookie",
      },
      body: isForm ? body.toString() : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = await response.json().catch(() => null);
  } catch {
    throw new AuthError("NETWORK_REQUEST_FAILED");
  }
  if (response.ok && answer !== null) return answer as Answer;
  // Only an answer with a code of its own says something about the account; any other is a passing trouble.
  throw new AuthError(readWireMessage(answer) ?? "UNAVAILABLE", readRetryAfter(response));
}

function readWireMessage(answer: unknown): string | null {
  const { error } = (answer ?? {}) as { error?: { code?: unknown; message?: unknown } };
  return typeof error?.message === "string" && typeof error.code === "number" && error.code < 500
    ? error.message
    : null;
}
