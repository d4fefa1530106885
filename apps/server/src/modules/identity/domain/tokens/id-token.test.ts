import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import type { Identity } from "../identity.ts";
import { projectId } from "../project.ts";
import { signToken, tokenIssuer, verifyIdToken } from "./id-token.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const identity = { keys: { find: async (_: unknown, kid: string) => (kid === "k1" ? publicKey : null) } };
const start = Date.parse("2026-03-18T12:00:00Z") / 1000;

const claims = {
  iss: tokenIssuer,
  aud: projectId,
  sub: "u1",
  iat: start,
  exp: start + 3600,
  auth_time: start,
};
const mint = (changes: object = {}, header: object = {}, key = privateKey) =>
  signToken({ alg: "RS256", kid: "k1", typ: "JWT", ...header }, { ...claims, ...changes }, key);
const verify = (token: string, seconds = 0) =>
  verifyIdToken(
    identity as unknown as Identity,
    { now: new Date((start + seconds) * 1000), transact: () => Promise.reject(new Error("There is no database.")) },
    token,
  );

test("a token of ours counts until its end, also where it was checked before", async () => {
  const token = await mint();
  expect(await verify(token)).toMatchObject({ sub: "u1" });
  expect(await verify(token, 3599)).toMatchObject({ sub: "u1" });
  expect(await verify(token, 3600)).toBe("expired");
  expect(await verify(await mint({ sub: "u2" }), 3600)).toBe("expired");
});

test.each([
  ["for another project", { aud: "another" }],
  ["of another issuer", { iss: "https://securetoken.google.com/another" }],
  ["of nobody", { sub: "" }],
  ["that is made in the future", { iat: start + 61 }],
  ["of a sign-in in the future", { auth_time: start + 61 }],
  ["without a sign-in", { auth_time: undefined }],
  ["without an end", { exp: undefined }],
])("a token %s counts for nothing", async (_, changes) => {
  expect(await verify(await mint(changes))).toBe("invalid");
});

test("clocks may differ by a minute", async () => {
  expect(await verify(await mint({ iat: start + 60, auth_time: start + 60 }))).toMatchObject({ sub: "u1" });
});

test("a token that others have signed, or nobody, counts for nothing", async () => {
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
  expect(await verify(await mint({}, {}, stranger.privateKey))).toBe("invalid");
  expect(await verify(await mint({}, { kid: "k2" }))).toBe("invalid");
  expect(await verify(await mint({}, { alg: "none" }))).toBe("invalid");
  const [head, , signature] = (await mint()).split(".");
  const body = Buffer.from(JSON.stringify({ ...claims, sub: "u2" })).toString("base64url");
  expect(await verify(`${head}.${body}.${signature}`)).toBe("invalid");
  expect(await verify("no token at all")).toBe("invalid");
});
