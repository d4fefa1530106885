import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, long, longUnless, test } from "./product.ts";
import { emailField, landings, passwordField, signIn, signInByForm, stored, submit } from "./sign-in-form.ts";

const problem = (page: Page) => page.getByRole("main").getByRole("alert");

// The others' first pages are opened in every run by the journeys about what stands on them.
const mustLand = new Set(["superadmin", "other"]);
for (const [name, landing] of Object.entries(landings)) {
  test(`${name} signs in and lands on ${landing}`, longUnless(mustLand.has(name)), async ({ page, problems }) => {
    await page.goto("/login");
    await expect(emailField(page)).toBeFocused();
    await submit(page, name);
    await expect(page).toHaveURL(landing);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(problems).toEqual([]);
  });
}

test("a wrong password and an unknown address read the same, and the form keeps the address", async ({ page }) => {
  await page.goto("/login");
  for (const name of ["docman", "nobody"]) {
    await submit(page, name, "wrong-password-1");
    await expect(problem(page)).toHaveText("Incorrect email or password.");
    await expect(emailField(page)).toHaveValue(`${name}@demo.test`);
    await expect(passwordField(page)).toBeFocused();
  }
  expect(await stored(page)).toBeNull();
});

test("empty fields are named in place without asking the server", long, async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your email address.")).toBeVisible();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(emailField(page)).toBeFocused();
});

test("too many attempts count down until one may try again", long, async ({ page }) => {
  await page.route("**/v1/accounts:signInWithPassword*", (route) =>
    route.fulfill({
      status: 400,
      headers: { "retry-after": "2" },
      json: { error: { code: 400, message: "TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled." } },
    }),
  );
  await page.goto("/login");
  await submit(page, "docman", "wrong-password-1");
  await expect(problem(page)).toContainText("Access was disabled.");
  await expect(page.getByRole("button", { name: /Try again in 0:0/ })).toBeDisabled();
  await expect(page.getByRole("main").getByRole("button", { name: "Sign in" })).toBeEnabled();
});

test("a password can be shown and hidden again", long, async ({ page }) => {
  await page.goto("/login");
  await passwordField(page).fill("seen");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "password");
});

test("a demo sign-in fills in the form", long, async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "other@demo.test" }).click();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(landings.other);
});

test("a reload keeps the session, and no script can read its token", async ({ page, context }) => {
  await signInByForm(page, "tookan");
  await page.reload();
  await expect(page).toHaveURL(landings.tookan);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const readable = await page.evaluate(() => ({
    cookie: document.cookie,
    local: Object.keys(localStorage),
    fields: Object.keys(JSON.parse(localStorage.getItem("auth") ?? "{}")).sort(),
    session: JSON.stringify({ ...sessionStorage }),
  }));
  expect(readable.cookie).toBe("");
  expect(readable.local.filter((key) => !["auth", "theme", "analytics-consent"].includes(key))).toEqual([]);
  expect(readable.fields).toEqual(["isAuthenticated", "role", "tenant", "user"]);
  const secrets = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
  expect(secrets.length).toBeGreaterThan(0);
  for (const { value, sameSite } of secrets) {
    expect([sameSite, readable.session.includes(value), (await stored(page))?.includes(value)]).toEqual([
      "Strict",
      false,
      false,
    ]);
  }
});

test("a sign-in and a sign-out in one tab are seen in the other", async ({ page, context, product }) => {
  const other = await context.newPage();
  await other.goto(`${product.url}/login`);
  await expect(emailField(other)).toBeVisible();
  await signInByForm(page, "warehouse");
  await expect(other).toHaveURL(product.url + landings.warehouse);
  // The page is there, and not only its address: the one before has a heading too.
  await expect(page.getByRole("heading", { level: 1, name: "Warehouse report" })).toBeVisible();
  await page.getByRole("button", { name: /account|warehouse@demo\.test/i }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(other).toHaveURL(`${product.url}/`);
  expect(await stored(other)).toBeNull();
  await other.goto(product.url + landings.warehouse);
  await expect(other).toHaveURL(`${product.url}/`);
});

test("a deep link of a visitor leads to the first page and, after the sign-in, back to where it pointed", async ({
  page,
  product,
}) => {
  await page.goto("/admin/profile?tab=2");
  await expect(page).toHaveURL(`${product.url}/`);
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await expect(emailField(page)).toBeFocused();
  await submit(page, "admin");
  await expect(page).toHaveURL("/admin/profile?tab=2");
});

for (const next of ["https://evil.example", "//evil.example", "/\\evil.example"]) {
  test(`next=${next} is refused`, long, async ({ page, problems }) => {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await submit(page, "admin");
    await expect(page).toHaveURL("/admin");
    expect(problems).toEqual([]);
  });
}

test(
  "someone who is signed in is sent on from / and /login, and finds the way back from a public page",
  long,
  async ({ page }) => {
    await signIn(page, "genesis");
    for (const path of ["/", "/login"]) {
      await page.goto(path);
      await expect(page).toHaveURL(landings.genesis);
    }
    await page.goto("/privacy");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toHaveCount(0);
    await page.getByRole("banner").getByRole("link", { name: "Open console" }).click();
    await expect(page).toHaveURL(landings.genesis);
  },
);

test(
  "an unknown address is the not-found page for someone who is signed in, and the first page for a visitor",
  long,
  async ({ page }) => {
    await page.goto("/no/such/page");
    await expect(page).toHaveURL("/");
    await signIn(page, "admin");
    await page.goto("/no/such/page");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/not found/i);
    await expectAccessible(page);
  },
);

test("a session that the server ended sends the open page to the start", async ({ page }) => {
  await signIn(page, "admin");
  await page.route("**/v1/token*", (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: "TOKEN_EXPIRED" } } }),
  );
  await page.goto("/admin/profile");
  await expect(page).toHaveURL("/");
  expect(await stored(page)).toBeNull();
});

test("a start without a connection to the server keeps who was signed in", long, async ({ page }) => {
  await signIn(page, "admin");
  await page.route("**/v1/token*", (route) => route.abort());
  await page.reload();
  await expect(page).toHaveURL("/admin");
  expect(await stored(page)).not.toBeNull();
});

const resetLink = "/reset-password?mode=resetPassword&oobCode=code";
const forms = { "/login": "Sign in", "/forgot-password": "Send link", [resetLink]: "Set new password" };

for (const colorScheme of ["light", "dark"] as const) {
  for (const [path, button] of Object.entries(forms)) {
    test(
      `axe finds nothing serious on ${path} in the ${colorScheme} theme, which fits a narrow phone`,
      longUnless(colorScheme === "light"),
      async ({ page }) => {
        await page.route("**/v1/accounts:resetPassword*", (route) =>
          route.fulfill({ json: { requestType: "PASSWORD_RESET", email: "noor@haddad.example" } }),
        );
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(path);
        await expectAccessible(page);
        await page.setViewportSize({ width: 360, height: 740 });
        await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
        await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      },
    );
  }
}
