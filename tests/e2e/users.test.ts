import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, long, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

/** Walks with the Tab key until something has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let step = 0; step < 80; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The Tab key never came to it.");
}

async function pressOn(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

test("people are searched, filtered, opened, locked and unlocked by keyboard alone", async ({ page, problems }) => {
  await signIn(page, "superadmin", "/admin/users");
  await tabTo(page, page.getByRole("combobox", { name: "Status" }));
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/status.*active/);
  await tabTo(page, page.getByPlaceholder("Search", { exact: true }));
  await page.keyboard.type("docman@demo.test");
  await expect(page.getByRole("row")).toHaveCount(2);
  await tabTo(page, page.getByRole("grid", { name: "Users" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dov Docman" })).toBeVisible();

  await pressOn(page, page.getByRole("button", { name: "Lock", exact: true }));
  await expect(page.getByRole("dialog")).toBeVisible();
  await tabTo(page, page.getByRole("dialog").getByLabel("Reason"));
  await page.keyboard.type("On leave");
  await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Lock", exact: true }));
  await expect(page.getByText("Locked", { exact: true }).first()).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Unlock", exact: true }));
  await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Unlock", exact: true }));
  await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(problems).toEqual([]);
});

test(
  "of two admins who edit one tenant at once the second sees the difference and saves on top",
  long,
  async ({ page, browser, product }) => {
    const second = await browser.newPage({ baseURL: product.url });
    await Promise.all([signIn(page, "admin"), signIn(second, "superadmin")]);
    for (const one of [page, second]) await one.goto("/admin/tenants?row=demo-other&do=edit");
    await second.getByLabel("Contact").fill("second@other.example");
    await page.getByLabel("Note").fill("Written by the first.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Your changes are saved.")).toBeVisible();

    await second.getByRole("button", { name: "Save changes" }).click();
    const difference = second.getByRole("region", { name: "What changed in the meantime" });
    await expect(difference.getByRole("row", { name: "Note" })).toContainText("Written by the first.");
    await difference.getByRole("button", { name: "Continue with the newer version, keep my input" }).click();
    await second.getByRole("button", { name: "Save changes" }).click();
    await expect(second.getByText("Your changes are saved.")).toBeVisible();
    await expect(second.getByText("second@other.example")).toBeVisible();
    await expect(second.getByText("Written by the first.")).toBeVisible();
    await second.close();
  },
);

test("nobody is offered to lock or remove themselves", long, async ({ page }) => {
  await signIn(page, "superadmin", "/admin/users?filter=role:superadmin");
  await page.getByText("superadmin@demo.test").click();
  await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
  for (const name of ["Lock", "Remove", "Sign out everywhere"]) {
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
});

test("a look for support shows what the user sees, says so on every page, survives a reload and stops", async ({
  page,
}) => {
  await signIn(page, "admin", "/admin/users?q=warehouse%40demo.test");
  await page.getByText("warehouse@demo.test").click();
  await page.getByRole("button", { name: "View as" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Cannot find the report");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^View as/ })
    .click();
  const banner = page.getByRole("region", { name: "You are viewing someone's account" });
  await expect(banner).toContainText("Cannot find the report");
  await expect(page).toHaveURL(/\/tenant\/warehouse-report/);
  await page.reload();
  await expect(banner).toContainText(/1[45]:\d\d left/);
  await expectAccessible(page);
  await banner.getByRole("button", { name: "Stop" }).click();
  await expect(page).toHaveURL(/\/admin\/users/);
  await expect(banner).toBeHidden();
  // By the address: another journey gives this person another name.
  await expect(page.getByRole("main").getByText("warehouse@demo.test")).toBeVisible();
});
