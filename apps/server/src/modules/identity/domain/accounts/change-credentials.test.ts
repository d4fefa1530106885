import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callWire, createPerson, type Person, signIn } from "../../../../testing/people.ts";
import { readMails } from "../../../../testing/read-mails.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../../testing/test-app.ts";

const another = "another-long-password-1";
let testApp: TestApp;
/** Without hidden accounts, as an installation may choose, an address can be changed at once. */
let open: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  open = await createTestApp();
  await open.pool.query(
    "insert into settings (name, value, updated_at) values ('signIn.hidesAccounts', 'false', now())",
  );
});
afterAll(async () => {
  await testApp.close();
  await open.close();
});

const subjects = async (app: TestApp, address: string) =>
  (await readMails(app, address)).map(({ subject }) => subject.replace("AIQ: ", ""));
const codeIn = (mail: { text: string } | undefined) =>
  new URL(/https?:\/\/\S+oobCode\S+/.exec(mail?.text ?? "")?.[0] ?? "http://none").searchParams.get("oobCode");
const reset = (oobCode: string | null, app = testApp) =>
  callWire(app, "/v1/accounts:resetPassword", { oobCode, newPassword: another });
const requestReset = (email: string) =>
  callWire(testApp, "/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email });

/** Makes the sign-in behind every open session of someone older, as time would. */
const age = (app: TestApp, { uid }: Person, minutes: number) =>
  app.pool.query(
    "update account_sessions set authenticated_at = authenticated_at - make_interval(mins => $2) where uid = $1",
    [uid, minutes],
  );

/** A token whose sign-in lies twenty minutes back. */
async function staleToken(app: TestApp, person: Person): Promise<string> {
  const { refreshToken } = await signIn(app, person);
  await age(app, person, 20);
  const answer = await callWire(app, "/v1/token", `grant_type=refresh_token&refresh_token=${refreshToken}`);
  return answer.body.id_token as string;
}

async function addresses(app: TestApp, { uid }: Person) {
  const { rows } = await app.pool.query(
    "select a.email as account, u.email as directory from accounts a join users u using (uid) where uid = $1",
    [uid],
  );
  return rows[0];
}

describe("changing what opens an account", () => {
  test("asks for a recent sign-in on every path", async () => {
    const person = await createPerson(open, { tenantId: "north" });
    const idToken = await staleToken(open, person);
    const email = "thief@elsewhere.example";
    const calls: [string, object][] = [
      ["/v1/accounts:signUp", { idToken, email, password: another }],
      ["/v1/accounts:signUp", { idToken, email: person.email, password: another }],
      ["/v1/accounts:update", { idToken, email }],
      ["/v1/accounts:update", { idToken, password: another }],
      ["/v1/accounts:update", { idToken, deleteProvider: ["password"] }],
      ["/v1/accounts:update", { idToken, deleteProvider: ["google.com"] }],
      ["/v1/accounts:update", { idToken, deleteAttribute: ["EMAIL"] }],
      ["/v1/accounts:sendOobCode", { idToken, requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: email }],
      ["/v1/accounts:delete", { idToken }],
    ];
    for (const [path, body] of calls) {
      expect([path, body, (await callWire(open, path, body)).code]).toEqual([
        path,
        body,
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
      ]);
    }
    expect(await addresses(open, person)).toEqual({ account: person.email, directory: person.email });
    expect(await readMails(open, email)).toEqual([]);
    await signIn(open, person);
  });

  test("a password that is added with a new address tells both, and the directory follows", async () => {
    const person = await createPerson(open, { tenantId: "north" });
    const { idToken } = await signIn(open, person);
    const email = `new.${person.email}`;
    const answer = await callWire(open, "/v1/accounts:signUp", { idToken, email, password: another });
    expect(answer.status).toBe(200);
    expect(await addresses(open, person)).toEqual({ account: email, directory: email });
    expect(await subjects(open, person.email)).toEqual(["your email address was changed"]);
    expect(await subjects(open, email)).toEqual(["You sign in with this address now", "Your password was changed"]);
  });

  test("where accounts are hidden, no address changes without a link that its new owner opened", async () => {
    const person = await createPerson(testApp, { tenantId: "north" });
    const { idToken } = await signIn(testApp, person);
    const email = `new.${person.email}`;
    const answer = await callWire(testApp, "/v1/accounts:signUp", { idToken, email, password: another });
    expect(answer.code).toBe("OPERATION_NOT_ALLOWED");
    const request = { idToken, requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: email };
    expect((await callWire(testApp, "/v1/accounts:sendOobCode", request)).status).toBe(200);
    const oobCode = codeIn((await readMails(testApp, email))[0]);
    expect((await callWire(testApp, "/v1/accounts:update", { oobCode })).status).toBe(200);
    expect(await addresses(testApp, person)).toEqual({ account: email, directory: email });
    expect(await subjects(testApp, person.email)).toEqual(["your email address was changed"]);
  });

  test("whoever is on the list of users keeps an address, and is told of a password that was removed", async () => {
    const person = await createPerson(testApp, { tenantId: "north" });
    const { idToken } = await signIn(testApp, person);
    const removal = await callWire(testApp, "/v1/accounts:update", { idToken, deleteAttribute: ["EMAIL"] });
    expect(removal.code).toBe("OPERATION_NOT_ALLOWED");
    expect(await addresses(testApp, person)).toEqual({ account: person.email, directory: person.email });
    for (const change of [{ deleteAttribute: ["PASSWORD"] }, { deleteProvider: ["password"] }]) {
      const own = await createPerson(testApp, { tenantId: "north" });
      const session = await signIn(testApp, own);
      const { status } = await callWire(testApp, "/v1/accounts:update", { idToken: session.idToken, ...change });
      expect([status, await subjects(testApp, own.email)]).toEqual([200, ["You no longer sign in with a password"]]);
    }
  });

  test("an address that is removed from an account on no list is told", async () => {
    await open.pool.query(
      "insert into settings (name, value, updated_at) values ('signIn.allowsSelfSignUp', 'true', now()) on conflict (name) do nothing",
    );
    const email = "stranger@elsewhere.example";
    const { body } = await callWire(open, "/v1/accounts:signUp", { email, password: another });
    const removal = { idToken: body.idToken, deleteAttribute: ["EMAIL"] };
    expect((await callWire(open, "/v1/accounts:update", removal)).status).toBe(200);
    expect(await subjects(open, email)).toEqual(["this address no longer signs in"]);
  });

  test("an address that is invited elsewhere cannot be taken", async () => {
    const person = await createPerson(open, { tenantId: "north" });
    const { idToken } = await signIn(open, person);
    // A document whose account is called otherwise, as an import can leave it.
    const invited = await createPerson(open, { tenantId: "south" });
    await open.pool.query("update users set email = 'invited@south.example' where uid = $1", [invited.uid]);
    const email = "invited@south.example";
    expect((await callWire(open, "/v1/accounts:update", { idToken, email })).code).toBe("EMAIL_EXISTS");
    expect((await callWire(open, "/v1/accounts:signUp", { idToken, email, password: another })).code).toBe(
      "EMAIL_EXISTS",
    );
  });

  test("a new password makes links void that someone else had asked for", async () => {
    const person = await createPerson(testApp, { tenantId: "north" });
    const { idToken } = await signIn(testApp, person);
    const newEmail = `thief.${person.email}`;
    await callWire(testApp, "/v1/accounts:sendOobCode", { idToken, requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail });
    const thiefs = codeIn((await readMails(testApp, newEmail))[0]);
    await requestReset(person.email);
    expect((await reset(codeIn((await readMails(testApp, person.email))[0]))).status).toBe(200);
    expect((await callWire(testApp, "/v1/accounts:update", { oobCode: thiefs })).code).toBe("INVALID_OOB_CODE");
  });
});

describe("only the owner sets a password", () => {
  test("nobody who reads the outbox can use a reset that they asked for", async () => {
    const root = await createPerson(testApp, { role: "superadmin" });
    await requestReset(root.email);
    const outbox = await testApp.app.inject({ url: "/api/outbox?limit=100", headers: signedInAs("admin") });
    expect(outbox.json().items[0]).toMatchObject({ to: [root.email] });
    expect(outbox.body).not.toContain("oobCode");
    const { rows } = await testApp.pool.query("select body, html from mail_outbox where $1 = any(recipients)", [
      root.email,
    ]);
    expect(JSON.stringify(rows)).not.toContain("oobCode");
  });

  test("a link by hand is only for an account that never had a password and never signed in", async () => {
    const manager = signedInAs("manager", "north", "m1");
    const call = (method: "GET" | "POST", path: string, payload?: object) =>
      testApp.app.inject({ method, url: `/api/admin/users${path}`, headers: manager, ...(payload && { payload }) });
    const showLink = (uid: string) =>
      testApp.app.inject({
        method: "POST",
        url: `/api/admin/users/${uid}/invitation-link`,
        headers: signedInAs("admin"),
      });
    const fields = { email: "fresh@north.example", role: "user" };
    await createPerson(testApp, { tenantId: "north" });
    const { id } = (await call("POST", "", { fields })).json();
    const link = (await showLink(id)).json().link as string;
    const oobCode = new URL(link).searchParams.get("oobCode");
    expect((await reset(oobCode)).status).toBe(200);

    await call("POST", "/acts/reset", { ids: [id], fields: {} });
    expect((await call("GET", `/rows/${id}`)).json().status).toBe("active");
    expect((await showLink(id)).statusCode).toBe(409);
    const again = (await call("POST", "/acts/resend", { ids: [id], fields: {} })).json();
    expect(again.outcomes[0].isDone).toBe(false);
  });

  test("a stranger's request for a new password leaves an invitation valid", async () => {
    const fields = { email: "waits@north.example", role: "user", tenantId: "north" };
    await createPerson(testApp, { tenantId: "north" });
    const headers = signedInAs("superadmin", "platform", "s1");
    await testApp.app.inject({ method: "POST", url: "/api/admin/users", headers, payload: { fields } });
    const invitation = codeIn((await readMails(testApp, fields.email))[0]);
    expect((await requestReset(fields.email)).status).toBe(200);
    expect((await reset(invitation)).status).toBe(200);
    // Once the password is set, the link that the stranger had ordered is void too.
    expect((await reset(codeIn((await readMails(testApp, fields.email))[1]))).code).toBe("INVALID_OOB_CODE");
  });

  test("a link that sets a password ends after ten minutes, or when the settings say", async () => {
    const person = await createPerson(testApp, { tenantId: "north" });
    const minutes = async () => {
      const { rows } = await testApp.pool.query(
        "select extract(epoch from expires_at - created_at) / 60 as minutes from one_time_codes where email = $1 order by created_at desc limit 1",
        [person.email],
      );
      return Number(rows[0].minutes);
    };
    await requestReset(person.email);
    expect(await minutes()).toBe(10);
    expect((await readMails(testApp, person.email))[0]?.text).toContain("The link works once, for 10 minutes.");
    await testApp.pool.query(
      "insert into settings (name, value, updated_at) values ('signIn.linkMinutes', '60', now())",
    );
    await requestReset(person.email);
    expect(await minutes()).toBe(60);
    expect((await readMails(testApp, person.email))[1]?.text).toContain("The link works once, for an hour.");
  });
});

describe("the wire and the console refuse alike", () => {
  test("the last superadmin cannot be deleted over the wire, and another one can, from the directory too", async () => {
    const [first, second] = [
      await createPerson(open, { role: "superadmin" }),
      await createPerson(open, { role: "superadmin" }),
    ];
    await open.pool.query("update users set role = 'user' where role = 'superadmin' and uid not in ($1, $2)", [
      first.uid,
      second.uid,
    ]);
    const remove = async (person: Person) =>
      callWire(open, "/v1/accounts:delete", { idToken: (await signIn(open, person)).idToken });
    expect((await remove(first)).status).toBe(200);
    const { rows } = await open.pool.query("select 1 from users where uid = $1", [first.uid]);
    expect(rows).toEqual([]);
    const refused = await remove(second);
    expect(refused.body.error.message).toBe(
      "OPERATION_NOT_ALLOWED : This is the last superadmin. Create another one first.",
    );
    const { idToken } = await signIn(open, second);
    const me = await open.app.inject({ url: `/api/users/${second.uid}`, headers: bearer(idToken) });
    expect(me.statusCode).toBe(200);
  });

  test("an admin cannot rename a superadmin", async () => {
    const root = await createPerson(testApp, { role: "superadmin" });
    const edited = await testApp.app.inject({
      method: "PATCH",
      url: `/api/admin/users/rows/${root.uid}`,
      headers: signedInAs("admin", "platform", "a1"),
      payload: { version: 1, fields: { name: "Not me" } },
    });
    expect(edited.statusCode).toBe(403);
  });
});
