import { readFileSync } from "node:fs";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test("a superadmin creates a service account, saves its key file, and the key is not shown again", async ({
  page,
  problems,
}) => {
  await signIn(page, "superadmin");
  await page.getByRole("link", { name: "Service accounts" }).click();
  await expect(page.getByText("No service accounts yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New service account" }).first().click();
  await page.getByLabel("Name").fill("Customer portal");
  await page.getByRole("checkbox", { name: "Look up accounts" }).check();
  await expectAccessible(page);
  await page.getByLabel("Name").press("Enter");

  const shown = page.getByRole("dialog", { name: "The key of Customer portal" });
  const download = shown.getByRole("button", { name: "Download key file" });
  await expect(download).toBeFocused();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^customer-portal-[0-9a-f]+\.json$/);
  const key = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(key).toMatchObject({ type: "service_account", private_key: expect.stringContaining("BEGIN PRIVATE KEY") });
  await expect(shown).toContainText(key.private_key_id);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();

  await shown.getByRole("button", { name: "I have saved it" }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText(key.private_key_id)).toBeVisible();
  await expect(page.getByText("BEGIN PRIVATE KEY")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(key.private_key_id)).toBeVisible();
  await expect(page.getByText("BEGIN PRIVATE KEY")).toHaveCount(0);
  await expect(page.getByText('from "firebase-admin/app"')).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  await expect(shown.getByText(/The key before it works until/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await shown.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByText(/Works until/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(problems).toEqual([]);
});

test("an admin finds no service accounts in the navigation, and no access at their address", async ({ page }) => {
  await signIn(page, "admin");
  await expect(page.getByRole("link", { name: "Public links" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Service accounts" })).toHaveCount(0);
  await page.goto("/admin/service-accounts");
  await expect(page.getByRole("heading", { name: "You have no access to this page" })).toBeVisible();
  await expectAccessible(page);
});
