import { publicConfig } from "../config.ts";

/** One thing that a new password must meet, in words and as a test. */
export type PasswordRule = { id: string; label: string; test(password: string): boolean };

/** What this installation asks of a new password. */
export type PasswordPolicy = { minLength: number; maxLength: number | null; rules: PasswordRule[] };

type PolicyAnswer = {
  customStrengthOptions?: {
    minPasswordLength?: number;
    maxPasswordLength?: number;
    containsLowercaseCharacter?: boolean;
    containsUppercaseCharacter?: boolean;
    containsNumericCharacter?: boolean;
    containsNonAlphanumericCharacter?: boolean;
  };
  allowedNonAlphanumericCharacters?: string[];
};

const timeoutMs = 30_000;
/** What the identity service asks for where it says nothing else. */
const defaultMinLength = 6;

let loading: Promise<PasswordPolicy> | null = null;

/** Asks once what a new password must meet; a failed try is made again with the next call. */
export function loadPasswordPolicy(): Promise<PasswordPolicy> {
  loading ??= fetchPolicy().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchPolicy(): Promise<PasswordPolicy> {
  const url = `/v2/passwordPolicy?key=${encodeURIComponent(publicConfig().apiKey)}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error("The rules for passwords could not be loaded. Try again in a moment.");
  return toPolicy((await response.json()) as PolicyAnswer);
}

function toPolicy({ customStrengthOptions: options = {}, allowedNonAlphanumericCharacters }: PolicyAnswer) {
  const minLength = options.minPasswordLength ?? defaultMinLength;
  const maxLength = options.maxPasswordLength ?? null;
  const signs = new Set(allowedNonAlphanumericCharacters ?? []);
  const isSign = (character: string) => (signs.size > 0 ? signs.has(character) : /[^\p{L}\p{N}\s]/u.test(character));
  const rules: (PasswordRule | false | undefined)[] = [
    { id: "minLength", label: `At least ${minLength} characters`, test: (text) => text.length >= minLength },
    maxLength !== null && {
      id: "maxLength",
      label: `At most ${maxLength} characters`,
      test: (text) => text.length <= maxLength,
    },
    options.containsLowercaseCharacter && {
      id: "lowercase",
      label: "A lowercase letter",
      test: (text) => /[a-z]/.test(text),
    },
    options.containsUppercaseCharacter && {
      id: "uppercase",
      label: "An uppercase letter",
      test: (text) => /[A-Z]/.test(text),
    },
    options.containsNumericCharacter && { id: "number", label: "A digit", test: (text) => /\d/.test(text) },
    options.containsNonAlphanumericCharacter && {
      id: "sign",
      label: "A symbol such as ! or #",
      test: (text) => [...text].some(isSign),
    },
  ];
  return { minLength, maxLength, rules: rules.filter((rule) => rule !== false && rule !== undefined) };
}
