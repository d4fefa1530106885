/** What may not be read in a note, by the names that it goes under. */
const secretNames = /secret|password|token|passcode|credential|private/i;
const longest = 500;

/** Whether what goes under a name may not be read in a note. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name);
}

/** What a change has made of each field that differs, before → after; what is secret is not said. */
export function describeChange(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { before: unknown; after: unknown }> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => name in after && !isSame(before[name], after[name]));
  return Object.fromEntries(
    changed.map((name) => [
      name,
      { before: toAuditValue(name, before[name] ?? null), after: toAuditValue(name, after[name] ?? null) },
    ]),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function toAuditValue(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (isSecretName(name)) return "(secret)";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : value;
}
