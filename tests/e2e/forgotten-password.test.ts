import { expect, expectAccessible, long, printedLink, test } from "./product.ts";
import { emailField, password, signIn, stored } from "./sign-in-form.ts";

test(
  "a forgotten password is answered the same for anyone, and may be asked for again after a minute",
  long,
  async ({ page }) => {
    await page.clock.install();
    await page.goto("/login");
    await emailField(page).fill("nobody@demo.test");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(emailField(page)).toHaveValue("nobody@demo.test");
    await expect(emailField(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("If an account exists for nobody@demo.test, we sent a link to it.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Send again in/ })).toBeDisabled();
    await page.clock.fastForward(61_000);
    await expect(page.getByRole("button", { name: "Send again" })).toBeEnabled();
  },
);

test("a link without a code that works leads to a new one, and its code leaves the address", long, async ({ page }) => {
  await page.goto("/reset-password?mode=resetPassword&oobCode=no-such-code");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await expect(page).toHaveURL("/reset-password");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("a new password follows the rules, is typed twice, and leads to the sign-in", long, async ({ page }) => {
  const sent: unknown[] = [];
  await page.route("**/v1/accounts:resetPassword*", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { requestType: "PASSWORD_RESET", email: "noor@haddad.example" } });
  });
  await page.goto("/reset-password?mode=resetPassword&oobCode=code");
  const first = page.getByRole("textbox", { name: "New password" });
  const second = page.getByRole("textbox", { name: "Repeat the password" });
  await first.fill("short");
  await second.fill("other");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await expect(second).toHaveAttribute("aria-invalid", "true");
  await first.fill("Correct-horse-battery-7");
  await second.fill("Correct-horse-battery-7");
  await expect(page.getByText("Very hard to guess.")).toBeVisible();
  expect(sent).toEqual([{ oobCode: "code" }]);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL("/login?note=password-changed");
  await expect(page.getByText("Your password was changed. Sign in with the new one.")).toBeVisible();
  expect(sent[1]).toEqual({ oobCode: "code", newPassword: "Correct-horse-battery-7" });
  expect(await stored(page)).toBeNull();
});

test("a forgotten password is mailed, set by its link once, and ends the open session", async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, "acme");
  const context = await browser.newContext({ baseURL: product.url });
  const owner = await context.newPage();
  await owner.goto("/forgot-password");
  await emailField(owner).fill("acme@demo.test");
  await owner.keyboard.press("Enter");
  await expect(owner.getByText(/we sent a link/)).toBeVisible();
  const link = await printedLink(product, "acme@demo.test", "oobCode=");
  await owner.goto(link);
  await expect(owner.getByText("For the account acme@demo.test.")).toBeVisible();
  await expect(owner).toHaveURL("/reset-password");
  await owner.getByRole("textbox", { name: "New password" }).fill(password);
  await owner.getByRole("textbox", { name: "Repeat the password" }).fill(password);
  await owner.keyboard.press("Enter");
  await expect(owner).toHaveURL("/login?note=password-changed");
  await owner.goto(link);
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  // The page may have noticed by itself and be on its way already, which ends the reload.
  await page.reload().catch(() => null);
  await expect(page).toHaveURL(`${product.url}/`);
  await context.close();
});
