import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, long, longUnless, test } from "./product.ts";
import { type landings, signIn } from "./sign-in-form.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const section = (page: Page, name: string) => page.getByRole("region", { name });
const saved = (page: Page) => page.getByText("Your changes are saved.");

test("an admin sees how many tenants, users and waiting requests there are", async ({ page, problems }) => {
  await signIn(page, "admin");
  await expect(heading(page, "Dashboard")).toBeVisible();
  const cards = page.getByRole("list", { name: "Counts" }).getByRole("listitem");
  await expect(cards).toHaveCount(3);
  await expect(cards.filter({ hasText: "Tenants" }).getByText(/^[1-9]/)).toBeVisible();
  await expect(cards.filter({ hasText: "Users" }).getByText(/^[1-9]/)).toBeVisible();
  await expect(cards.filter({ hasText: "Waiting requests" }).getByText(/^\d/)).toBeVisible();
  expect(problems).toEqual([]);
});

test("counts that cannot be read are told, with a way to try again", long, async ({ page }) => {
  await page.route("**/api/platform/counts", (route) => route.fulfill({ status: 500, body: "" }));
  await signIn(page, "admin");
  await expect(page.getByRole("heading", { name: "The counts could not be loaded" })).toBeVisible();
  await page.unroute("**/api/platform/counts");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("list", { name: "Counts" })).toBeVisible();
});

test("a tenant's user meets 403 on /admin, inside the console, and the API refuses too", async ({ page }) => {
  await signIn(page, "tookan");
  const asked = page.waitForRequest((request) => request.url().includes("/api/users/"));
  await page.goto("/admin");
  const { authorization = "" } = await (await asked).allHeaders();
  await expect(heading(page, "You have no access to this page")).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link", { name: "Delivery report" })).toBeVisible();
  await expect(navigation.locator('a[href^="/admin"]')).toHaveCount(0);
  await expect(page.getByRole("banner")).toHaveCount(1);
  const answer = await page.request.get("/api/platform/counts", { headers: { authorization } });
  expect(answer.status()).toBe(403);
});

for (const [person, title] of [
  ["tookan", "Delivery report"],
  ["warehouse", "Warehouse report"],
  ["genesis", "Branch report"],
  ["docman", "Document report"],
  ["other", "My figures"],
] as const) {
  test(
    `${person} starts at "${title}", which says honestly that it is empty`,
    longUnless(person === "tookan"),
    async ({ page }) => {
      await signIn(page, person);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(/^No data/);
    },
  );
}

test("an assistant of another name is a page that does not exist", long, async ({ page }) => {
  await signIn(page, "other", "/tenant/my-something-else");
  await expect(heading(page, "Page not found")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("what was changed in the profile survives a reload", async ({ page, problems }) => {
  await signIn(page, "warehouse", "/tenant/profile");
  const name = `Wafa ${Date.now()}`;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Phone", { exact: true }).fill("+971 50 123 4567");
  await page.getByLabel("Dates", { exact: true }).selectOption("ymd");
  await page.getByLabel("Dark", { exact: true }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("Phone", { exact: true })).toHaveValue("+971501234567");
  await expect(page.getByText(/^Now is \d{4}-\d\d-\d\d/)).toBeVisible();
  await expect(page.getByLabel("Dark", { exact: true })).toBeChecked();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  expect(problems).toEqual([]);
});

test("a picture is made small and kept, and a file that is none is told", long, async ({ page }) => {
  await signIn(page, "docman", "/tenant/profile");
  const file = page.getByLabel("Photo file");
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.getByText("This file is not an image.")).toBeVisible();
  await file.setInputFiles({ name: "page.png", mimeType: "image/png", buffer: await page.screenshot() });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("banner").locator("img")).toHaveAttribute("src", /^data:image\/webp;base64,/);
});

test("an incomplete phone number is told at its field and nothing is sent", long, async ({ page }) => {
  await signIn(page, "acme", "/tenant/profile");
  await page.getByLabel("Phone", { exact: true }).fill("050");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Phone", { exact: true })).toBeFocused();
  await expect(page.getByText("Enter the full number")).toBeVisible();
});

test("leaving with unsaved changes is asked about", long, async ({ page }) => {
  await signIn(page, "acme", "/tenant/profile");
  await page.getByLabel("Name", { exact: true }).fill("Not saved");
  const report = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Delivery report" });
  await report.click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Not saved");
  await report.click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(heading(page, "Delivery report")).toBeVisible();
});

test("a wrong current password is told, for a new password and for a new address", long, async ({ page }) => {
  await signIn(page, "genesis", "/tenant/profile");
  const password = section(page, "Password");
  await password.getByLabel("Current password", { exact: true }).fill("not-my-password");
  await password.getByLabel("New password", { exact: true }).fill("a-much-better-password-1");
  await password.getByLabel("New password again", { exact: true }).fill("a-much-better-password-1");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("Incorrect email or password.")).toBeVisible();
  const email = section(page, "Email address");
  await email.getByLabel("New email", { exact: true }).fill("other-genesis@demo.test");
  await email.getByLabel("Current password", { exact: true }).fill("not-my-password");
  await email.getByRole("button", { name: "Send confirmation" }).click();
  await expect(email.getByText("Incorrect email or password.")).toBeVisible();
});

