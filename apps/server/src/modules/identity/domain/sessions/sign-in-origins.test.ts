import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverNotices } from "../../../../testing/deliver-notices.ts";
import { callWire, createPerson, type Person, password, signIn } from "../../../../testing/people.ts";
import { readMails } from "../../../../testing/read-mails.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../../testing/test-app.ts";
import { findNetwork } from "./sign-in-origins.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";
const newerChrome = chrome.replace("130", "142");
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({
    environment: { TRUST_PROXY: "127.0.0.1", CONSOLE_NOW: "2026-03-18T12:00:00Z" },
  });
});
afterAll(() => testApp.close());

const from = (userAgent: string, address = "203.0.113.7") => ({
  "user-agent": userAgent,
  "x-forwarded-for": address,
});

type Notice = { subject: string; text: string; link: string; kind: string };

async function readNotices({ uid, tenantId }: Person): Promise<Notice[]> {
  await deliverNotices(testApp);
  const headers = signedInAs("manager", tenantId ?? "platform", uid);
  return (await testApp.app.inject({ url: "/api/notices", headers })).json().items;
}

test("only a sign-in from a browser or a network that is new for an account with earlier ones is told to its owner", async () => {
  const person = await createPerson(testApp, { tenantId: "north" });
  await signIn(testApp, person, from(chrome));
  expect(await readNotices(person)).toEqual([]);
  await signIn(testApp, person, from(newerChrome, "203.0.99.1"));
  expect(await readNotices(person)).toEqual([]);

  await signIn(testApp, person, from(firefox));
  const [notice, ...others] = await readNotices(person);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    kind: "account.sign-in",
    subject: "New sign-in to your account: Firefox on Linux",
    link: "/tenant/profile#sessions",
  });
  expect(notice?.text).toContain("Firefox on Linux, from the address 203.0.113.7, on 18 Mar 2026");
  expect(notice?.text).toContain("12:00 (UTC)");
  const mails = await readMails(testApp, person.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["AIQ: New sign-in to your account: Firefox on Linux"]);
  expect(mails[0]?.text).toContain("/tenant/profile#sessions");

  await signIn(testApp, person, from(chrome, "198.51.100.4"));
  await signIn(testApp, person, from(firefox, "198.51.7.7"));
  expect((await readNotices(person)).map(({ subject }) => subject).sort()).toEqual([
    "New sign-in to your account: Chrome on Windows",
    "New sign-in to your account: Firefox on Linux",
  ]);
});

test("a wrong password tells nothing, and sign-ins at the same moment are told once each", async () => {
  const person = await createPerson(testApp, { tenantId: "south" });
  await signIn(testApp, person, from(chrome));
  const path = "/v1/accounts:signInWithPassword";
  await callWire(testApp, path, { email: person.email, password: `${password}!` }, from(firefox, "192.0.2.1"));
  expect(await readNotices(person)).toEqual([]);
  await Promise.all([1, 2, 3, 4].map(() => signIn(testApp, person, from(firefox, "192.0.2.1"))));
  expect(await readNotices(person)).toHaveLength(1);
});

test("a network is what stays of an address when a provider gives another one", () => {
  expect(["203.0.113.7", "::ffff:203.0.113.7", "2001:db8:1::7", "::1"].map(findNetwork)).toEqual([
    "203.0",
    "203.0",
    "2001:db8",
    ":",
  ]);
});
