import { gzipSync } from "node:zlib";
import { expect, expectAccessible, expectNoSidewaysScroll, long, longUnless, test } from "./product.ts";

test("a first visit loads little, asks no other host and runs without an error", async ({ page, problems }) => {
  const sizes = { js: 0, css: 0 };
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    const kind = /\.(js|css)$/.exec(new URL(response.url()).pathname)?.[1] as "js" | "css" | undefined;
    if (!kind) return;
    const add = (body: Buffer) => {
      sizes[kind] += gzipSync(body).length;
    };
    reading.push(response.body().then(add));
  });
  const response = await page.goto("/");
  await page.waitForLoadState("networkidle");
  await Promise.all(reading);
  expect(response?.status()).toBe(200);
  expect(sizes.js).toBeGreaterThan(50_000);
  expect(sizes.js).toBeLessThanOrEqual(150_000);
  expect(sizes.css).toBeLessThanOrEqual(25_000);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain("unsafe-inline");
  expect(problems).toEqual([]);
});

test("the page says what the product is, and offers both ways in", long, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  await expect(page.getByText("Sample data").first()).toBeVisible();
  await expect(page.locator("figure svg").first()).toBeVisible();
});

test("without scripts the text and the way to sign in are still there", async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(product.url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  await context.close();
});

test("an unknown address is told as such to programs, and leads a visitor home", long, async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveURL("/");
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const path of ["/", "/thank-you", "/login", "/privacy", "/terms"]) {
    test(
      `axe finds nothing serious on ${path} in the ${colorScheme} theme`,
      longUnless(colorScheme === "light" && path !== "/login"),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page);
      },
    );
  }
}

for (const path of ["/", "/?signup=1", "/thank-you", "/login", "/privacy", "/terms"]) {
  test(`${path} fits a narrow phone without scrolling sideways`, longUnless(path === "/"), async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNoSidewaysScroll(page);
  });
}

test("losing the network is told, and so is its return", long, async ({ page, context }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/offline/i)).toHaveCount(0);
});

test("a page left open across an update is offered the new version", long, async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.route("**/api/config", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), version: "newer" } });
  });
  await page.clock.fastForward("06:00");
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
});
