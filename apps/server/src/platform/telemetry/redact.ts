const secretKeys =
  /^(?:authorization|cookie|set-cookie|.*password.*|.*secret.*|.*token.*|.*api[-_]?key.*|oobcode|smtp_?url|database_?url|idempotency-?key)$/i;

// Each begins where a word does: tried inside one as well, a long word would take the square of its length.
const secretTexts: [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, "$1 [redacted]"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[redacted token]"],
  [/\b((?:\w*password|passwd|\w*secret|\w*token|api[-_]?key)\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s,;&"']+)/gi, "$1[redacted]"],
  [/\b(\w+:\/\/)[^\s/@]+@/g, "$1[redacted]@"],
  [/(?<![\w.+-])[\w.+-]+@([\w-]+\.)+[a-z]{2,}/gi, "[redacted mail]"],
  [/([?&][\w.-]+=)[^&\s"]+/g, "$1[redacted]"],
  // PostgreSQL quotes the value that it could not read.
  [/\b(invalid input (?:syntax for type|value for enum) [\w ."]+: )"[^\n]*"/g, '$1"[redacted]"'],
  [/\b(field value out of range: )"[^\n]*"/g, '$1"[redacted]"'],
  [/\b(value )"[^\n]*"( is out of range for type)/g, '$1"[redacted]"$2'],
];

/** A text without credentials, addresses of people or values of a query string. */
export function redactText(text: string): string {
  return secretTexts.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** A copy of anything about to be logged in which no secret is left, by key and by shape, at any depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value;
  if (depth > 6) return "[too deep]";
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, secretKeys.test(key) ? "[redacted]" : redact(entry, depth + 1)]),
  );
}

/** Only known parts of an error: drivers hang queries, values and row contents on theirs. */
function redactError(error: Error & { code?: unknown }, depth: number): object {
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof error.code === "string" && { code: error.code }),
    ...(error.stack && { stack: redactText(error.stack) }),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  };
}
