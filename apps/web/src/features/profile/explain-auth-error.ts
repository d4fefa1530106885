import { AuthError } from "../../lib/auth/auth-error.ts";

const wrongPassword = new Set(["INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "MISSING_PASSWORD"]);
const weakPassword = new Set(["WEAK_PASSWORD", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"]);
const badEmail = new Set(["INVALID_EMAIL", "MISSING_NEW_EMAIL", "EMAIL_EXISTS"]);

/** Where a failure belongs: at a field of the form, or below all of it. */
export type ProblemPlace = "current" | "next" | "email" | "form";

/** Puts a failure of the identity service into words, at the field that it is about. */
export function explainAuthError(error: unknown): { place: ProblemPlace; message: string } {
  if (!(error instanceof AuthError)) {
    return { place: "form", message: error instanceof Error ? error.message : "This failed. Try again in a moment." };
  }
  const { code, message, retryAfterSeconds } = error;
  if (wrongPassword.has(code)) return { place: "current", message: "This is not your current password." };
  if (weakPassword.has(code)) return { place: "next", message };
  if (badEmail.has(code)) return { place: "email", message };
  if (retryAfterSeconds === null) return { place: "form", message };
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = retryAfterSeconds < 60 ? `${retryAfterSeconds} s` : `${minutes} min`;
  return { place: "form", message: `Too many attempts. Try again in ${wait}.` };
}
