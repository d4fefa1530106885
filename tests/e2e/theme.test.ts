import type { Page } from "@playwright/test";
import { expect, long, test } from "./product.ts";

const theme = (page: Page) => page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("theme"));
const expectTheme = (page: Page, expected: string) => expect.poll(() => theme(page)).toBe(expected);

test("with nothing stored the page follows the system, live, and stores nothing", long, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expectTheme(page, "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expectTheme(page, "light");
  expect(await stored(page)).toBeNull();
});

test("the switch changes the theme, stores it, and it outlives a reload and the system's change", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await expectTheme(page, "dark");
  expect(await stored(page)).toBe("dark");
  await page.reload();
  await expectTheme(page, "dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  await expectTheme(page, "dark");
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  expect(await stored(page)).toBe("light");
});

test("the theme is there before the first paint, before the app has loaded", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  expect(await theme(page)).toBe("dark");
  const style = await page.evaluate(() => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
    return { colorScheme, page: backgroundColor, body: getComputedStyle(document.body).backgroundColor };
  });
  expect(style.colorScheme).toBe("dark");
  expect([style.page, style.body]).toContain("rgb(13, 16, 20)");
});

test("a stored value that is no theme counts as none", long, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "purple"));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expectTheme(page, "dark");
});

test("another tab's choice is followed", long, async ({ page, context, product }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const other = await context.newPage();
  await other.goto(product.url);
  await other.emulateMedia({ colorScheme: "light" });
  await other.getByRole("button", { name: "Switch to dark theme" }).click();
  await expectTheme(page, "dark");
});
