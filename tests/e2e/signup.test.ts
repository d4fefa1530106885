import type { Page } from "@playwright/test";
import { expect, expectAccessible, long, test } from "./product.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: /request access/i });

async function fill(page: Page, { email = "noor@haddad.example" } = {}) {
  await dialog(page).getByLabel("Full name").fill("Noor Haddad");
  await dialog(page).getByLabel("Work email").fill(email);
  await dialog(page).getByLabel("Company").fill("Haddad Logistics");
  await dialog(page)
    .getByRole("checkbox", { name: /agree|privacy/i })
    .check();
}

const send = (page: Page) =>
  dialog(page)
    .getByRole("button", { name: /send|request access/i })
    .last()
    .click();

test("/signup becomes the home page with the dialog open, keeps the campaign, and Back goes where one came from", async ({
  page,
  product,
}) => {
  await page.goto("/privacy");
  await page.goto("/signup?utm_source=x");
  await expect(page).toHaveURL(`${product.url}/?signup=1&utm_source=x`);
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/privacy");
});

test(
  "the button opens the dialog, Back closes it, and closing keeps the other parameters",
  long,
  async ({ page, product }) => {
    await page.goto("/?utm_source=x");
    await page.getByRole("main").getByRole("link", { name: "Request access" }).first().click();
    await expect(dialog(page)).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await page.goto("/?signup=1&utm_source=x");
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`${product.url}/?utm_source=x`);
    await expect(dialog(page)).toHaveCount(0);
  },
);

test("a visitor asks for access and gets a reference, which a reload keeps and a new visit does not", async ({
  page,
  product,
  context,
  problems,
}) => {
  await page.goto("/?signup=1");
  await fill(page);
  await page.waitForTimeout(2600);
  await send(page);
  await expect(page).toHaveURL(`${product.url}/thank-you`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  const reference = page.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/).first();
  await expect(reference).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(reference).toBeVisible();
  expect(problems).toEqual([]);

  const stranger = await context.newPage();
  await stranger.goto(`${product.url}/thank-you`);
  await expect(stranger.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(stranger.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)).toHaveCount(0);
});

test(
  "what is missing is named at its field and in a summary that takes the focus, and axe agrees",
  long,
  async ({ page }) => {
    await page.goto("/?signup=1");
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByLabel("Work email").fill("nobody");
    await send(page);
    await expect(dialog(page).getByRole("alert").first()).toBeVisible();
    await expect(dialog(page).getByLabel("Full name")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog(page).getByLabel("Work email")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog(page).getByLabel("Work email")).toHaveValue("nobody");
    await expectAccessible(page);
  },
);

test("leaving a filled-in form asks first, and a reload brings back what was typed", long, async ({ page }) => {
  await page.goto("/?signup=1");
  await dialog(page).getByLabel("Company").fill("Haddad Logistics");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog(page).getByLabel("Company")).toHaveValue("Haddad Logistics");
  await page.reload();
  await expect(dialog(page).getByLabel("Company")).toHaveValue("Haddad Logistics");
});

test(
  "when the server cannot take the request, nothing typed is lost, and trying again sends the same request once",
  long,
  async ({ page, product }) => {
    await page.goto("/?signup=1");
    await fill(page, { email: "retry@haddad.example" });
    const keys: string[] = [];
    let failures = 1;
    await page.route("**/api/signup-requests", async (route) => {
      keys.push((route.request().postDataJSON() as { idempotencyKey: string }).idempotencyKey);
      if (failures-- > 0) return route.abort();
      return route.continue();
    });
    await send(page);
    await expect(dialog(page).getByRole("alert").first()).toBeVisible();
    await expect(dialog(page).getByLabel("Full name")).toHaveValue("Noor Haddad");
    await dialog(page)
      .getByRole("button", { name: /try again|retry/i })
      .click();
    await expect(page).toHaveURL(`${product.url}/thank-you`);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  },
);

test("the focus stays in the dialog and returns to what opened it", long, async ({ page }) => {
  await page.goto("/");
  const opener = page.getByRole("main").getByRole("link", { name: "Request access" }).first();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});
