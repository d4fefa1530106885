import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, long, test } from "./product.ts";
import { openApi } from "./report-figures.ts";
import { panel, panels, readAllPanels, readTable, tile, viewAsTable } from "./report-page.ts";
import { signIn } from "./sign-in-form.ts";

const delivery = "/tenant/tookan-report";
const bar = (page: Page) => page.getByRole("region", { name: "Period and filters" });
/** The button that opens the periods, by the one that it shows. */
const period = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true }).first();
const chip = (page: Page, text: string) => bar(page).getByRole("button", { name: text, exact: true });

/** What people do with a report, and what it says when something is wrong. */
export function checkUse(): void {
  test("a report is narrowed, looked into and exported by keyboard alone", async ({ page, problems }) => {
    await signIn(page, "tookan", `${delivery}?period=last_7_days`);
    await expect(tile(page, "Deliveries")).toBeVisible();

    await tabTo(page, bar(page).getByRole("button", { name: "Add filter" }));
    await page.keyboard.press("Enter");
    const popover = page.getByRole("dialog", { name: "Add filter" });
    await tabTo(page, popover.getByRole("button", { name: "Delivery status", exact: true }));
    await page.keyboard.press("Enter");
    await expect(popover.getByRole("textbox", { name: "Delivery status" })).toBeFocused();
    await page.keyboard.type("Fail");
    await tabTo(page, popover.getByRole("checkbox", { name: "Failed" }));
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(chip(page, "Delivery status: Failed")).toBeVisible();

    await tabTo(page, tile(page, "Failed deliveries"));
    const value = (await tile(page, "Failed deliveries").textContent()) ?? "";
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: /^Failed deliveries/ });
    await expect(drawer.getByText(new RegExp(` of ${value} rows$`))).toBeVisible();

    const grid = drawer.getByRole("grid");
    await tabTo(page, grid);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const opened = page.getByRole("dialog", { name: /^Task / });
    await expect(opened.getByRole("heading", { level: 3, name: "Timeline" })).toBeVisible();
    await tabTo(page, opened.getByRole("button", { name: "Back to rows" }));
    await page.keyboard.press("Enter");
    await expect(grid).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(tile(page, "Failed deliveries")).toBeFocused();

    await tabTo(page, bar(page).getByRole("button", { name: "Export", exact: true }), "Shift+Tab");
    await page.keyboard.press("Enter");
    const offer = page.getByRole("menuitem", { name: "CSV: figures" });
    await expect(offer).toBeVisible();
    for (let steps = 0; steps < 10 && !(await isFocused(offer)); steps++) await page.keyboard.press("ArrowDown");
    const arriving = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    const file = await arriving;
    await expect(
      page
        .getByRole("dialog", { name: "Your exports" })
        .getByText(/kept until/)
        .first(),
    ).toBeVisible();
    const text = await readFile((await file.path()) ?? "", "utf8");
    expect(text).toContain("Filter: Delivery status,Failed");
    expect(problems).toEqual([]);
  });

  test("a panel that cannot be read says so alone, and comes with another try", long, async ({ page }) => {
    await page.route("**/panels/outcomes?**", (route) => route.fulfill({ status: 400, body: "" }));
    await signIn(page, "tookan", `${delivery}?period=last_7_days`);
    const broken = panel(page, "How did deliveries end?");
    await expect(broken.getByRole("heading", { name: "This could not be loaded" })).toBeVisible();
    await expect(tile(page, "Deliveries")).toHaveText(/\d/);
    await expect(panel(page, "How far did tasks get?").getByRole("slider")).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
    await page.unroute("**/panels/outcomes?**");
    await broken.getByRole("button", { name: "Retry" }).click();
    await expect(broken.getByRole("slider")).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });

  test("filters that match nothing say so, and can be cleared there", long, async ({ page }) => {
    await signIn(page, "tookan");
    const [reason = ""] = await (await openApi(page.request, "tookan")).members("failure_reason");
    const nothing = new URLSearchParams({
      period: "last_7_days",
      delivery_status: "Delivered",
      failure_reason: reason,
    });
    await page.goto(`${delivery}?${nothing}`);
    const empty = panel(page, "How did deliveries end?");
    await expect(empty.getByText("Nothing in this period matches the filters.")).toBeVisible();
    await empty.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(`${delivery}?period=last_7_days`);
    await expect(empty.getByRole("slider")).toBeVisible();
  });

  test("a source that the organisation does not have is told, with whom to ask", long, async ({ page }) => {
    await signIn(page, "tookan", "/tenant/warehouse-report");
    await expect(page.getByRole("heading", { name: "This source is not connected" })).toBeVisible();
    await expect(page.getByText("Ask your administrator to connect it.")).toBeVisible();
    await expect(panels(page)).toHaveCount(0);
  });

  test("platform admins choose whose report, and can only look", long, async ({ page, problems }) => {
    await signIn(page, "admin", delivery);
    await expect(page.getByRole("heading", { name: "Whose report?" })).toBeVisible();
    await page.getByRole("link", { name: "Acme" }).click();
    const notice = page.getByRole("complementary", { name: "Read-only view" });
    await expect(notice).toContainText("You are looking at Acme. Nothing can be changed here");
    await expect(tile(page, "Deliveries")).toHaveText(/\d/);
    for (const name of ["Notes", "Views", "Export"]) {
      await expect(bar(page).getByRole("button", { name, exact: true })).toHaveCount(0);
    }
    expect(problems).toEqual([]);
  });

  test("a link opens the same view for someone else, and Back undoes each step", async ({ page, browser, product }) => {
    await signIn(page, "acme", `${delivery}?period=last_month`);
    await bar(page).getByLabel("Compare with").selectOption("none");
    await page.goto(`${page.url()}&delivery_status=Failed&delivery_status=Returned`);
    await expect(chip(page, "Delivery status: Failed, Returned")).toBeVisible();
    const shown = await tile(page, "Failed deliveries").textContent();
    const other = await browser.newContext({ baseURL: product.url });
    const fresh = await other.newPage();
    await signIn(fresh, "acme", page.url());
    await expect(tile(fresh, "Failed deliveries")).toHaveText(shown ?? "");
    await expect(period(fresh, "Last month")).toBeVisible();
    await expect(bar(fresh).getByLabel("Compare with")).toHaveValue("none");
    await expect(chip(fresh, "Delivery status: Failed, Returned")).toBeVisible();

    await fresh.getByRole("button", { name: "Remove the filter Delivery status" }).click();
    await expect(chip(fresh, "Delivery status: Failed, Returned")).toHaveCount(0);
    await period(fresh, "Last month").click();
    await fresh.getByRole("button", { name: "Last 7 days", exact: true }).click();
    await expect(fresh).toHaveURL(/period=last_7_days/);
    await fresh.goBack();
    await expect(period(fresh, "Last month")).toBeVisible();
    await fresh.goBack();
    await expect(chip(fresh, "Delivery status: Failed, Returned")).toBeVisible();
    await other.close();
  });

  test("how a report was left is found again, but never over its address", long, async ({ page }) => {
    await signIn(page, "warehouse");
    const report = "/tenant/warehouse-report";
    const isKept = page.waitForResponse((response) => response.url().includes("/api/choices/"));
    await page.goto(`${report}?period=last_quarter`);
    await expect(tile(page, "Stock value")).toBeVisible();
    await period(page, "Last quarter").click();
    await page.getByRole("button", { name: "Last week", exact: true }).click();
    await isKept;
    await page.goto(report);
    await expect(page).toHaveURL(/period=last_week/);
    await expect(period(page, "Last week")).toBeVisible();
    await page.goto(`${report}?period=last_month`);
    await expect(tile(page, "Stock value")).toBeVisible();
    await expect(page).toHaveURL(`${report}?period=last_month`);
    const isReset = page.waitForResponse((response) => response.url().includes("/api/choices/"));
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(report);
    await isReset;
    await page.goto(report);
    await expect(period(page, "Last 30 days")).toBeVisible();
    await expect(page).toHaveURL(report);
  });

  test("a view is saved, opened and removed", async ({ page, problems }) => {
    await signIn(page, "genesis");
    const report = "/tenant/branch-report";
    await page.goto(`${report}?period=last_month&compare=none`);
    const views = bar(page).getByRole("button", { name: /^Views?\b/ });
    await views.click();
    await page.getByRole("menuitem", { name: "Save this view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Month end");
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(views).toHaveText("Month end");
    await page.goto(`${report}?period=last_7_days`);
    await views.click();
    await page.getByRole("menuitem", { name: "Month end" }).first().click();
    await expect(page).toHaveURL(`${report}?period=last_month&compare=none`);
    await expect(period(page, "Last month")).toBeVisible();
    await views.click();
    await page.getByRole("menuitem", { name: "Month end" }).last().click();
    await views.click();
    await expect(page.getByRole("menuitem", { name: "Save this view" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Month end" })).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test("a note on a day stands on the charts along time until it is removed", long, async ({ page, problems }) => {
    await signIn(page, "docman", "/tenant/docman-report?period=last_30_days");
    const queue = panel(page, "Is the queue growing?");
    await readAllPanels(page);
    const flags = queue.locator("svg text", { hasText: /^1$/ });
    await expect(flags).toHaveCount(0);
    await bar(page).getByRole("button", { name: "Notes", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Notes on days" });
    await dialog.getByLabel("What happened").fill("Office moved");
    await dialog.getByRole("button", { name: "Add note" }).click();
    await expect(dialog.getByRole("listitem")).toContainText("Office moved");
    await page.keyboard.press("Escape");
    await expect(flags).toHaveCount(1);
    await viewAsTable(queue);
    expect((await readTable(queue)).rows.at(-1)).toContain("Office moved");
    await bar(page).getByRole("button", { name: "Notes", exact: true }).click();
    await dialog.getByRole("button", { name: "Remove the note Office moved" }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(0);
    expect(problems).toEqual([]);
  });
}

const isFocused = (wanted: Locator) =>
  wanted.evaluate((element) => element === document.activeElement, undefined, { timeout: 20_000 });

/** Goes on with the keyboard until something has the focus. */
async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 150; steps++) {
    if (await isFocused(wanted)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} cannot be reached by keyboard.`);
}
