import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.use({ environment: { DEMO_DATA: "1" } });
test.describe.configure({ mode: "default", timeout: 240_000 });

const room = (page: Page) => page.getByRole("region", { name: "Questions" });
const field = (page: Page) => room(page).getByRole("textbox", { name: "Ask a question" });
const answers = (page: Page) => room(page).getByRole("article", { name: "Answer", exact: true });
const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });

async function ask(page: Page, question: string) {
  await field(page).fill(question);
  await page.keyboard.press("Enter");
}

test("a conversation is kept, followed up, branched, found, renamed and deleted", async ({
  page,
  context,
  problems,
}) => {
  await signIn(page, "acme", "/tenant/my-aiq");
  await ask(page, "deliveries by driver last month");
  await expect(page).toHaveURL(/\/tenant\/my-aiq\?c=/);
  await expect(answers(page).first()).toContainText(/Deliveries, .*highest is/);
  await expect(room(page).getByRole("status").first()).toContainText(/^Deliveries, /);

  // A second tab has it too, and what is asked in one is seen in the other.
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(answers(second)).toHaveCount(1);
  await ask(page, "and the month before?");
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).nth(1)).toContainText(/Deliveries, .*highest is/);
  await expect(answers(second)).toHaveCount(2);
  await second.close();

  await page.reload();
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).nth(1)).toContainText(/Deliveries, .*highest is/);

  await field(page).focus();
  await page.keyboard.press("ArrowUp");
  await room(page).getByRole("textbox", { name: "Your message" }).fill("failed deliveries this month");
  await page.keyboard.press("Enter");
  await expect(answers(page).nth(1)).toContainText(/Failed deliveries, /);
  await expect(room(page).getByText("Version 2 of 2")).toBeVisible();
  const kept = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
  await room(page).getByRole("button", { name: "Previous version" }).click();
  await kept;
  await expect(room(page).getByText("and the month before?")).toBeVisible();
  await page.reload();
  await expect(room(page).getByText("Version 1 of 2")).toBeVisible();
  await expectAccessible(page);

  const title = "deliveries by driver last month";
  await list(page)
    .getByRole("button", { name: `More about: ${title}` })
    .click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Drivers");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(list(page).getByRole("button", { name: "Drivers", exact: true })).toBeVisible();
  await list(page).getByRole("searchbox", { name: "Search conversations" }).fill("month before");
  await expect(list(page).getByRole("button", { name: /^Drivers.*month before/ })).toBeVisible();
  await list(page).getByRole("searchbox", { name: "Search conversations" }).fill("nothing has this");
  await expect(list(page).getByText("No conversation has these words.")).toBeVisible();
  await list(page).getByRole("button", { name: "Clear search" }).click();
  await list(page).getByRole("button", { name: "More about: Drivers" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete conversation" }).click();
  await expect(page).toHaveURL(/\/tenant\/my-aiq$/);
  await expect(list(page).getByText("Your conversations appear here.", { exact: false })).toBeVisible();
  expect(problems).toEqual([]);
});

test("a conversation fits a phone in both themes, and its list opens in a drawer", async ({ page, problems }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, "acme", "/tenant/my-aiq");
  await ask(page, "turnover");
  await expect(answers(page).getByRole("list", { name: "Meanings" })).toBeVisible();
  await answers(page).getByRole("list", { name: "Meanings" }).getByRole("button").first().click();
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).nth(1)).toContainText(/\d/);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole("button", { name: "Conversations", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "turnover", exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});

test("a platform admin asks about an organisation that they choose", async ({ page, problems }) => {
  await signIn(page, "admin", "/admin/ollama-chat");
  await ask(page, "deliveries last month");
  await expect(answers(page)).toContainText("Choose an organisation to ask about its figures.");
  await page.getByRole("button", { name: "New conversation" }).first().click();
  await page.getByRole("combobox", { name: "Organisation" }).selectOption({ label: "Acme" });
  await ask(page, "deliveries last month");
  await expect(answers(page)).toContainText(/^Deliveries, .*: [\d,]+/);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
