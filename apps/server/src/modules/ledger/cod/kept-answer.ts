import { createHash } from "node:crypto";
import { AppError } from "../../../platform/errors.ts";

/** What was said with a key. */
export function fingerprintInput(input: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}

/** Whether the key has its answer already; refused where it was used for something else. */
export function isAnswered(key: string, stored: { fingerprint: string } | undefined, fingerprint: string): boolean {
  if (!stored) return false;
  if (stored.fingerprint === fingerprint) return true;
  const message = `The key ${key} was used for something else.`;
  throw new AppError("conflict", message, { fields: { key: message } });
}
