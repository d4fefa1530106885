import type { Page } from "@playwright/test";
import { expect, expectAccessible, long, test } from "./product.ts";

/** A toast as a user meets it: copying the reference of a request. */
async function showToast(page: Page, url: string) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  await page.goto("/?signup=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Full name").fill("Noor Haddad");
  await dialog.getByLabel("Work email").fill(`noor.${Date.now()}@haddad.example`);
  await dialog.getByLabel("Company").fill("Haddad");
  await dialog.getByRole("checkbox", { name: /agree|privacy/i }).check();
  await dialog
    .getByRole("button", { name: /send|request access/i })
    .last()
    .click();
  await page.getByRole("button", { name: /copy/i }).click();
  return page.getByText("Copied").first();
}

test("a toast stands at the top right, at least 260 px wide, for 2500 ms", long, async ({ page, product }) => {
  const toast = await showToast(page, product.url);
  await expect(toast).toBeVisible();
  const card = page.locator('[role="status"] >> text=Copied').locator("xpath=ancestor::*[.//button][1]");
  const box = await card.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(260);
  expect(box?.width).toBeLessThanOrEqual(384);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280 - 40);
  expect(box?.y).toBeLessThan(120);
  await expectAccessible(page);
});

test("a toast leaves after 2500 ms, not before", long, async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  const toast = await showToast(page, product.url);
  await page.clock.runFor(5000);
  await expect(toast).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 600_000);
  await page.getByRole("button", { name: /copy/i }).click();
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 700);
  await page.clock.runFor(2450);
  await expect(toast).toBeVisible();
  await page.clock.runFor(60);
  await expect(toast).toHaveCount(0);
});

test("a toast waits while the pointer rests on it, and its button closes it", long, async ({ page, product }) => {
  const toast = await showToast(page, product.url);
  await toast.hover();
  await page.waitForTimeout(3200);
  await expect(toast).toBeVisible();
  await page.getByRole("button", { name: /close|dismiss/i }).click();
  await expect(toast).toHaveCount(0);
});
