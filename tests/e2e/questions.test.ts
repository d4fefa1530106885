import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.use({ environment: { DEMO_DATA: "1" } });
test.describe.configure({ mode: "default", timeout: 240_000 });

const box = (page: Page) => page.getByRole("region", { name: "Questions" });
const sentence = (page: Page) => box(page).getByRole("status");
const chips = (page: Page) => box(page).getByRole("list", { name: "Taken to be meant" });

async function ask(page: Page, question: string) {
  await box(page).getByRole("textbox").first().fill(question);
  await page.keyboard.press("Enter");
}

test("a question is asked on a report in its context, changed, followed up and opened there", async ({
  page,
  problems,
}) => {
  await signIn(page, "acme");
  await page.goto("/tenant/tookan-report?period=last_month&zone=C");
  await ask(page, "failed deliveries by reason");
  await expect(sentence(page)).toContainText("Failed deliveries");
  await expect(chips(page).getByRole("button", { name: "Delivery zone is C", exact: true })).toBeVisible();

  await chips(page).getByRole("button", { name: "Failed deliveries", exact: true }).click();
  await chips(page).getByRole("textbox", { name: "Metric" }).fill("late");
  await chips(page).getByRole("button", { name: "Late deliveries", exact: true }).click();
  await expect(sentence(page)).not.toContainText("Failed deliveries");
  await chips(page).getByRole("button", { name: "Remove: By failure reason" }).click();
  await expect(sentence(page)).toContainText(/^Late deliveries, C, .*: \d+/);

  await ask(page, "by driver");
  await expect(chips(page)).toContainText("By driver");
  await expect(chips(page)).toContainText("Late deliveries");
  await page.getByRole("link", { name: "Open in report" }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=.*zone=C/);
  expect(problems).toEqual([]);
});

test("a question back is answered by keyboard", async ({ page, problems }) => {
  await signIn(page, "acme");
  await ask(page, "turnover");
  const meanings = box(page).getByRole("list", { name: "Meanings" }).getByRole("button");
  await expect(meanings.first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(meanings.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(sentence(page)).toContainText(/\d/);
  await expect(sentence(page)).toBeFocused();
  expect(problems).toEqual([]);
});

test("what is typed into the palette is asked on its own page, which suggests more", async ({ page, problems }) => {
  await signIn(page, "acme");
  await expect(box(page)).toBeVisible();
  const search = page.getByRole("combobox", { name: "Search" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(search).toBeVisible({ timeout: 1000 });
  }).toPass();
  await search.fill("deliveries last month");
  await page.getByRole("option", { name: "Ask: “deliveries last month”" }).click();
  await expect(page).toHaveURL(/\/tenant\/my-aiq\?q=deliveries/);
  await expect(sentence(page)).toContainText(/^Deliveries, .*: \d+/);
  await box(page).getByRole("button", { name: "New question" }).click();
  await box(page).getByRole("list", { name: "Suggested questions" }).getByRole("button").first().click();
  await expect(sentence(page)).toContainText("Failed deliveries");
  expect(problems).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious in an answer in the ${colorScheme} theme, which fits a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, "acme");
    await ask(page, "deliveries by zone and driver last month compared with the month before");
    await expect(chips(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
