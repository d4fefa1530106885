import type { Page } from "@playwright/test";
import { demo, expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.use({ environment: demo });
test.describe.configure({ mode: "default", timeout: 240_000 });

const box = (page: Page) => page.getByRole("region", { name: "Questions" });
const sentence = (page: Page) => box(page).getByRole("status");
const chips = (page: Page) => box(page).getByRole("list", { name: "Taken to be meant" });
const rateChange = (page: Page) => page.getByRole("button", { name: /^Explain this change: On-time rate/ });
const phone = { width: 360, height: 740 };

/** Asks from the palette, once the page listens for its keys. */
async function askInPalette(page: Page, question: string) {
  const search = page.getByRole("combobox", { name: "Search" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(search).toBeVisible({ timeout: 1000 });
  }).toPass();
  await search.fill(question);
  await page.getByRole("option", { name: `Ask: “${question}”` }).click();
}

/** Explains the change of a rate from its tile. */
async function explainRate(page: Page) {
  await page.goto("/tenant/tookan-report?period=last_month&compare=previous_period");
  await rateChange(page).press("Enter");
  const drawer = page.getByRole("dialog", { name: "Change in On-time rate" });
  await expect(drawer.getByRole("heading", { name: "What the change came from" })).toBeVisible();
  return drawer;
}

async function ask(page: Page, question: string) {
  await box(page).getByRole("textbox").first().fill(question);
  await page.keyboard.press("Enter");
}

test("a question is asked on a report in its context, changed, followed up and opened there", async ({
  page,
  problems,
}) => {
  await signIn(page, "acme", "/tenant/tookan-report?period=last_month&zone=C");
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
  await askInPalette(page, "deliveries last month");
  await expect(page).toHaveURL(/\/tenant\/my-aiq\?c=/);
  await expect(sentence(page)).toContainText(/^Deliveries, .*: \d+/);
  const conversation = page.url();
  // The same question is asked again, in a conversation of its own.
  await askInPalette(page, "deliveries last month");
  await expect(page).not.toHaveURL(conversation);
  await expect(page).toHaveURL(/\/tenant\/my-aiq\?c=/);
  await expect(sentence(page)).toContainText(/^Deliveries, .*: \d+/);
  await page.getByRole("button", { name: "New conversation" }).first().click();
  await box(page).getByRole("list", { name: "Suggested questions" }).getByRole("button").first().click();
  await expect(sentence(page)).toContainText("Failed deliveries");
  expect(problems).toEqual([]);
});

test("a change on a tile is explained by keyboard: in words, as a bridge and as a table", async ({
  page,
  problems,
}) => {
  await signIn(page, "acme");
  const drawer = await explainRate(page);
  await expect(drawer.getByRole("status")).toContainText(/^On-time rate, .*\d%/);
  await expect(drawer.getByText(/^Of .* came from changes within each .* from the mix\.$/)).toBeVisible();
  await expect(drawer.getByRole("slider", { name: /^On-time rate: change by / })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "View as table" }).press("Enter");
  const table = drawer.getByRole("table", { name: /^On-time rate: change by / });
  await expect(table.getByRole("columnheader")).toHaveCount(6);
  await expect(table.getByRole("row").last()).toContainText("All");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(rateChange(page)).toBeFocused();
  expect(problems).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious in questions in the ${colorScheme} theme, and they fit a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, "acme");
    await ask(page, "deliveries by zone and driver last month compared with the month before");
    await expect(chips(page)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const drawer = await explainRate(page);
    await drawer.getByRole("button", { name: "View as table" }).click();
    const room = drawer.getByRole("region", { name: /^On-time rate: change by / });
    expect(await room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    await expect(room.getByRole("columnheader").last()).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
