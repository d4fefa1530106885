import { expectFigures, figure } from "./figures-page.ts";
import { demo, expect, expectAccessible, expectNoSidewaysScroll, long, longUnless, test } from "./product.ts";
import { tile as reportTile } from "./report-page.ts";
import { signIn } from "./sign-in-form.ts";

test.use({ environment: demo });

test("a tenant's figures are those of the API", async ({ page, problems }) => {
  const asked = page.waitForRequest("**/api/metrics");
  await signIn(page, "other");
  const { authorization = "" } = await (await asked).allHeaders();
  await expectFigures(page, "Ledger");
  await expect(page.getByText(/^Last 30 days, .+ \d{4}$|^Last 30 days, .+ [A-Z][a-z]{2}$/)).toBeVisible();
  await expect(page.getByText("Times in Asia/Bahrain")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Ledger");

  // The demo goes on by itself, so that a figure may move between the two readings.
  await expect(async () => {
    await page.reload();
    await expectFigures(page, "Ledger");
    const data = { metrics: ["payable_balance"] };
    const answer = await page.request.post("/api/metrics/query", { headers: { authorization }, data });
    const { totals } = await answer.json();
    expect(totals.payable_balance).toBeGreaterThan(100);
    const whole = Math.round(totals.payable_balance).toLocaleString("en-GB");
    await expect(figure(page, "Ledger", "Payables").first()).toContainText(whole);
  }).toPass();
  expect(problems).toEqual([]);
});

test("while demo data is filled in, the page says how far it is", long, async ({ page }) => {
  const progress = [{ work: "demo-data", done: 120, total: 366, state: "running" }];
  for (const address of ["**/api/metrics", "**/api/reports/tookan-report"]) {
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), progress } });
    });
  }
  await signIn(page, "tookan");
  const bar = page.getByRole("progressbar", { name: "Demo data" });
  await expect(bar).toHaveAttribute("aria-valuetext", "120 of 366 days");
  await expect(page.getByRole("heading", { name: "Demo data is being filled in" })).toBeVisible();
  await expectAccessible(page);
  // An answer that is on its way is waited for: the page asks again by itself.
  await page.unrouteAll({ behavior: "wait" });
  await expect(reportTile(page, "Deliveries")).toHaveText(/\d/);
  await expect(bar).toHaveCount(0);
});

test("what a figure counts opens and closes by keyboard alone", long, async ({ page }) => {
  await signIn(page, "acme", "/tenant/my-aiq");
  await expectFigures(page, "Deliveries");
  const opener = page.getByRole("button", { name: "What is Deliveries?" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const rule = page.getByRole("dialog", { name: "What is Deliveries?" });
  await expect(rule).toContainText("Cancelled tasks and pickup legs are not counted.");
  await expect(rule.getByRole("definition").first()).toHaveText(/^\d/);
  await expect(rule).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(rule).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("figures that cannot be read are told in their place, with a way to try again", long, async ({ page }) => {
  await page.route("**/api/metrics/query", (route) => route.fulfill({ status: 500, body: "" }));
  await signIn(page, "other");
  const told = page.getByRole("heading", { name: "The figures could not be loaded" });
  await expect(told).toBeVisible();
  await expect(page.getByRole("heading", { name: "The chart could not be loaded" })).toBeVisible();
  await page.unroute("**/api/metrics/query");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expectFigures(page, "Ledger");
});

test("the assistant's page shows every domain that has facts, in order", async ({ page }) => {
  await signIn(page, "acme", "/tenant/my-aiq");
  await expectFigures(page, "Ledger");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Deliveries",
    "Warehouse",
    "Sales",
    "Documents",
    "Ledger",
  ]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `axe finds nothing serious among the figures in the ${colorScheme} theme`,
    longUnless(colorScheme === "light"),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await signIn(page, "other");
      await expectFigures(page, "Ledger");
      // The stream of live events stays open: that all has come is told by the page itself.
      await expect(page.locator("[data-loading], [aria-busy=true]")).toHaveCount(0);
      await expectAccessible(page);
    },
  );
}

test("the figures fit a narrow phone without scrolling sideways", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, "acme", "/tenant/my-aiq");
  await expectFigures(page, "Deliveries");
  await expectNoSidewaysScroll(page);
  const openers = page.getByRole("button", { name: "What is On-time rate?" });
  await openers.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoSidewaysScroll(page);
});
