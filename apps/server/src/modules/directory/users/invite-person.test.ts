import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { callWire, createPerson, type Person, password, signIn } from "../../../testing/people.ts";
import { readMails } from "../../../testing/read-mails.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";

let testApp: TestApp;
let elsewhere: Person;
const manager = signedInAs("manager", "north", "m1");
const admin = signedInAs("admin");
beforeAll(async () => {
  testApp = await createTestApp();
  await createPerson(testApp, { tenantId: "north" });
  elsewhere = await createPerson(testApp, { tenantId: "south" });
});
afterAll(() => testApp.close());

async function call(method: "GET" | "POST" | "PATCH", url: string, payload?: object, headers = manager) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

function paste(emails: string[], isTrial: boolean) {
  return testApp.app
    .inject({
      method: "POST",
      url: `/api/admin/users/import?isTrial=${isTrial}&isOnlyNew=true&name=people.ndjson`,
      headers: { ...manager, "content-type": "application/x-ndjson" },
      payload: emails.map((email) => JSON.stringify({ email, role: "user" })).join("\n"),
    })
    .then((response) => response.json());
}

const invite = (email: string, more: object = {}) =>
  call("POST", "/api/admin/users", { fields: { email, role: "user", ...more } });

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    "select body from mail_outbox where recipients[1] = $1 order by created_at",
    [email],
  );
  return rows.map(({ body }) => body);
}

/** An answer without what tells two people apart in any case. */
const alike = (body: object, email: string) =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(email, "(address)")
      .replace(/"(id|createdAt|invitedAt|invitationEndsAt|requestId|endsAt)":"[^"]+"/g, '"$1":"(some)"')
      .replace(/oobCode=[\w-]{43}/, "oobCode=(code)"),
  );

test("a trial and an import say the same of an address that is known elsewhere and of one that nobody knows", async () => {
  const other = await createPerson(testApp, { tenantId: "south" });
  for (const isTrial of [true, false]) {
    const { outcomes, counts } = await paste([other.email, `unknown${isTrial}@people.example`], isTrial);
    expect(counts).toEqual({ new: 2, changed: 0, same: 0, wrong: 0 });
    expect(outcomes.map(({ outcome, message }: Record<string, string>) => [outcome, message])).toEqual([
      ["new", "It is new."],
      ["new", "It is new."],
    ]);
  }
});

test("trials are noted", async () => {
  await paste(["tried@people.example"], true);
  const notes = await testApp.as(systemCaller("test", "north"), ({ db }) =>
    db
      .selectFrom("audit_entries")
      .select(["actor_uid", "details"])
      .where("tenant_id", "=", "north")
      .where("act", "=", "users.import_tried")
      .execute(),
  );
  expect(notes).toContainEqual({ actor_uid: "m1", details: { new: 1, changed: 0, same: 0, wrong: 0 } });
  expect(await mailsTo("tried@people.example")).toEqual([]);
});

test("one who is invited looks the same whether the address is known elsewhere or not, and its owner alone is told", async () => {
  const pending = await callWire(testApp, "/v1/accounts:sendOobCode", {
    requestType: "PASSWORD_RESET",
    email: elsewhere.email,
  });
  expect(pending.status).toBe(200);
  const people = [elsewhere.email, "new.one@people.example"] as const;
  const seen: unknown[][] = [[], []];
  for (const [place, email] of people.entries()) {
    const made = await invite(email);
    const { id } = made.body;
    const answers = [
      made,
      await call("GET", `/api/admin/users/rows/${id}`),
      await call("POST", "/api/admin/users/acts/resend", { ids: [id], fields: {} }),
      await call("POST", `/api/admin/users/${id}/invitation-link`, {}),
      await call("GET", `/api/admin/users/${id}/sessions`),
      await invite(email),
      await call("POST", "/api/admin/users/acts/lock", { ids: [id], fields: {} }),
      await call("GET", `/api/admin/users/rows/${id}`),
    ];
    seen[place] = answers.map(({ status, body }) => [status, alike(body, email)]);
  }
  expect(seen[0]).toEqual(seen[1]);
  const mails = await mailsTo(elsewhere.email);
  expect(mails.filter((body) => body.includes("can belong to one organisation"))).toHaveLength(2);
  for (const body of mails.filter((one) => one.includes("You are invited"))) expect(body).not.toContain("oobCode");
});

test("nothing that a manager does with such an invitation reaches the account of the other tenant", async () => {
  const owner = await createPerson(testApp, { tenantId: "south" });
  const { id } = (await invite(owner.email)).body;
  const { link } = (await call("POST", `/api/admin/users/${id}/invitation-link`, {}, admin)).body;
  const oobCode = new URL(link).searchParams.get("oobCode");
  const reset = await callWire(testApp, "/v1/accounts:resetPassword", { oobCode, newPassword: "another-long-one-9" });
  expect(reset.code).toBe("INVALID_OOB_CODE");
  for (const act of ["lock", "unlock", "signOut", "remove"]) {
    await call("POST", `/api/admin/users/acts/${act}`, { ids: [id], fields: {} });
  }
  const signedIn = await callWire(testApp, "/v1/accounts:signInWithPassword", { email: owner.email, password });
  expect([signedIn.status, signedIn.body.localId]).toEqual([200, owner.uid]);
  const refused = await callWire(testApp, "/v1/accounts:signInWithPassword", { email: owner.email, password: "wrong" });
  expect(refused.status).toBe(400);
  const notes = await testApp.as(systemCaller("test", "north"), ({ db }) =>
    db.selectFrom("audit_entries").select("id").where("act", "=", "session.refused").execute(),
  );
  expect(notes).toEqual([]);
});

