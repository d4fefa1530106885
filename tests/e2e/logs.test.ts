import { expect, expectAccessible, expectGood, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test("by keyboard alone: a search, a zoom, a line with its context, and the timeline of its request", async ({
  page,
}) => {
  test.slow();
  await signIn(page, "superadmin", "/admin/platform-logs");
  await expect(page.getByRole("grid")).toBeVisible();
  await expectAccessible(page);

  const search = page.getByRole("textbox", { name: "Search log lines" });
  await search.focus();
  // The reading of the page itself is in the audit log, which is shown among the lines.
  await page.keyboard.type("level:info -part:jobs logs");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=level/);
  await expect(page.getByRole("button", { name: "Remove the filter -part:jobs" })).toBeVisible();

  const bars = page.getByRole("slider");
  await bars.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(bars).toHaveAttribute("aria-valuetext", /[1-9]\d* lines/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/since=/);
  await expect(page.getByRole("button", { name: "Reset zoom" })).toBeVisible();

  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Log line" });
  await expect(drawer.getByText("Context", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const permalink = page.url();
  await drawer.getByRole("button", { name: "Request timeline" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Request timeline/ }).getByText("+0 ms")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The address of a line opens it again, on a phone too.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(permalink);
  await expect(page.getByRole("dialog", { name: "Log line" }).getByText("Context", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("an error that a page meets leads to its request's timeline, across browser and API", async ({ page }) => {
  test.slow();
  await signIn(page, "superadmin");
  const requestId = "3f0c1d9e-0000-4000-8000-00000000e2e0";
  await page.route("**/api/admin/links?*", (route) =>
    route.fulfill({
      status: 500,
      json: { error: { kind: "unexpected", message: "Something failed on our side.", requestId } },
    }),
  );
  await page.evaluate(
    (id) =>
      fetch("/api/client-errors", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message: "The list broke", page: "/admin/links", requestId: id }),
      }),
    requestId,
  );
  await page.goto("/admin/links");
  await page.getByRole("link", { name: "Open timeline" }).first().click();
  const timeline = page.getByRole("dialog", { name: /Request timeline/ });
  await expect(async () => {
    await page.reload();
    await expect(timeline.getByText("The list broke")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(timeline.getByText("Browser · Error")).toBeVisible();
});

test("the palette finds single lines by beginnings of words, and each opens at its permalink", async ({ page }) => {
  await signIn(page, "superadmin");
  const tell = () =>
    page.evaluate(() =>
      fetch("/api/client-errors", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message: "The carousel flickered", page: "/admin" }),
      }),
    );
  await tell();
  await page.goto("/admin");
  await expect(page.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  const option = page.getByRole("option", { name: /The carousel flickered.*Browser, / });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("carou flick");
    await expect(option).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expectGood(page);
  await option.click();
  await expect(page).toHaveURL(/\/admin\/platform-logs\?line=/);
  const drawer = page.getByRole("dialog", { name: "Log line" });
  await expect(drawer.getByText("The carousel flickered").first()).toBeVisible();
  await expectGood(page);
  await page.goto("/admin/platform-logs?q=carou");
  await expect(page.getByRole("grid").getByText("The carousel flickered").first()).toBeVisible();
  await expectGood(page);
});
