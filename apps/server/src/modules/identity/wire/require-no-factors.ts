import { IdentityError } from "../domain/identity-error.ts";

/** Refuses second factors by name: an account that seems to have one, and does not, would be worse than none. */
export function requireNoFactors({ mfa, mfaInfo }: Record<string, unknown>): void {
  const { enrollments } = (mfa ?? {}) as { enrollments?: unknown };
  const hasFactors = [enrollments, mfaInfo].some((factors) => Array.isArray(factors) && factors.length > 0);
  if (hasFactors) throw new IdentityError("switched-off", { detail: "This service has no second factors." });
}
