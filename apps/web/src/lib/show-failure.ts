import { ApiError } from "./api.ts";
import { requestLink } from "./request-link.ts";
import { showToast } from "./toasts.ts";

/** Tells in passing that something failed, with the request whose timeline says why. */
export function showFailure(title: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  showToast({ type: "error", title, message, ...(requestId && { action: requestLink(requestId) }) });
}
