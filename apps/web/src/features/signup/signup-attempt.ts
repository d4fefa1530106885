import type { SignupAttempt } from "./signup-draft.ts";

/** A random UUID, also on plain http, where browsers leave `randomUUID` out. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The try to send some content: the same content keeps its key, so that sending twice asks once. */
export function attemptFor(content: string, previous: SignupAttempt | null): SignupAttempt {
  return previous?.content === content ? previous : { key: newKey(), content };
}
