import type { Page } from "@playwright/test";
import { test as base, expect, expectAccessible, long } from "./product.ts";

const test = base.extend({});
test.use({ environment: { TAG_MANAGER_ID: "GTM-TEST123" } });

/** Stands in for the tag manager's host and notes what is asked of it. */
async function watchTagManager(page: Page) {
  const asked: string[] = [];
  await page.route(/googletagmanager\.com/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  return asked;
}

const pushed = (page: Page) =>
  page.evaluate(() => {
    const layer = (window as unknown as { dataLayer?: unknown[] }).dataLayer ?? [];
    return layer.filter((entry) => (entry as { event?: string }).event === "page_view") as { page_path: string }[];
  });

test("nothing loads before consent, nothing after a refusal, and the choice is kept", async ({ page }) => {
  const asked = await watchTagManager(page);
  await page.goto("/");
  const decline = page.getByRole("button", { name: "Decline" });
  await expect(decline).toBeVisible();
  await expectAccessible(page);
  await decline.click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(decline).toHaveCount(0);
  expect(asked).toEqual([]);
});

test(
  "after consent the container loads, and each page is told by its template, never with its query",
  long,
  async ({ page, problems }) => {
    const asked = await watchTagManager(page);
    await page.goto("/?utm_source=x");
    await page.getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => asked).toEqual(["https://www.googletagmanager.com/gtm.js?id=GTM-TEST123"]);
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
    await expect(page).toHaveURL("/privacy");
    await expect.poll(async () => (await pushed(page)).map(({ page_path }) => page_path)).toEqual(["/", "/privacy"]);
    expect(problems.filter((problem) => !problem.includes("googletagmanager"))).toEqual([]);
  },
);

test("a page that is not measured never loads the container, even after consent", long, async ({ page }) => {
  const asked = await watchTagManager(page);
  await page.addInitScript(() => localStorage.setItem("analytics-consent", "accepted"));
  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
});
