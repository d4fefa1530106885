import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { loadWebApp } from "../../platform/http/web-app.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";

const page = `<!doctype html><html><head><!--head--><link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head>
<body><!--noscript--><div id="root"></div></body></html>`;
const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let folder: string;
let testApp: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "web-"));
  writeFileSync(path.join(folder, "index.html"), page);
  testApp = await createTestApp({ web: loadWebApp(folder) });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function change(changes: Record<string, unknown>, app = testApp) {
  const headers = signedInAs("superadmin", "platform", "root");
  const response = await app.app.inject({ method: "PATCH", url: "/api/admin/settings", headers, payload: { changes } });
  return response.json();
}
const config = async (app = testApp) => (await app.app.inject({ url: "/api/config" })).json();
const html = async (app = testApp) => (await app.app.inject({ url: "/login" })).body;

test("another name is shown by the page, the API and the mails without a restart, and goes back", async () => {
  await change({ "branding.productName": "North Console", "branding.supportMail": "help@north.example" });
  await until(async () => (await config()).productName === "North Console");
  expect((await config()).contactMail).toBe("help@north.example");
  expect(await html()).toContain("<title>Sign in · North Console</title>");
  expect((await testApp.app.inject({ url: "/openapi.json" })).json().info.title).toBe("North Console");
  const named = await testApp.as(systemCaller("test", "north"), async ({ config: { productName } }) => productName);
  expect(named).toBe("North Console");
  await change({ "branding.productName": null, "branding.supportMail": null });
  await until(async () => (await config()).productName === "AIQ");
});

test("logos and the icon of the tab have addresses that change with them", async () => {
  expect((await testApp.app.inject({ url: "/brand/logo" })).statusCode).toBe(404);
  await change({ "branding.logo": dot, "branding.favicon": dot });
  await until(async () => (await config()).logo !== null);
  const { logo, logoDark, favicon } = await config();
  expect(logo).toMatch(/^\/brand\/logo\?v=[0-9a-f]{12}$/);
  expect(logoDark).toBeNull();
  const picture = await testApp.app.inject({ url: logo });
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(picture.rawPayload.subarray(1, 4).toString()).toBe("PNG");
  expect(await html()).toContain(`<link rel="icon" href="${favicon}" />`);
  const { items } = (
    await testApp.app.inject({
      url: "/api/admin/settings/branding.logo/history",
      headers: signedInAs("superadmin", "platform", "root"),
    })
  ).json();
  expect(items[0].details).toEqual({ value: { before: null, after: "(picture)" } });
});

test("an accent is painted with the nonce of the page; one that cannot be read is refused in words", async () => {
  const refused = await change({ "branding.accent": "#8aa6ff", "branding.accentDark": "#2a55d9" });
  expect(refused.error.fields["branding.accent"]).toMatch(
    /^Choose a darker colour: its contrast with the background is \d\.\d:1 and must be at least 4\.5:1\.$/,
  );
  expect(refused.error.fields["branding.accentDark"]).toMatch(/^Choose a lighter colour/);
  expect((await change({ "branding.accent": "red" })).error.fields["branding.accent"]).toContain("such as #2a55d9");

  await change({ "branding.accent": "#7a1f5c", "branding.accentDark": "#f0a8d8" });
  await until(async () => (await config()).accent === "#7a1f5c");
  const response = await testApp.app.inject({ url: "/login" });
  const nonce = /<style nonce="([^"]+)">/.exec(response.body)?.[1];
  expect(response.headers["content-security-policy"]).toContain(`style-src-elem 'self' 'nonce-${nonce}'`);
  expect(response.body).toContain(':root:not([data-mantine-color-scheme="dark"]){--accent:#7a1f5c;');
  expect(response.body).toContain(':root[data-mantine-color-scheme="dark"]{--accent:#f0a8d8;');
});

test("the product's own accents would be taken", async () => {
  const answer = await change({ "branding.accent": "#2a55d9", "branding.accentDark": "#8aa6ff" });
  expect(answer.error).toBeUndefined();
});

test("a tag manager is allowed and told once it is set, and not before", async () => {
  const policy = async () => (await testApp.app.inject({ url: "/" })).headers["content-security-policy"];
  expect(await policy()).not.toContain("googletagmanager");
  expect((await change({ "analytics.tagManagerId": "UA-1" })).error.fields["analytics.tagManagerId"]).toContain("GTM-");
  await change({ "analytics.tagManagerId": "GTM-ABC123" });
  await until(async () => (await config()).tagManagerId === "GTM-ABC123");
  expect(await policy()).toContain("https://www.googletagmanager.com");
});

test("map tiles are allowed from the host that is set, on pages with maps and not before", async () => {
  const policy = async (url: string) => (await testApp.app.inject({ url })).headers["content-security-policy"];
  expect(await policy("/admin")).not.toContain("tiles.example");
  for (const address of [
    "http://tiles.example.com/{z}/{x}/{y}.png",
    "https://{x}.example.com/{z}/{y}.png",
    "https://{z}/{x}/{y}",
    "https://user:word@tiles.example.com/{z}/{x}/{y}.png",
    "https://tiles.example.com/{z}/{x}.png",
    "https://tiles.example.com /{z}/{x}/{y}; script-src *",
  ]) {
    const { error } = await change({ "maps.tileAddress": address });
    expect(error?.fields["maps.tileAddress"], address).toContain("https");
  }
  await change({ "maps.tileAddress": "https://tiles.example.com/{z}/{x}/{y}.png", "maps.tileCredit": "© Someone" });
  await until(async () => (await config()).mapTiles !== null);
  expect((await config()).mapTiles).toEqual({
    address: "https://tiles.example.com/{z}/{x}/{y}.png",
    origin: "https://tiles.example.com",
    credit: "© Someone",
  });
  expect(await policy("/admin")).toContain("img-src 'self' data: https://tiles.example.com;");
  for (const url of ["/", "/login"]) expect(await policy(url)).not.toContain("tiles.example");
});

test("what the environment fixes cannot be chosen", async () => {
  const fixed = await createTestApp({ environment: { PRODUCT_NAME: "Fixed", TAG_MANAGER_ID: "GTM-FIXED1" } });
  const { error } = await change({ "branding.productName": "Other", "analytics.tagManagerId": "GTM-ABC123" }, fixed);
  expect(Object.keys(error.fields)).toEqual(["branding.productName", "analytics.tagManagerId"]);
  expect(await config(fixed)).toMatchObject({ productName: "Fixed", tagManagerId: "GTM-FIXED1" });
  await fixed.close();
});

test("the last known settings hold while the database is away", async () => {
  const away = await createTestApp();
  await change({ "branding.productName": "Kept" }, away);
  await until(async () => (await config(away)).productName === "Kept");
  const { connect } = away.pool;
  away.pool.connect = (() => Promise.reject(new Error("away"))) as unknown as typeof connect;
  await new Promise((resolve) => setTimeout(resolve, 3100));
  expect((await config(away)).productName).toBe("Kept");
  away.pool.connect = connect;
  await away.close();
});
