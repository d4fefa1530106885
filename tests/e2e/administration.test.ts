import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, long, printedLink, test } from "./product.ts";
import { emailField, passwordField, signIn } from "./sign-in-form.ts";

const email = "noor@gulf-foods.example";
const newPassword = "a quite different password";

const idField = (place: Page | Locator) => place.getByRole("textbox", { name: "ID", exact: true });
const nameField = (place: Page | Locator) => place.getByRole("textbox", { name: "Name", exact: true });

test("someone asks for access, is approved, sets a password from the mail and lands on the right report", async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  await page.goto("/?signup=1");
  const dialog = page.getByRole("dialog", { name: /request access/i });
  await dialog.getByLabel("Full name").fill("Noor Haddad");
  await dialog.getByLabel("Work email").fill(email);
  await dialog.getByLabel("Company").fill("Gulf Foods");
  await dialog.getByRole("checkbox", { name: /agree|privacy/i }).check();
  await page.waitForTimeout(2600);
  await dialog
    .getByRole("button", { name: /send|request access/i })
    .last()
    .click();
  await expect(page).toHaveURL("/thank-you");
  await expect(page.getByRole("heading", { name: "Status" })).toBeVisible();
  await expect(page.getByText(/We received it/).first()).toBeVisible();

  const another = async () => (await browser.newContext({ baseURL: product.url })).newPage();
  const office = await another();
  await signIn(office, "admin");
  await office.getByRole("link", { name: "Waiting requests" }).click();
  await expect(office.getByRole("link", { name: /Requests 1 new/ })).toBeVisible();
  await expectAccessible(office);
  await office.getByRole("button", { name: "Gulf Foods" }).or(office.getByText("Gulf Foods")).first().click();
  await expect(office.getByRole("heading", { name: "Gulf Foods" })).toBeVisible();
  await office.getByRole("button", { name: "Approve" }).click();
  const question = office.getByRole("dialog");
  await expect(idField(question)).toHaveValue("gulf-foods");
  await question.getByLabel("Type").selectOption("Warehouse");
  await expectAccessible(office);
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(office.getByText("Gulf Foods is created, and").first()).toBeVisible();

  const own = await another();
  await own.goto(await printedLink(product, email, "#k="));
  await expect(own.getByText("You have access.")).toBeVisible();
  expect(own.url()).not.toContain("#k=");
  await own.reload();
  await expect(own.getByText("You have access.")).toBeVisible();
  await expectAccessible(own);

  await own.goto(await printedLink(product, email, "oobCode="));
  const fields = own.locator('input[autocomplete="new-password"]');
  await fields.nth(0).fill(newPassword);
  await fields.nth(1).fill(newPassword);
  await own
    .getByRole("button", { name: /set|save|change/i })
    .first()
    .click();
  await expect(own).toHaveURL(/\/login/);
  await emailField(own).fill(email);
  await passwordField(own).fill(newPassword);
  await own.keyboard.press("Enter");
  await expect(own).toHaveURL("/tenant/warehouse-report");
});

test("an admin tests the isolation of a tenant, on a phone too", long, async ({ page }) => {
  test.slow();
  await signIn(page, "admin", "/admin/tenants?row=demo-other&tab=isolation");
  await page.getByRole("button", { name: "Test isolation" }).click();
  await expect(page.getByText(/\d+ of \d+ endpoints hold/)).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test("a tenant is made step by step with the keyboard, and its data comes next", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, "admin", "/admin/tenants?do=new");
  await nameField(page).focus();
  await page.keyboard.type("Date Palm");
  await expect(idField(page)).toHaveValue("date-palm");
  await page.getByLabel("Type").selectOption("Genesis");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Tab");
  await nameField(page).press("Enter");
  await expect(page.getByRole("heading", { name: "Reports", level: 2 })).toBeFocused();
  await page.getByRole("button", { name: "Next" }).press("Enter");
  await expect(page.getByRole("heading", { name: "First person" })).toBeFocused();
  await page.getByRole("button", { name: "Next" }).press("Enter");
  await expect(page.getByText("Nobody is invited yet.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Create tenant" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Date Palm" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Read a sample" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
