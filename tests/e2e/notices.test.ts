import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectGood, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn, signInByForm } from "./sign-in-form.ts";

// A product of their own: other journeys tell its people things too.
test.use({ environment: { DEMO_DATA: "0", LOG_LEVEL: "warn" } });

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

async function requestAccess(page: Page, company: string): Promise<void> {
  const response = await page.request.post("/api/signup-requests", {
    data: {
      fullName: "Layla Haddad",
      email: `${randomUUID()}@haddad.example`,
      company,
      consent: true,
      idempotencyKey: randomUUID(),
      filledInMs: 60_000,
    },
  });
  expect(response.status()).toBe(201);
}

test("a notice reaches the bell of two tabs live, and one that is read in one is read in the other", async ({
  page,
  problems,
}) => {
  await signIn(page, "superadmin");
  const other = await page.context().newPage();
  await other.goto("/admin");
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications");

  await requestAccess(page, "Haddad Trading");
  for (const tab of [page, other])
    await expect(bell(tab)).toHaveAccessibleName("Notifications, 1 unread", { timeout: 30_000 });

  await bell(page).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel.getByRole("link", { name: /Haddad Trading requests access/ })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("combobox", { name: "Type" }).selectOption("Report requests");
  await expect(panel.getByText("No notifications match.")).toBeVisible();
  await panel.getByRole("combobox", { name: "Type" }).selectOption("Access requests");
  await panel.getByRole("link", { name: /Haddad Trading requests access/ }).click();
  await expect(page).toHaveURL(/\/admin\/tenants\?.*row=/);
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications");

  await bell(other).click();
  await other.getByRole("button", { name: /^Mark as unread: Haddad Trading/ }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await other.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(other);
  await expectAccessible(other);
  expect(problems).toEqual([]);
});

test("an announcement reaches the open pages of its audience alone, and stays dismissed", async ({
  page,
  browser,
  product,
}) => {
  const openDevice = async () => (await browser.newContext({ baseURL: product.url })).newPage();
  const [acme, other] = [await openDevice(), await openDevice()];
  await Promise.all([signIn(acme, "acme"), signIn(other, "other")]);
  const bars = (tab: Page) => tab.getByRole("region", { name: "Current announcements" });
  await expect(bell(acme)).toBeVisible();
  await signIn(page, "superadmin", "/admin/announcements");
  await page.getByRole("button", { name: "New announcement" }).first().click();
  await page.getByLabel("Title").fill("Deliveries are late today");
  await page.getByLabel("Audience").selectOption("Tenants");
  await page.getByRole("combobox", { name: "Tenants" }).fill("Acme");
  await page.getByRole("option", { name: "Acme", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove Acme" })).toBeVisible();
  await page.getByRole("button", { name: "Create announcement" }).click();
  await expect(page.getByText("Deliveries are late today").first()).toBeVisible();

  await expect(bars(acme)).toContainText("Deliveries are late today");
  await expect(bell(other)).toBeVisible();
  await expect(bars(other)).toHaveCount(0);
  await expectAccessible(acme);

  await acme.getByRole("button", { name: "Dismiss: Deliveries are late today" }).click();
  await expect(bars(acme)).toHaveCount(0);
  const device = await openDevice();
  await signIn(device, "acme");
  await expect(bell(device)).toBeVisible();
  await expect(bars(device)).toHaveCount(0);
});

test("someone is told of a sign-in from a browser that is new for them, and led to their sessions", async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, "genesis");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
  const other = await (await browser.newContext({ baseURL: product.url, userAgent })).newPage();
  await signInByForm(other, "genesis");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await bell(page).click();
  const notice = page.getByRole("link", { name: "New sign-in to your account: Firefox on Windows" });
  await expect(notice).toBeVisible();
  await expectGood(page);
  await notice.click();
  await expect(page).toHaveURL(/\/tenant\/profile#sessions$/);
  await expect(page.getByText("Firefox on Windows")).toBeInViewport();
  await expectGood(page);
});

test("people choose how they are told, and security is always emailed", async ({ page }) => {
  await signIn(page, "acme", "/tenant/profile");
  const section = page.getByRole("region", { name: "Notifications" });
  await expect(section.getByText("Always emailed").first()).toBeVisible();
  await section.getByRole("combobox", { name: "Finished exports" }).selectOption("Off");
  await section.getByRole("checkbox", { name: "Hold emails during quiet hours" }).check();
  await expect(section.getByLabel("From")).toHaveValue("22:00");
  await page.reload();
  await expect(section.getByRole("combobox", { name: "Finished exports" })).toHaveValue("off");
  await expect(section.getByRole("checkbox", { name: "Hold emails during quiet hours" })).toBeChecked();
  await expectAccessible(page);
});
