import { afterAll, beforeAll, expect, test } from "vitest";
import { callWire, createPerson, password, signIn } from "../../testing/people.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => testApp.close());

const path = "/v1/accounts:signInWithPassword";
const from = (address: string) => ({ "x-forwarded-for": address });
const guess = (email: string, address: string, wrong = "wrong password") =>
  callWire(testApp, path, { email, password: wrong }, from(address));

test("a known and an unknown address get the same answer to a wrong password, to the letter", async () => {
  const { email } = await createPerson(testApp);
  const known = await guess(email, "10.1.0.1");
  const unknown = await guess("nobody@people.example", "10.1.0.2");
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(known.code).toBe("INVALID_LOGIN_CREDENTIALS");
  const names = (headers: object) => Object.keys(headers).sort();
  expect(names(known.headers)).toEqual(names(unknown.headers));
});

test("an unknown address costs a hash as well, so that time does not tell", async () => {
  let hashes = 0;
  const { verify } = testApp.identity.passwords;
  testApp.identity.passwords.verify = (stored, given) => {
    hashes += 1;
    return verify(stored, given);
  };
  await guess("nobody.else@people.example", "10.1.0.3");
  testApp.identity.passwords.verify = verify;
  expect(hashes).toBe(1);
});

test("after five wrong passwords the same address has to wait, is told how long, and costs no more hashes", async () => {
  const { email } = await createPerson(testApp);
  const answers = [];
  for (let time = 0; time < 8; time++) answers.push(await guess(email, "10.2.0.1"));
  expect(answers.slice(0, 5).map(({ code }) => code)).toEqual(Array(5).fill("INVALID_LOGIN_CREDENTIALS"));
  expect(answers.at(-1)?.code).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  expect(Number(answers.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
  const right = await callWire(testApp, path, { email, password }, from("10.2.0.1"));
  expect(right.code).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  expect((await callWire(testApp, path, { email, password }, from("10.2.0.2"))).status).toBe(200);
});

test("an unknown address is slowed down just like a known one", async () => {
  const codes = [];
  for (let time = 0; time < 7; time++) codes.push((await guess("ghost@people.example", "10.2.1.1")).code);
  expect(codes.at(-1)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});

test("one address that tries many accounts is stopped", async () => {
  const codes = [];
  for (let time = 0; time < 45; time++) codes.push((await guess(`victim.${time}@people.example`, "10.3.0.1")).code);
  expect(codes.at(-1)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
});

test("many strangers who guess at one account cannot keep its owner out", async () => {
  const person = await createPerson(testApp);
  await signIn(testApp, person, from("10.4.0.1"));
  const codes = [];
  for (let time = 0; time < 55; time++) codes.push((await guess(person.email, `10.4.1.${time}`)).code);
  expect(codes.at(-1)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
  expect((await callWire(testApp, path, { email: person.email, password }, from("10.4.0.1"))).status).toBe(200);
});

test("a closed account is told so only to whoever knows the password", async () => {
  const { uid, email } = await createPerson(testApp);
  await testApp.pool.query("update accounts set is_disabled = true where uid = $1", [uid]);
  expect((await guess(email, "10.5.0.1")).code).toBe("INVALID_LOGIN_CREDENTIALS");
  expect((await callWire(testApp, path, { email, password }, from("10.5.0.1"))).code).toBe("USER_DISABLED");
});

test("a browser of ours gets its refresh token in a cookie that scripts cannot read, and not in the answer", async () => {
  const { email } = await createPerson(testApp);
  const { body, headers } = await callWire(testApp, path, { email, password }, { "x-session": "cookie" });
  expect(body.refreshToken).toBe("");
  expect(headers["set-cookie"]).toMatch(/^session=\S+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/);
});

test("self sign-up and anonymous accounts are closed", async () => {
  const signUp = (payload: object) => callWire(testApp, "/v1/accounts:signUp", payload);
  expect((await signUp({})).code).toBe("ADMIN_ONLY_OPERATION");
  expect((await signUp({ email: "new@people.example", password })).code).toBe("ADMIN_ONLY_OPERATION");
});

test("neither a token of one's own making nor one that a browser hands over opens an account", async () => {
  const audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const unsigned = `${part({ alg: "none" })}.${part({ uid: "admin", aud: audience })}.`;
  const custom = await callWire(testApp, "/v1/accounts:signInWithCustomToken", { token: unsigned });
  expect(custom.code).toBe("CREDENTIAL_MISMATCH");
  const postBody = `providerId=google.com&id_token=${encodeURIComponent('{"sub":"1","email":"a@b.c"}')}`;
  const idp = await callWire(testApp, "/v1/accounts:signInWithIdp", { requestUri: "http://localhost", postBody });
  expect(idp.code).toBe("OPERATION_NOT_ALLOWED");
});

test("passwords are stored as argon2id with the strength that OWASP asks for", async () => {
  const { uid } = await createPerson(testApp);
  const { rows } = await testApp.pool.query("select password_hash from accounts where uid = $1", [uid]);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
