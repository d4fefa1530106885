import { AuthError } from "./auth-error.ts";

/** Reads whom an ID token names and when it ends, in seconds. */
export function decodeToken(token: string): { uid: string; expiry: number } {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { sub, exp } = JSON.parse(atob(payload)) as { sub?: unknown; exp?: unknown };
    if (typeof sub === "string" && typeof exp === "number") return { uid: sub, expiry: exp };
  } catch {
    // Told below, as for a token that lacks something.
  }
  throw new AuthError("INVALID_ID_TOKEN");
}
