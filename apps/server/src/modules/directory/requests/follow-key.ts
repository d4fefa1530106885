import { createHash } from "node:crypto";
import type { Context } from "../../../platform/context.ts";

/** The key by which the sender of a request follows it; nobody can make it who lacks the key of the installation. */
export function deriveFollowKey({ secrets }: Pick<Context, "secrets">, idempotencyKey: string): string {
  return secrets.hmac("signup.follow", idempotencyKey);
}

/** All that is stored of such a key. */
export function hashFollowKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
