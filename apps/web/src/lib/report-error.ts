import { ApiError, bearerToken } from "./api.ts";
import { authState } from "./auth/auth-state.ts";

const mostOfPage = 10;
let sent = 0;

// Whoever loads this has every error told that nothing handles.
addEventListener("error", ({ error }) => {
  if (error) void tellLogs(error);
});
addEventListener("unhandledrejection", ({ reason }) => void tellLogs(reason));

/** Sends an error to the logs of the platform, the first few of a page. What the server has foreseen is no error. */
export async function tellLogs(error: unknown): Promise<void> {
  const isForeseen = error instanceof ApiError && error.kind !== "unexpected";
  const isAbort = error instanceof DOMException && error.name === "AbortError";
  if (isForeseen || isAbort || sent >= mostOfPage) return;
  sent += 1;
  const { isAuthenticated } = authState();
  const token = isAuthenticated ? await bearerToken().catch(() => null) : null;
  const requestId = error instanceof ApiError ? error.requestId : null;
  const stack = error instanceof Error ? error.stack : undefined;
  await fetch("/api/client-errors", {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({
      message: String(error instanceof Error ? error.message : error).slice(0, 500),
      page: location.pathname.slice(0, 300),
      ...(stack && { stack: stack.slice(0, 4000) }),
      ...(requestId && { requestId }),
    }),
    // It is told also while the page is being left.
    keepalive: true,
    // There is nothing to do about a report that is lost.
  }).catch(() => {});
}