test("a tenant sends only so many invitations a day, again and again counted, and platform admins are not limited", async () => {
  const root = signedInAs("superadmin");
  await createPerson(testApp, { tenantId: "west" });
  const west = signedInAs("manager", "west", "m2");
  await call("PATCH", "/api/admin/settings", { changes: { "people.invitationsPerDay": 3 } }, root);
  const send = (email: string, headers = west, more: object = {}) =>
    call("POST", "/api/admin/users", { fields: { email, role: "user", ...more } }, headers);
  const { id } = (await send("w1@west.example")).body;
  expect((await send("w2@west.example")).status).toBe(201);
  const again = () => call("POST", "/api/admin/users/acts/resend", { ids: [id], fields: {} }, west);
  expect((await again()).body.outcomes[0].isDone).toBe(true);
  const words = "Your organisation has sent all 3 invitations for today. Try again tomorrow.";
  expect((await again()).body.outcomes[0]).toMatchObject({ isDone: false, message: words });
  expect(await send("w3@west.example")).toMatchObject({ status: 429, body: { error: { message: words } } });
  expect((await send("w3@west.example", root, { tenantId: "west" })).status).toBe(201);
  await call("PATCH", "/api/admin/settings", { changes: { "people.invitationsPerDay": null } }, root);
});

test("a name is no place for links or lines, and the mail holds none of the words that someone typed for the other", async () => {
  for (const name of ["Win: https://evil.example", "Two\nlines", "Visit evil.com"]) {
    const { status, body } = await invite("named@people.example", { name });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ["name"]]);
  }
  expect((await invite("named@people.example", { name: "Call 555 now" })).status).toBe(201);
  expect((await mailsTo("named@people.example"))[0]).not.toContain("555");
  const own = await call("PATCH", "/api/users/m1", { name: "www.evil.example" });
  expect(own.status).toBe(400);
});

test("an account that a stranger or a program made for an address opens nothing of whoever is invited there", async () => {
  await testApp.pool.query(
    "insert into settings (name, value, updated_at) values ('signIn.allowsSelfSignUp', 'true', now())",
  );
  const email = "squatted@people.example";
  const made = (await callWire(testApp, "/v1/accounts:signUp", { email, password })).body;
  await callWire(testApp, "/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email });
  await testApp.pool.query(
    `insert into one_time_codes (code_hash, kind, uid, email, new_email, created_at, expires_at)
     values ($1, 'RECOVER_EMAIL', $2, 'thief@people.example', $3, now(), now() + interval '1 day')`,
    [createHash("sha256").update("take-back").digest("hex"), made.localId, email],
  );
  const readCode = (text: string | undefined) => /oobCode=([\w-]+)/.exec(text ?? "")?.[1];
  const setWith = async (oobCode: string | undefined, newPassword: string) =>
    (await callWire(testApp, "/v1/accounts:resetPassword", { oobCode, newPassword })).code;

  const { body: invited } = await invite(email);
  expect(invited.id).not.toBe(made.localId);
  const shown = await call("POST", `/api/admin/users/${invited.id}/invitation-link`, {}, admin);
  expect(await setWith(readCode(shown.body.link), "the-managers-password")).toBe("INVALID_OOB_CODE");
  expect(await signIn(testApp, { email })).toMatchObject({ localId: made.localId });
  await call("POST", "/api/admin/users/acts/resend", { ids: [invited.id] });

  const mails = (await readMails(testApp, email)).map(({ text }) => readCode(text));
  expect(await setWith(mails.at(-1), "the-owners-own-password")).toBeNull();
  expect(await setWith(mails[0], "the-strangers-password")).toBe("INVALID_OOB_CODE");
  expect((await callWire(testApp, "/v1/accounts:signInWithPassword", { email, password })).code).toBe(
    "INVALID_LOGIN_CREDENTIALS",
  );
  expect((await callWire(testApp, "/v1/accounts:update", { oobCode: "take-back" })).code).toBe("INVALID_OOB_CODE");
  const refreshed = await callWire(testApp, "/v1/token", `grant_type=refresh_token&refresh_token=${made.refreshToken}`);
  expect(refreshed.code).toBe("TOKEN_EXPIRED");
  const owner = { email, password: "the-owners-own-password" };
  expect((await callWire(testApp, "/v1/accounts:signInWithPassword", owner)).body.localId).toBe(invited.id);
});

test("a link that was shown by hand opens the account but proves nothing of its address", async () => {
  const email = "handed@people.example";
  const { body: invited } = await invite(email);
  const shown = await call("POST", `/api/admin/users/${invited.id}/invitation-link`, {}, admin);
  const oobCode = /oobCode=([\w-]+)/.exec(shown.body.link)?.[1];
  expect((await callWire(testApp, "/v1/accounts:resetPassword", { oobCode, newPassword: password })).status).toBe(200);
  await signIn(testApp, { email });
  const { rows } = await testApp.pool.query("select email_verified from accounts where email = $1", [email]);
  expect(rows).toEqual([{ email_verified: false }]);
});
