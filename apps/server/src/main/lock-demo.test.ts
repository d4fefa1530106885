import { afterEach, expect, test } from "vitest";
import { clockAt } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { bearer, callWire, createPerson } from "../testing/people.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { demoPassword, demoPeople } from "./demo/demo-people.ts";
import { inviteSuperadmin } from "./invite-superadmin.ts";
import { describeDemoLegacy, lockDemo } from "./lock-demo.ts";
import { seedDemo } from "./seed-demo.ts";

let testApp: TestApp;
afterEach(() => testApp.close());

const credentials = { email: "superadmin@demo.test", password: demoPassword };
const signIn = () => callWire(testApp, "/v1/accounts:signInWithPassword", credentials);

/** The parts of a start on the same data with another environment. */
function platform(environment: Record<string, string>) {
  const { database, secrets } = testApp;
  return { config: readConfig(environment), database, clock: clockAt(null), secrets };
}

test("without the demo its accounts are locked and signed out, and the first superadmin is invited", async () => {
  testApp = await createTestApp({ environment: { DEMO_DATA: "0" } });
  const { identity, log } = testApp;
  await seedDemo(identity, platform({ DEMO_DATA: "0" }), log);
  const { body } = await signIn();

  const earnest = platform({ DEMO: "0", ADMIN_MAIL: "boss@company.example" });
  expect(await lockDemo(identity, earnest, log)).toBe(demoPeople.length);
  expect((await signIn()).code).toBe("USER_DISABLED");
  const refreshed = await callWire(testApp, "/v1/token", `grant_type=refresh_token&refresh_token=${body.refreshToken}`);
  expect(refreshed.status).toBe(400);
  const response = await testApp.app.inject({ url: "/api/platform/counts", headers: bearer(body.idToken) });
  expect(response.statusCode).toBe(401);
  expect(await inviteSuperadmin(identity, earnest, log)).toContain("boss@company.example");

  // Asked for again, the demo opens; nobody whom a person has locked is opened with it.
  await seedDemo(identity, platform({ DEMO_DATA: "0" }), log);
  expect((await signIn()).status).toBe(200);
});

test("an account of the demo whose address was changed is locked too, and whoever else runs the platform is named", async () => {
  testApp = await createTestApp({ environment: { DEMO_DATA: "0" } });
  const { identity, log, pool } = testApp;
  await seedDemo(identity, platform({ DEMO_DATA: "0" }), log);
  const email = "back.door@elsewhere.example";
  for (const table of ["accounts", "users"]) {
    await pool.query(`update ${table} set email = $1 where email = $2`, [email, credentials.email]);
  }
  const guest = await createPerson(testApp, { role: "superadmin" });
  const earnest = platform({ DEMO: "0" });
  expect(await lockDemo(identity, earnest, log)).toBe(demoPeople.length);
  const renamed = await callWire(testApp, "/v1/accounts:signInWithPassword", { email, password: demoPassword });
  expect(renamed.code).toBe("USER_DISABLED");
  expect(await describeDemoLegacy(earnest, log)).toContain(guest.email);
});

test("someone whom a person has locked in a demo stays locked at the next start", async () => {
  testApp = await createTestApp({ environment: { DEMO_DATA: "0" } });
  const { identity, log } = testApp;
  await seedDemo(identity, platform({ DEMO_DATA: "0" }), log);
  await testApp.pool.query("update accounts set is_disabled = true where email = $1", [credentials.email]);
  await seedDemo(identity, platform({ DEMO_DATA: "0" }), log);
  expect((await signIn()).code).toBe("USER_DISABLED");
});

test("the password of the demo is told in a demo only, and stands in no page", async () => {
  testApp = await createTestApp({ environment: { DEMO: "0" } });
  expect((await testApp.app.inject("/api/demo-sign-ins")).statusCode).toBe(404);
  const demo = await createTestApp({ environment: { DEMO: "1", DEMO_DATA: "0" } });
  expect((await demo.app.inject("/api/demo-sign-ins")).json().password).toBe(demoPassword);
  await demo.close();
});
