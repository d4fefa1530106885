import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from "node:crypto";

type Part = Record<string, unknown>;

const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString("base64url");
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? "", "base64url").toString()) as Part;

const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const strangerPem = stranger.privateKey.export({ type: "pkcs8", format: "pem" });

function signedByStranger(header: Part, payload: Part, hash = "RSA-SHA256"): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${sign(hash, Buffer.from(text), createPrivateKey(strangerPem)).toString("base64url")}`;
}

function signedByHmac(header: Part, payload: Part, key: string | Buffer): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

/** Every forgery that a good token and the published key allow, by its name; each claims to be the victim. */
export function forgedTokens(good: string, publicKey: JsonWebKey, victim: string): [string, string][] {
  const [head, body, signature] = good.split(".");
  const header = decode(head);
  const claims = decode(body);
  const asVictim = { ...claims, sub: victim, user_id: victim };
  const later = { ...claims, exp: Number(claims.exp) + 86_400 };
  const pem = createPublicKey({ key: publicKey, format: "jwk" }).export({ type: "spki", format: "pem" });
  const hs256 = { ...header, alg: "HS256" };
  const strangerJwk = { ...stranger.publicKey.export({ format: "jwk" }), kid: "stranger", alg: "RS256", use: "sig" };
  const flipped = `${signature?.startsWith("A") ? "B" : "A"}${signature?.slice(1)}`;
  const none = (alg: string) => `${encode({ ...header, alg })}.${encode(asVictim)}.`;

  return [
    ["another subject under the old signature", `${head}.${encode(asVictim)}.${signature}`],
    ["a later end under the old signature", `${head}.${encode(later)}.${signature}`],
    ["one changed character of the signature", `${head}.${body}.${flipped}`],
    ["no signature", `${head}.${body}.`],
    ["only two parts", `${head}.${body}`],
    ["a fourth part", `${good}.${signature}`],
    ["alg none", none("none")],
    ["alg None", none("None")],
    ["alg NONE with the old signature", `${none("NONE")}${signature}`],
    ["no alg", `${encode({ typ: "JWT", kid: header.kid })}.${encode(asVictim)}.${signature}`],
    ["HS256 with the public key as PEM", signedByHmac(hs256, asVictim, pem)],
    ["HS256 with the public key as PEM without its last line break", signedByHmac(hs256, asVictim, String(pem).trim())],
    ["HS256 with the modulus", signedByHmac(hs256, asVictim, Buffer.from(String(publicKey.n), "base64url"))],
    ["HS256 with an empty key", signedByHmac(hs256, asVictim, "")],
    ["a stranger's key under our kid", signedByStranger(header, asVictim)],
    ["a stranger's key under a foreign kid", signedByStranger({ ...header, kid: "stranger" }, asVictim)],
    ["a stranger's key without a kid", signedByStranger({ alg: "RS256", typ: "JWT" }, asVictim)],
    ["a stranger's key in the header", signedByStranger({ ...header, kid: "stranger", jwk: strangerJwk }, asVictim)],
    ["an address of keys in the header", signedByStranger({ ...header, jku: "http://127.0.0.1:9/jwks" }, asVictim)],
    ["RS512 under our kid", signedByStranger({ ...header, alg: "RS512" }, asVictim, "RSA-SHA512")],
    ["a kid that is a path", signedByStranger({ ...header, kid: "../../../../dev/null" }, asVictim)],
    ["a kid that is SQL", signedByStranger({ ...header, kid: "x' or '1'='1" }, asVictim)],
    ["a foreign audience", signedByStranger(header, { ...asVictim, aud: "someone-else" })],
    ["an end in the past", signedByStranger(header, { ...asVictim, exp: 1 })],
  ];
}
