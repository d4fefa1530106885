import { createHmac, timingSafeEqual } from "node:crypto";
import type { Identity } from "../domain/identity.ts";
import type { Flow } from "../domain/providers/openid-client.ts";

const name = "sign-in-flow";
const maxAgeSeconds = 600;

/** The header that keeps a flow in the browser, signed; null takes it away. Lax, since the way back comes from outside. */
export function writeFlowCookie(identity: Identity, flow: Flow | null): string {
  const secure = identity.config.publicUrl?.startsWith("https:") ? "; Secure" : "";
  const value = flow ? sign(identity, Buffer.from(JSON.stringify(flow)).toString("base64url")) : "";
  return `${name}=${value}; Path=/auth; HttpOnly; SameSite=Lax; Max-Age=${flow ? maxAgeSeconds : 0}${secure}`;
}

/** The flow that a browser brings back; null when it brings none of ours. */
export function readFlow(identity: Identity, cookies: string | undefined): Flow | null {
  const value = cookies
    ?.split("; ")
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const payload = value?.split(".")[0];
  if (!value || !payload) return null;
  const expected = Buffer.from(sign(identity, payload));
  const actual = Buffer.from(value);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Flow;
}

function sign({ refreshKey }: Identity, payload: string): string {
  return `${payload}.${createHmac("sha256", refreshKey).update(`flow ${payload}`).digest("base64url")}`;
}
