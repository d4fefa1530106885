import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, long, test } from "./product.ts";
import { signIn, submit } from "./sign-in-form.ts";

// A product of their own: what is changed here everyone would feel.
test.use({ environment: { LOG_LEVEL: "error" } });

const group = (page: Page, name: string) => page.getByRole("form", { name });

async function openSettings(page: Page) {
  await signIn(page, "superadmin", "/admin/global-settings");
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
}

const invitation = (page: Page) => page.getByRole("textbox", { name: "Invitations are valid for" });

async function save(page: Page, name: string) {
  await group(page, name).getByRole("button", { name: "Save" }).click();
}

test("a setting is changed and taken back from its history, and leaving what is not saved asks", async ({ page }) => {
  await openSettings(page);
  const days = page.getByRole("textbox", { name: "Ends after inactivity of" });
  await days.fill("14");
  await page.getByRole("link", { name: "Audit", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /stay|keep/i })
    .click();
  await expect(days).toHaveValue("14");
  await save(page, "Sessions");
  await expect(group(page, "Sessions").getByText(/^Changed by .*Default: 30 days$/)).toBeVisible();
  await page.getByRole("button", { name: "History of Ends after inactivity of" }).click();
  await expect(page.getByText("30 days → 14 days")).toBeVisible();
  await page.getByRole("button", { name: "Back to 30 days" }).click();
  await expect(days).toHaveValue("30");
  await save(page, "Sessions");
  await expect(group(page, "Sessions").getByText("1 not saved")).toBeHidden();
  await page.reload();
  await expect(days).toHaveValue("30");
});

test(
  "a change by someone else shows by itself, and a stale one is refused and kept",
  long,
  async ({ page, browser }) => {
    await openSettings(page);
    const context = await browser.newContext();
    const other = await context.newPage();
    await openSettings(other);
    await invitation(other).fill("9");
    await invitation(page).fill("5");
    await save(other, "People");
    await expect(other.getByText("The settings are saved.")).toBeVisible();
    await save(page, "People");
    await expect(page.getByText(/^Someone has changed this meanwhile/)).toBeVisible();
    await page.getByRole("button", { name: "Check again, keep my input" }).click();
    await expect(invitation(page)).toHaveValue("5");
    await save(page, "People");
    await expect(invitation(other)).toHaveValue("5");
    await context.close();
  },
);

test("maintenance keeps a tenant's people out with its message, and lets them back in by itself", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const tenant = await context.newPage();
  await signIn(tenant, "tookan", "/tenant/profile");
  await expect(tenant.getByRole("heading", { name: "Profile" })).toBeVisible();
  const name = tenant.getByLabel("Name", { exact: true });
  await name.fill("Typed before");

  await openSettings(page);
  await page.getByRole("checkbox", { name: "On now" }).check();
  await page.getByRole("textbox", { name: "Message" }).fill("Back at nine.");
  await save(page, "Maintenance");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Type maintenance to confirm").fill("maintenance");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Maintenance is on.")).toBeVisible();

  await tenant.keyboard.press("Enter");
  await expect(tenant.getByRole("heading", { name: "Maintenance" })).toBeVisible();
  await expect(tenant.getByText("Back at nine.", { exact: true })).toBeVisible();
  await expectAccessible(tenant);
  const late = await (await browser.newContext()).newPage();
  await late.goto("/login");
  await submit(late, "acme");
  await expect(late.getByRole("alert").getByText("Back at nine.")).toBeVisible();

  await page.getByRole("checkbox", { name: "On now" }).uncheck();
  await save(page, "Maintenance");
  await expect(tenant.getByRole("heading", { name: "Maintenance" })).toHaveCount(0, { timeout: 60_000 });
  await expect(name, "what was typed").toHaveValue("Typed before");
  await context.close();
  await late.context().close();
});

test("branding shows on the sign-in page, in both themes", long, async ({ page, browser, problems }) => {
  await openSettings(page);
  const branding = group(page, "Branding");
  await branding.getByRole("textbox", { name: "Name" }).fill("North Console");
  await branding.getByRole("textbox", { name: "Accent colour (light theme)", exact: true }).fill("#7a1f5c");
  await branding.locator('input[type="file"][aria-label="Logo (dark theme)"]').setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  await save(page, "Branding");
  await expect(page.getByRole("link", { name: "North Console, home" })).toBeVisible();

  const context = await browser.newContext({ colorScheme: "dark" });
  const visitor = await context.newPage();
  await visitor.goto("/login");
  await expect(visitor).toHaveTitle("Sign in · North Console");
  const logo = visitor.getByRole("img", { name: "North Console" });
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await visitor.emulateMedia({ colorScheme: "light" });
  const accent = () => visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
  await expect.poll(accent).toBe("#7a1f5c");
  await expectAccessible(visitor);
  await context.close();

  await branding.getByRole("textbox", { name: "Accent colour (light theme)", exact: true }).fill("#ffcc00");
  await save(page, "Branding");
  await expect(branding.getByText(/^Choose a darker colour: its contrast/)).toBeVisible();
  expect(problems.filter((one) => !one.includes("400"))).toEqual([]);
});

test("the page is readable wide and narrow, light and dark", long, async ({ page }) => {
  await openSettings(page);
  for (const [width, colorScheme] of [
    [1440, "light"],
    [360, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
