import { createHmac, timingSafeEqual } from "node:crypto";
import type { Identity } from "../identity.ts";

const form = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/;

/** The refresh token of a session at a count; it is derived, never stored. */
export function writeRefreshToken({ refreshKey }: Identity, session: { id: string; counter: number }): string {
  return `${session.id}.${session.counter}.${signature(refreshKey, session.id, session.counter)}`;
}

/** The session and count that a refresh token of ours names; null for any other text. */
export function readRefreshToken({ refreshKey }: Identity, token: string): { id: string; counter: number } | null {
  const [, id, count, tag] = form.exec(token) ?? [];
  if (!id || !count || !tag) return null;
  const isOurs = timingSafeEqual(Buffer.from(tag), Buffer.from(signature(refreshKey, id, Number(count))));
  return isOurs ? { id, counter: Number(count) } : null;
}

function signature(key: Buffer, id: string, counter: number): string {
  return createHmac("sha256", key).update(`${id}.${counter}`).digest("base64url");
}