test("a session on another device is listed and can be ended from here", async ({ page, browser, product }) => {
  const other = await browser.newContext({ baseURL: product.url });
  await signIn(await other.newPage(), "superadmin");
  await signIn(page, "superadmin", "/admin/profile");
  const sessions = section(page, "Sessions");
  await expect(sessions.getByText("This device")).toHaveCount(1);
  await sessions.getByRole("button", { name: "End all others" }).click();
  await expect(sessions.getByText("You are not signed in anywhere else.")).toBeVisible();
  await other.close();
});

test("the command palette finds and opens a page by keyboard alone", async ({ page }) => {
  await signIn(page, "tookan");
  await expect(heading(page, "Delivery report")).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search", exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type("zzz");
  await expect(page.getByText("No results for")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  const company = ["Sources", "Users", "Feedback", "Training", "Audit", "Status"];
  const titles = ["My figures", "Reports", "Delivery report", "Ledger", ...company, "Profile"];
  for (const title of titles) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { selected: true })).toContainText(title);
  }
  await page.keyboard.press("Enter");
  await expect(heading(page, "Profile")).toBeFocused();
});

test("the sidebar shrinks to icons that keep their names, and stays so", long, async ({ page }) => {
  await signIn(page, "admin");
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" });
  expect((await link.boundingBox())?.width).toBeLessThan(64);
});

test("on a phone the pages are in a drawer, which closes when one is chosen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, "tookan");
  await page.getByRole("button", { name: "Open navigation" }).click();
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  await drawer.getByRole("link", { name: "Profile" }).click();
  await expect(heading(page, "Profile")).toBeVisible();
  await expect(drawer).toHaveCount(0);
});

test("the user menu says who is signed in, and signs out", async ({ page }) => {
  await signIn(page, "tookan");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByText("tookan@demo.test")).toBeVisible();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/tenant/profile");
  await expect(heading(page, "Profile")).toHaveCount(0);
});

for (const path of ["/embedded/tookan-report", "/laiqkan/1001"]) {
  test(
    `${path} is closed, says no more, and stands without the console`,
    longUnless(path === "/laiqkan/1001"),
    async ({ page, problems }) => {
      await page.goto(path);
      await expect(heading(page, "This report is not open.")).toBeVisible();
      await expect(page.getByRole("banner")).toHaveCount(0);
      await expect(page.getByRole("navigation")).toHaveCount(0);
      // The browser notes that the exchange was refused.
      expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
    },
  );
}

const places: { person: keyof typeof landings; path: string; title: string }[] = [
  { person: "admin", path: "/admin", title: "Dashboard" },
  { person: "tookan", path: "/tenant/tookan-report", title: "Delivery report" },
  { person: "tookan", path: "/tenant/profile", title: "Profile" },
];

/** A page that follows events never stops asking, so that a quiet network tells nothing. */
const expectLoaded = (page: Page) => expect(page.locator("main [data-loading]")).toHaveCount(0);

for (const { person, path, title } of places) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(
      `axe finds nothing serious on ${path} in the ${colorScheme} theme`,
      longUnless(colorScheme === "light"),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await signIn(page, person, path);
        await expect(heading(page, title)).toBeVisible();
        await expectLoaded(page);
        await expectAccessible(page);
        await page.getByRole("button", { name: /^Account of/ }).click();
        await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+k");
        await expect(page.getByRole("combobox", { name: "Search", exact: true })).toBeFocused();
        await expectAccessible(page);
      },
    );
  }

  test(`${path} fits a narrow phone without scrolling sideways`, longUnless(path === "/admin"), async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, person, path);
    await expect(heading(page, title)).toBeVisible();
    await expectLoaded(page);
    await expectNoSidewaysScroll(page);
  });
}
