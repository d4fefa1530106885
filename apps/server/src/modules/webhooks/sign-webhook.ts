import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret, as the Standard Webhooks specification writes it. */
export function createSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

/** The headers by which a receiver knows that a message is ours, is new, and which one it is. */
export function signWebhook(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
