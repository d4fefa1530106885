import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { build } from "esbuild";
import { freeze, openFreezingBrowser } from "./freezing-browser.ts";
import { test as base, expect, long, longUnless } from "./product.ts";
import { password } from "./sign-in-form.ts";

const email = "other@demo.test";
const plainHost = "console.test";
const entry = fileURLToPath(new URL("sdk-page.ts", import.meta.url));

const test = base.extend({
  context: async ({ launchOptions }, use) => {
    // The page of the other site is fulfilled by no server, so that the browser takes it for one from the internet.
    const rules = [`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`, "--disable-features=LocalNetworkAccessChecks"];
    const browser = await openFreezingBrowser({ ...launchOptions, args: [...(launchOptions.args ?? []), ...rules] });
    await use(browser.context);
    await browser.close();
  },
});

let script = "";
test.beforeAll(async () => {
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "iife" });
  script = outputFiles[0]?.text ?? "";
});

/** Two tabs of an app in one browser; the sign-in in the first is seen in the second. */
async function openTabs(context: BrowserContext, origin: string, service: string) {
  const address = `${origin}/sdk-page`;
  const body = `<!doctype html><html data-service="${service}"><meta charset="utf-8"><script src="/sdk-page.js"></script>`;
  await context.route(address, (route) => route.fulfill({ contentType: "text/html", body }));
  await context.route(`${address}.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(address);
  await second.goto(address);
  // From here on the browser alone decides what it asks, and with which headers.
  await context.unrouteAll();
  await first.evaluate(([name, secret]) => window.tab.signIn(name, secret), [email, password] as const);
  await expect.poll(() => personIn(second)).toBe(email);
  return { first, second };
}

const personIn = (tab: Page) => tab.evaluate(() => window.tab.person());
const tokenIn = (tab: Page) => tab.evaluate(() => window.tab.token());
const refreshIn = (tab: Page) => tab.evaluate(() => window.tab.refresh());

const places = [
  { place: "on the service's own origin", page: null, host: "127.0.0.1", site: "same-origin" },
  { place: "on another site", page: "http://localhost:4199", host: "127.0.0.1", site: "cross-site" },
  // A browser does not say over plain http from which site it asks.
  { place: "without https", page: null, host: plainHost, site: null },
];

for (const { place, page, host, site } of places) {
  test(
    `${place}, a tab that wakes with an old refresh token ends no tab's session`,
    longUnless(site === "same-origin"),
    async ({ context, product }) => {
      const service = product.url.replace("127.0.0.1", host);
      const { first, second } = await openTabs(context, page ?? service, service);
      const old = await tokenIn(first);
      await freeze(first);
      await expect.poll(() => first.evaluate(() => window.tab.isAsleep)).toBe(true);
      expect([await refreshIn(second), await refreshIn(second)]).toEqual([null, null]);
      const newest = await tokenIn(second);

      const answering = first.waitForResponse(/\/v1\/token/);
      await first.bringToFront();
      const answer = await answering;
      const question = answer.request();
      expect(new URLSearchParams(question.postData() ?? "").get("refresh_token")).toBe(old);
      expect(await question.headerValue("sec-fetch-site")).toBe(site);
      expect([answer.status(), await answer.headerValue("retry-after")]).toEqual([503, "1"]);
      expect(await first.evaluate(() => window.tab.waking)).toBe("auth/network-request-failed");
      expect([await personIn(first), await personIn(second)]).toEqual([email, email]);

      await expect.poll(() => tokenIn(first)).toBe(newest);
      expect([await refreshIn(first), await refreshIn(second)]).toEqual([null, null]);
      expect([await personIn(first), await personIn(second)]).toEqual([email, email]);
    },
  );
}

test(
  "an old refresh token from outside the browser ends the session in all tabs",
  long,
  async ({ context, product, request }) => {
    const { first, second } = await openTabs(context, product.url, product.url);
    const old = await tokenIn(first);
    expect([await refreshIn(second), await refreshIn(second)]).toEqual([null, null]);
    const answer = await request.post(`${product.url}/v1/token?key=test`, {
      form: { grant_type: "refresh_token", refresh_token: old ?? "" },
    });
    expect((await answer.json()).error.message).toMatch(/^TOKEN_EXPIRED\b/);
    expect(await refreshIn(second)).toBe("auth/user-token-expired");
    expect(await personIn(second)).toBeNull();
    await expect.poll(() => personIn(first)).toBeNull();
  },
);
