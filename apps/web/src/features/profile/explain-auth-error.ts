import { AuthError } from "../../lib/auth/auth-error.ts";

const wrongPassword = new Set(["INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "MISSING_PASSWORD"]);
const weakPassword = new Set(["WEAK_PASSWORD", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"]);
const badEmail = new Set(["INVALID_EMAIL", "MISSING_NEW_EMAIL", "EMAIL_EXISTS"]);

/** Where a failure belongs: at a field of the form, or below all of it. */
export type ProblemPlace = "current" | "next" | "email" | "form";

/** Puts what the identity service says at the field that it is about. */
export function explainAuthError(error: unknown): { place: ProblemPlace; message: string } {
  if (!(error instanceof AuthError)) {
    return { place: "form", message: error instanceof Error ? error.message : "This failed. Try again in a moment." };
  }
  const { code, message } = error;
  if (wrongPassword.has(code)) return { place: "current", message };
  if (weakPassword.has(code)) return { place: "next", message };
  if (badEmail.has(code)) return { place: "email", message };
  return { place: "form", message };
}
