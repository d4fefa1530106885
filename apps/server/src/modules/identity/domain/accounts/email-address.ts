import { z } from "zod";
import { IdentityError } from "../identity-error.ts";

/** An email address in the one form in which it is stored and compared; refuses what is none. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !z.email().safeParse(email).success) throw new IdentityError("email-invalid");
  return email;
}
