import { afterEach, expect, test } from "vitest";
import { clockAt } from "../platform/clock.ts";
import { sealedSecrets } from "../platform/crypto/sealed-secrets.ts";
import { installationKey } from "../platform/crypto/secret-key.ts";
import { callWire } from "../testing/people.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { inviteSuperadmin } from "./invite-superadmin.ts";

let testApp: TestApp;
afterEach(() => testApp.close());

function invite(app: TestApp) {
  const secrets = sealedSecrets(installationKey("a secret key that only tests would use"));
  return inviteSuperadmin(
    app.identity,
    { config: app.config, database: app.database, clock: clockAt(null), secrets },
    app.log,
  );
}

test("without demo data the first superadmin gets in by a link that works once, and after that no link is made", async () => {
  testApp = await createTestApp({ environment: { DEMO: "0", ADMIN_MAIL: "Boss@company.example" } });
  const line = (await invite(testApp)) ?? "";
  expect(line).toContain("boss@company.example");
  const oobCode = new URL(line.slice(line.indexOf("http"))).searchParams.get("oobCode");
  const set = { oobCode, newPassword: "a-long-enough-password" };
  expect((await callWire(testApp, "/v1/accounts:resetPassword", set)).status).toBe(200);
  expect((await callWire(testApp, "/v1/accounts:resetPassword", set)).code).toBe("INVALID_OOB_CODE");
  const signedIn = await callWire(testApp, "/v1/accounts:signInWithPassword", {
    email: "boss@company.example",
    password: "a-long-enough-password",
  });
  const headers = { authorization: `Bearer ${signedIn.body.idToken}` };
  expect((await testApp.app.inject({ url: "/api/platform/counts", headers })).statusCode).toBe(200);
  expect(await invite(testApp)).toBeNull();
});

test("without an address for the first superadmin the operator is told what to set", async () => {
  testApp = await createTestApp({ environment: { DEMO: "0" } });
  expect(await invite(testApp)).toMatch(/set ADMIN_MAIL/);
});
