import { createHmac, timingSafeEqual } from "node:crypto";

const mostAgeSeconds = 300;

/** Whether a message was signed with the secret less than five minutes ago. `body` is the text as it arrived. */
export function isGenuine({ headers, body, secret }) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!id || !signatures || !(ageSeconds <= mostAgeSeconds)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(" ").some((one) => {
    const [version, text] = one.split(",");
    const signature = Buffer.from(text ?? "", "base64");
    return version === "v1" && signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
