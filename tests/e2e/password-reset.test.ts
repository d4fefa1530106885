import { startMailServer } from "../../apps/server/src/testing/mail-server.ts";
import { test as base, expect, long } from "./product.ts";

/** A real mail server for each worker, whose mails the tests can read. */
const { url, received: mails } = await startMailServer();

const test = base.extend({});
test.use({ environment: { SMTP_URL: url } });
test.describe.configure({ mode: "serial" });

const linkIn = (mail: string) =>
  /http:\S+reset-password\S+/.exec(mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[0] ?? "";
const newPassword = "a quite different password";

test("a forgotten password is set anew through the link in a real mail, once", long, async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: /forgot/i }).click();
  await page.getByLabel("Email").fill("docman@demo.test");
  await page.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText(/if an account exists/i).first()).toBeVisible();
  await expect.poll(() => mails.filter((mail) => mail.includes("docman@demo.test")).length).toBe(1);
  const link = linkIn(mails.find((mail) => mail.includes("docman@demo.test")) ?? "");

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(page.url()).not.toContain("oobCode");
  const fields = page.locator('input[autocomplete="new-password"]');
  await fields.nth(0).fill(newPassword);
  await fields.nth(1).fill(newPassword);
  await page
    .getByRole("button", { name: /set|save|change/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);

  await page.getByLabel("Email").fill("docman@demo.test");
  await page.locator('input[autocomplete="current-password"]').fill(newPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/tenant\/docman-report/);
});

test("a link that was used already leads to a page that offers a new one", long, async ({ page }) => {
  await page.goto(linkIn(mails.find((mail) => mail.includes("docman@demo.test")) ?? ""));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/link|expired|used|no longer/i);
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /new link/i })
      .or(page.getByRole("button", { name: /new link/i }))
      .first(),
  ).toBeVisible();
});

test("an unknown address is told the same and gets no mail", long, async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("nobody@demo.test");
  await page.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText(/if an account exists/i).first()).toBeVisible();
  expect(mails.filter((mail) => mail.includes("nobody@demo.test"))).toEqual([]);
});
