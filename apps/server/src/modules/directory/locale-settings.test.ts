import { expect, test } from "vitest";
import { createTestApp, signedInAs } from "../../testing/test-app.ts";

test("a new tenant begins with the time zone and the currency that the settings say", async () => {
  const testApp = await createTestApp();
  const headers = signedInAs("superadmin", "platform", "root");
  const call = async (method: "GET" | "POST" | "PATCH", url: string, payload?: object) => {
    const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json();
  };
  const make = (slug: string, more: object = {}) =>
    call("POST", "/api/admin/tenants", { fields: { name: slug, slug, aiqType: "Tookan", ...more } });
  const shown = async (name: string) => {
    const { fields } = await call("GET", "/api/admin/tenants/description");
    return fields.find((field: { name: string }) => field.name === name).initial;
  };

  expect(await make("first")).toMatchObject({ timeZone: "UTC", currency: "USD" });
  await call("PATCH", "/api/admin/settings", {
    changes: { "locale.timeZone": "Asia/Bahrain", "locale.currency": "BHD" },
  });
  expect(await make("second")).toMatchObject({ timeZone: "Asia/Bahrain", currency: "BHD" });
  expect(await make("third", { currency: "AED" })).toMatchObject({ timeZone: "Asia/Bahrain", currency: "AED" });
  expect([await shown("timeZone"), await shown("currency")]).toEqual(["Asia/Bahrain", "BHD"]);
  await testApp.close();
});
