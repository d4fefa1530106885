import { createPublicKey, X509Certificate } from "node:crypto";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, createPerson, signIn } from "../../../../testing/people.ts";
import { createTestApp, type TestApp } from "../../../../testing/test-app.ts";
import { createSigningKeys } from "./signing-keys.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const readKeyId = (token: string) => decodeProtectedHeader(token).kid;
const shownKids = async () =>
  ((await testApp.app.inject("/.well-known/jwks.json")).json().keys as { kid: string }[]).map(({ kid }) => kid);

test("after a month a new key signs, while the old one is still shown and its tokens still count", async () => {
  const person = await createPerson(testApp);
  const before = await signIn(testApp, person);
  await testApp.pool.query("update signing_keys set created_at = created_at - interval '31 days'");
  testApp.identity.keys = createSigningKeys();
  const after = await signIn(testApp, person);
  expect(readKeyId(after.idToken)).not.toBe(readKeyId(before.idToken));
  expect(await shownKids()).toEqual(expect.arrayContaining([readKeyId(before.idToken), readKeyId(after.idToken)]));
  for (const { idToken } of [before, after]) {
    const answer = await testApp.app.inject({ url: `/api/users/${person.uid}`, headers: bearer(idToken) });
    expect(answer.statusCode).toBe(200);
  }
});

test("a token that was accepted before counts for nothing once its key is gone", async () => {
  const person = await createPerson(testApp);
  const { idToken } = await signIn(testApp, person);
  const own = () => testApp.app.inject({ url: `/api/users/${person.uid}`, headers: bearer(idToken) });
  expect((await own()).statusCode).toBe(200);
  await testApp.pool.query("delete from signing_keys where kid = $1", [readKeyId(idToken)]);
  testApp.identity.keys = createSigningKeys();
  expect((await own()).statusCode).toBe(401);
});

test("no private key is shown, and none lies readable in the database", async () => {
  const { body } = await testApp.app.inject("/.well-known/jwks.json");
  expect(JSON.parse(body).keys[0]).not.toHaveProperty("d");
  const { rows } = await testApp.pool.query("select sealed_private from signing_keys");
  for (const row of rows) expect(row.sealed_private).not.toContain("PRIVATE KEY");
});

test("the same keys are shown as certificates, alike by every process, and check the signature of a token", async () => {
  const { idToken } = await signIn(testApp, await createPerson(testApp));
  const path = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
  const readCertificates = async (): Promise<Record<string, string>> => (await testApp.app.inject(path)).json();
  const shown = await readCertificates();
  expect(Object.keys(shown).sort()).toEqual((await shownKids()).sort());
  const certificate = new X509Certificate(shown[readKeyId(idToken) ?? ""] ?? "");
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 14 * 86_400_000);
  await jwtVerify(idToken, createPublicKey(certificate.publicKey.export({ type: "spki", format: "pem" })));
  testApp.identity.keys = createSigningKeys();
  expect(await readCertificates()).toEqual(shown);
});
