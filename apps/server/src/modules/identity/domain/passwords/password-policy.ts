import { WireError } from "../../wire/wire-error.ts";
import type { IdentitySettings } from "../identity-settings.ts";
import { guessableBecause } from "./guessable-password.ts";

type Policy = IdentitySettings["password"];

/** Google's own floor, which holds whatever the policy says. */
const fewestCharacters = 6;

const rules: {
  needed(policy: Policy): boolean;
  holds(password: string, policy: Policy): boolean;
  words(policy: Policy): string;
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
export async function requirePassword(password: string, policy: Policy, email: string | null): Promise<void> {
  if ([...password].length < fewestCharacters) {
    const fewest = policy.isEnforced ? Math.max(policy.minLength, fewestCharacters) : fewestCharacters;
    throw new WireError("WEAK_PASSWORD", { detail: `Password should be at least ${fewest} characters` });
  }
  if (!policy.isEnforced) return;
  const missing = rules.filter((rule) => rule.needed(policy) && !rule.holds(password, policy));
  const guessable = missing.length === 0 ? await guessableBecause(password, email) : null;
  const list = guessable ?? missing.map((rule) => rule.words(policy)).join(", ");
  if (list === "") return;
  throw new WireError("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", { detail: `Missing password requirements: [${list}]` });
}

/** The policy as the wire tells it. */
export function policyAnswer(policy: Policy) {
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      maxPasswordLength: policy.maxLength,
      ...(policy.needsLowercase && { containsLowercaseCharacter: true }),
      ...(policy.needsUppercase && { containsUppercaseCharacter: true }),
      ...(policy.needsNumeric && { containsNumericCharacter: true }),
      ...(policy.needsSymbol && { containsNonAlphanumericCharacter: true }),
    },
    allowedNonAlphanumericCharacters: [..."^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+-"],
    enforcementState: policy.isEnforced ? "ENFORCE" : "OFF",
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  };
}
