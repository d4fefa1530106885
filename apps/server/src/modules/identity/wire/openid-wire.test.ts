import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenIdProvider, openIdClient, startOpenIdProvider } from "../../../testing/openid-provider.ts";
import { callWire, createPerson, signIn } from "../../../testing/people.ts";
import { readMails } from "../../../testing/read-mails.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

const redirectUri = "http://127.0.0.1:3000/auth/google/callback";

let testApp: TestApp;
let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider(redirectUri);
  testApp = await createTestApp({
    environment: {
      GOOGLE_ISSUER: provider.issuer,
      GOOGLE_CLIENT_ID: openIdClient.id,
      GOOGLE_CLIENT_SECRET: openIdClient.secret,
    },
  });
});
afterAll(async () => {
  await testApp.close();
  provider.close();
});

const readCookie = (headers: unknown[]) => headers.map((header) => String(header).split(";")[0]).join("; ");

/** Walks a browser's way through the provider and back. */
async function signInAtProvider(login: string) {
  const start = await testApp.app.inject("/auth/google/start");
  const flow = readCookie([start.headers["set-cookie"]]);
  let url = String(start.headers.location);
  const jar = new Map<string, string>();
  for (let step = 0; step < 12 && !url.startsWith(redirectUri); step++) {
    const isForm = url.includes("/interaction/");
    const send = (path: string, body?: string) =>
      fetch(path, {
        redirect: "manual",
        headers: {
          cookie: [...jar].map((pair) => pair.join("=")).join("; "),
          "content-type": "application/x-www-form-urlencoded",
        },
        ...(body !== undefined && { method: "POST", body }),
      });
    let response = await send(url);
    keep(jar, response);
    if (isForm) {
      const prompt = (await response.text()).includes('value="login"')
        ? `prompt=login&login=${login}&password=x`
        : "prompt=consent";
      response = await send(url, prompt);
      keep(jar, response);
    }
    url = new URL(response.headers.get("location") ?? "", url).href;
  }
  return { flow, callback: url.replace("http://127.0.0.1:3000", "") };
}

function keep(jar: Map<string, string>, response: Response) {
  for (const header of response.headers.getSetCookie()) {
    const [name = "", ...value] = (header.split(";")[0] ?? "").split("=");
    jar.set(name, value.join("="));
  }
}

const back = (callback: string, cookie: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ url: callback, headers: { cookie, ...headers } });

test("someone with an account comes back signed in, by a cookie, and lands at /tenant", async () => {
  const person = await createPerson(testApp);
  provider.identities.known = { email: person.email, verified: true };
  const { flow, callback } = await signInAtProvider("known");
  const answer = await back(callback, flow);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "/tenant?session=new"]);
  const cookies = [answer.headers["set-cookie"]].flat();
  const session = readCookie(cookies.filter((cookie) => String(cookie).startsWith("session=")));
  const token = await callWire(testApp, "/v1/token", "grant_type=refresh_token", {
    cookie: session,
    "x-session": "cookie",
  });
  expect(token.body.user_id).toBe(person.uid);
});

test("a sign-in from a new browser is told to the owner of the account, as one with a password is", async () => {
  const person = await createPerson(testApp);
  await signIn(testApp, person, { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36" });
  provider.identities.traveller = { email: person.email, verified: true };
  const { flow, callback } = await signInAtProvider("traveller");
  await back(callback, flow, { "user-agent": "Mozilla/5.0 (iPhone) CriOS/130.0 Safari/604.1" });
  const { rows } = await testApp.pool.query(
    `select payload #>> '{input,subject}' as subject from graphile_worker._private_jobs
      where payload #>> '{input,kind}' = 'account.sign-in' and payload #>> '{input,to,uid}' = $1`,
    [person.uid],
  );
  expect(rows).toEqual([{ subject: "New sign-in to your account: Chrome on iOS" }]);
});

test("someone without an account is sent back with the reason and makes none", async () => {
  provider.identities.stranger = { email: "stranger@elsewhere.example", verified: true };
  const { flow, callback } = await signInAtProvider("stranger");
  expect((await back(callback, flow)).headers.location).toBe("/login?error=unknown-user");
  const { rows } = await testApp.pool.query("select 1 from accounts where email = 'stranger@elsewhere.example'");
  expect(rows).toEqual([]);
});

test("an address that the provider has not verified opens nobody's account", async () => {
  const person = await createPerson(testApp);
  provider.identities.unverified = { email: person.email, verified: false };
  const { flow, callback } = await signInAtProvider("unverified");
  expect((await back(callback, flow)).headers.location).toBe("/login?error=unknown-user");
});

test("a verified address leaves nothing of whoever made the account without proving it", async () => {
  const person = await createPerson(testApp);
  await testApp.pool.query(
    "update accounts set email_verified = false, display_name = 'Squatter', photo_url = 'https://x.example' where uid = $1",
    [person.uid],
  );
  provider.identities.owner = { email: person.email, verified: true };
  const { flow, callback } = await signInAtProvider("owner");
  expect((await back(callback, flow)).headers.location).toBe("/tenant?session=new");
  const { rows } = await testApp.pool.query(
    "select password_hash, display_name, photo_url from accounts where uid = $1",
    [person.uid],
  );
  expect(rows[0].password_hash).toBeNull();
  expect([rows[0].display_name, rows[0].photo_url]).not.toContain("Squatter");
  expect(rows[0].photo_url).not.toBe("https://x.example");
  const [mail] = await readMails(testApp, person.email);
  expect(mail?.subject).toBe("AIQ: You can sign in with Google now");
});

test("an answer without our question, with another's or used twice is refused", async () => {
  const person = await createPerson(testApp);
  provider.identities.twice = { email: person.email, verified: true };
  const { flow, callback } = await signInAtProvider("twice");
  const other = await testApp.app.inject("/auth/google/start");
  expect((await back(callback, "")).headers.location).toBe("/login?error=provider");
  expect((await back(callback, `${flow}x`)).headers.location).toBe("/login?error=provider");
  expect((await back(callback, readCookie([other.headers["set-cookie"]]))).headers.location).toBe(
    "/login?error=provider",
  );
  expect((await back(callback, flow)).headers.location).toBe("/tenant?session=new");
  expect((await back(callback, flow)).headers.location).toBe("/login?error=provider");
});

test("without a client at the provider the way leads back to the sign-in", async () => {
  const without = await createTestApp();
  expect((await without.app.inject("/auth/google/start")).headers.location).toBe("/login?error=provider");
  await without.close();
});
