import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAudit } from "../../../../platform/audit/verify-audit.ts";
import { platformTenant, systemCaller } from "../../../../platform/context.ts";
import { installationKey } from "../../../../platform/crypto/secret-key.ts";
import { bearer, callWire, createPerson, password, signIn } from "../../../../testing/people.ts";
import { createTestApp, type TestApp } from "../../../../testing/test-app.ts";
import { createIdentity } from "../create-identity.ts";

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
  const answerForExisting = await guess(email, "10.1.0.1");
  const answerForUnknown = await guess("nobody@people.example", "10.1.0.2");
  expect([answerForExisting.status, answerForExisting.body]).toEqual([answerForUnknown.status, answerForUnknown.body]);
  expect(answerForExisting.code).toBe("INVALID_LOGIN_CREDENTIALS");
  const names = (headers: object) => Object.keys(headers).sort();
  expect(names(answerForExisting.headers)).toEqual(names(answerForUnknown.headers));
});

test("an unknown address costs a hash as well, so that time does not tell", async () => {
  let hashes = 0;
  const { verify } = testApp.identity.passwords;
  testApp.identity.passwords.verify = (stored, attempt) => {
    hashes += 1;
    return verify(stored, attempt);
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

test("passwords are hashed as argon2id with the strength that OWASP asks for", async () => {
  // The test app asks for less; this is what a product without such a wish does.
  const { passwords } = createIdentity(testApp.config, installationKey("a secret key that only tests would use"));
  expect(await passwords.hash("a password")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("sign-ins that come in a flood each open their own session, are noted, and count for their own account", async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, (_, index) => createPerson(testApp, { tenantId: `flood-${index}` })),
  );
  const tries = [...people, ...people, ...people, ...people].map((person, index) => ({
    ...person,
    isRight: index % 6 !== 5,
  }));
  const answers = await Promise.all(
    tries.map(({ email, isRight }) =>
      callWire(testApp, path, { email, password: isRight ? password : "wrong password" }, from("10.9.0.1")),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(tries.map(({ isRight }) => (isRight ? 200 : 400)));
  const claims = answers.map(({ body }) => (body.idToken ? decodeJwt(body.idToken) : null));
  expect(claims.map((one) => one?.sub)).toEqual(tries.map(({ uid, isRight }) => (isRight ? uid : undefined)));
  const sessions = claims.flatMap((one) => (one ? [one.sid] : []));
  expect(new Set(sessions).size).toBe(20);

  const stored = await testApp.as(systemCaller("test", platformTenant), async (context) => {
    const rows = await sql<{ uid: string; sessions: number; notes: number; is_latest: boolean }>`
      select a.uid, (select count(*) from account_sessions s where s.uid = a.uid)::int as sessions,
        (select count(*) from audit_entries e
          where e.subject = 'users/' || a.uid and e.act = 'session.opened')::int as notes,
        a.last_login_at = (select max(s.created_at) from account_sessions s where s.uid = a.uid) as is_latest
      from accounts a where a.uid in (${sql.join(people.map(({ uid }) => uid))})`.execute(context.db);
    return { rows: rows.rows, audit: await verifyAudit(context) };
  });
  const right = { sessions: 4, notes: 4, is_latest: true };
  const expected = people.map(({ uid }, index) => ({
    uid,
    ...(index < 5 ? right : { sessions: 0, notes: 0, is_latest: null }),
  }));
  const inOrder = (rows: { uid: string }[]) => rows.toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  expect(inOrder(stored.rows)).toEqual(inOrder(expected));
  expect(stored.audit.problems).toEqual([]);
});

test("a text with a zero byte or a broken character is refused by name, here and in the API", async () => {
  const person = await createPerson(testApp);
  const { idToken } = await signIn(testApp, person);
  const name = "a\u0000b";
  const wire = await callWire(testApp, "/v1/accounts:update", { idToken, displayName: name });
  expect([wire.status, wire.code]).toEqual([400, "Invalid value: a text holds a zero byte or a broken character."]);
  const url = `/api/users/${person.uid}`;
  const api = await testApp.app.inject({ method: "PATCH", url, headers: bearer(idToken), payload: { name } });
  expect([api.statusCode, api.json().error.fields]).toEqual([400, { name: "Use one line of plain text." }]);
  const choice = await testApp.app.inject({
    method: "PUT",
    url: "/api/choices/theme",
    headers: bearer(idToken),
    payload: { value: { colour: "\ud800" } },
  });
  const words = "Remove the zero byte or broken character.";
  expect([choice.statusCode, choice.json().error.fields]).toEqual([400, { "value.colour": words }]);
});
