import { createHmac } from "node:crypto";
import { z } from "zod";
import { isSameText } from "../../platform/crypto/same-text.ts";
import type { SealedSecrets } from "../../platform/crypto/sealed-secrets.ts";

/** A host's token is for one opening: it lives no longer than this. */
const longestSeconds = 600;
const leewaySeconds = 60;

const header = z.object({ alg: z.literal("HS256"), kid: z.string().regex(/^[\w-]{1,64}$/) });
const text = z.string().min(1).max(200);
const claims = z.object({
  /** The client whose report is opened. */
  sub: z.union([z.string().min(1).max(100), z.number().int()]).transform(String),
  iat: z.number(),
  exp: z.number(),
  nbf: z.number().optional(),
  aud: z.literal("embed:delivery").optional(),
  /** Filters that the visitor cannot change. */
  filters: z.record(z.string().max(64), z.union([text, z.array(text).min(1).max(50)])).optional(),
  /** How many days back the visitor can look, where that is fewer than the link allows. */
  days: z.number().int().min(1).max(366).optional(),
});

export type HostToken = { kid: string } & z.output<typeof claims>;

/** The secret that a host signs with: made of its name and the key of the installation, and kept nowhere. */
export function hostSecret(secrets: SealedSecrets, kid: string): string {
  return secrets.hmac("embed secret", kid);
}

/** What a host's token says, or null where nobody with the secret of its `kid` has signed it, or its time is over. */
export function readHostToken(secrets: SealedSecrets, token: string, now: Date): HostToken | null {
  const [head = "", body = "", signature = "", ...rest] = token.split(".");
  const parsedHeader = header.safeParse(parseJson(head));
  if (!parsedHeader.success || rest.length > 0) return null;
  const { kid } = parsedHeader.data;
  const expected = createHmac("sha256", hostSecret(secrets, kid)).update(`${head}.${body}`).digest("base64url");
  if (!isSameText(signature, expected)) return null;
  const said = claims.safeParse(parseJson(body));
  return said.success && isTimely(said.data, now.getTime() / 1000) ? { kid, ...said.data } : null;
}

function isTimely({ iat, exp, nbf = iat }: z.output<typeof claims>, now: number): boolean {
  const hasBegun = Math.max(iat, nbf) <= now + leewaySeconds;
  return hasBegun && exp > now && exp - iat <= longestSeconds && exp <= now + longestSeconds + leewaySeconds;
}

function parseJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
