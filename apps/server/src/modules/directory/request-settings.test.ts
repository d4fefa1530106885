import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createTestApp, signedInAs } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";

test("while the form is closed no request is taken, and pages are told so", async () => {
  const testApp = await createTestApp();
  const open = (isOpen: boolean) =>
    testApp.app.inject({
      method: "PATCH",
      url: "/api/admin/settings",
      headers: signedInAs("admin"),
      payload: { changes: { "requests.isOpen": isOpen } },
    });
  const ask = async () => {
    const payload = {
      fullName: "Noor Haddad",
      email: "noor@company.example",
      company: "Haddad Logistics",
      country: "AE",
      phone: "+971501234567",
      branches: "6-20",
      systems: ["delivery"],
      message: "",
      consent: true,
      idempotencyKey: randomUUID(),
      filledInMs: 45_000,
    };
    return testApp.app.inject({ method: "POST", url: "/api/signup-requests", payload });
  };
  const isShownOpen = async () => (await testApp.app.inject({ url: "/api/config" })).json().takesRequests as boolean;

  await open(false);
  const refused = await ask();
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    403,
    "We do not take requests for access at the moment.",
  ]);
  await until(async () => !(await isShownOpen()));
  await open(true);
  expect((await ask()).statusCode).toBe(201);
  await until(isShownOpen);
  await testApp.close();
});
