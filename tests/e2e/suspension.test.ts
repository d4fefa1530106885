import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn, submit } from "./sign-in-form.ts";

test("a tenant that is suspended loses its people within seconds, and has them back when it is resumed", async ({
  page,
  browser,
  product,
}) => {
  const theirs = await browser.newPage({ baseURL: product.url });
  await signIn(theirs, "warehouse", "/tenant/reports");
  await expect(theirs.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();

  await signIn(page, "admin", "/admin/tenants");
  await page.getByText("Warehouse demo").click();
  await page.getByRole("button", { name: "Suspend" }).click();
  const question = page.getByRole("dialog");
  await question.getByLabel("Reason").fill("The bill is open.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Suspended").first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  await expect(async () => {
    await theirs.goto("/tenant/reports");
    await expect(theirs.getByText("The access of your organisation is suspended.")).toBeVisible({ timeout: 8000 });
  }).toPass({ timeout: 90_000 });
  await theirs.goto("/login");
  await submit(theirs, "warehouse");
  await expect(theirs.getByText("The bill is open.")).toBeVisible();

  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Active").first()).toBeVisible();
  await expect(async () => {
    await signIn(theirs, "warehouse", "/tenant/reports");
    await expect(theirs.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible({ timeout: 8000 });
  }).toPass({ timeout: 90_000 });
  await theirs.close();
});
