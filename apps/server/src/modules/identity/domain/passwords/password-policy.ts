import { IdentityError } from "../identity-error.ts";
import type { IdentitySettings } from "../identity-settings.ts";
import { explainGuessable } from "./guessable-password.ts";

export type PasswordPolicy = IdentitySettings["password"];

/** Google's own floor, which holds whatever the policy says. */
const fewestCharacters = 6;

const rules: {
  needed(policy: PasswordPolicy): boolean;
  holds(password: string, policy: PasswordPolicy): boolean;
  words(policy: PasswordPolicy): string;
}[] = [
  {
    needed: () => true,
    holds: (password, { minLength }) => [...password].length >= minLength,
    words: ({ minLength }) => `Password must contain at least ${minLength} characters`,
  },
  {
    needed: () => true,
    holds: (password, { maxLength }) => [...password].length <= maxLength,
    words: ({ maxLength }) => `Password may contain at most ${maxLength} characters`,
  },
  {
    needed: ({ needsUppercase }) => needsUppercase,
    holds: (password) => /\p{Lu}/u.test(password),
    words: () => "Password must contain an upper case character",
  },
  {
    needed: ({ needsLowercase }) => needsLowercase,
    holds: (password) => /\p{Ll}/u.test(password),
    words: () => "Password must contain a lower case character",
  },
  {
    needed: ({ needsNumeric }) => needsNumeric,
    holds: (password) => /\p{Nd}/u.test(password),
    words: () => "Password must contain a numeric character",
  },
  {
    needed: ({ needsSymbol }) => needsSymbol,
    holds: (password) => /[^\p{L}\p{N}]/u.test(password),
    words: () => "Password must contain a non-alphanumeric character",
  },
];

/** Refuses a password that the policy does not allow, with every rule that it misses, or that is easy to guess. */
export async function requirePassword(password: string, policy: PasswordPolicy, email: string | null): Promise<void> {
  if ([...password].length < fewestCharacters) {
    const fewest = policy.isEnforced ? Math.max(policy.minLength, fewestCharacters) : fewestCharacters;
    throw new IdentityError("password-too-short", { detail: `Password should be at least ${fewest} characters` });
  }
  if (!policy.isEnforced) return;
  const missing = rules.filter((rule) => rule.needed(policy) && !rule.holds(password, policy));
  const guessable = missing.length === 0 ? await explainGuessable(password, email) : null;
  const list = guessable ?? missing.map((rule) => rule.words(policy)).join(", ");
  if (list === "") return;
  throw new IdentityError("password-against-policy", { detail: `Missing password requirements: [${list}]` });
}
