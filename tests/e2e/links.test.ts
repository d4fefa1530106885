import { client, closed, report } from "./embed-fixture.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, long, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.setTimeout(300_000);
test.use({ environment: { DEMO_DATA: "1", LOG_LEVEL: "debug" } });

test("an admin makes a link, sees its key once, looks at it as a visitor and revokes it", async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, "admin");
  // The client is known once its first deliveries have come in.
  await expect(async () => {
    await page.goto("/admin/links");
    await page.getByRole("button", { name: "New link" }).click();
    await page.getByLabel("Label").fill("On the counter");
    await page
      .getByRole("textbox", { name: "Tenant" })
      .or(page.getByRole("combobox", { name: "Tenant" }))
      .fill("Acme");
    await page.getByRole("option", { name: "Acme" }).click();
    await page.getByLabel("Client ID").fill(client.client);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(page.getByRole("dialog")).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 240_000 });

  const shown = page.getByRole("dialog");
  await expect(shown.getByText(/#k=/).first()).toBeVisible();
  const address = /http\S+#k=[\w-]{43}/.exec((await shown.textContent()) ?? "")?.[0] ?? "";
  expect(address).toContain(`/laiqkan/${client.tookanId}#k=`);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(address);
  await expect(report(visitor)).toBeVisible();

  await shown.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText(address.split("#k=")[1] ?? "nothing")).toHaveCount(0);
  await page.goto("/admin/links");
  await page.getByText("On the counter").first().click();
  await page.getByRole("tab", { name: "Address" }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Preview as visitor" }).click();
  const preview = await opened;
  await expect(preview.getByText(/Preview: this is what a visitor/)).toBeVisible();
  await expect(preview).not.toHaveURL(/#p=/);
  await preview.close();
  await page.getByRole("tab", { name: "Use" }).click();
  await expect(page.getByText(/1 view in the last 30 days/)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("textbox").fill("On the counter");
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Revoked").first()).toBeVisible();
  await expect(closed(visitor)).toBeVisible();
  await visitor.context().close();
});

test("a tenant with links that are open is marked as public", long, async ({ page }) => {
  await signIn(page, "admin", "/admin/tenants?search=Acme");
  await expect(page.getByText("Public", { exact: true }).first()).toBeVisible();
  await page.getByText("Acme").first().click();
  await page.getByRole("tab", { name: "Public links" }).click();
  await expect(page.getByText("Open demo report")).toBeVisible();
  await expectAccessible(page);
});
