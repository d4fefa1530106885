import type { Page } from "@playwright/test";
import { makePdf, pdfPage } from "../../apps/server/src/connectors/documents/documents-for-tests.ts";
import { demo, expect, expectAccessible, expectGood, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.use({ environment: demo });
test.describe.configure({ mode: "default", timeout: 240_000 });

const box = (page: Page) => page.getByRole("region", { name: "Questions" });
const sentence = (page: Page) => box(page).getByRole("status").first();
const phone = { width: 360, height: 740 };
const question = "frabbles last month";

async function ask(page: Page) {
  await box(page).getByRole("textbox").first().fill(question);
  await page.keyboard.press("Enter");
}

test("a thumbs-down becomes a word that is tried, approved and told to whoever complained", async ({
  page,
  browser,
  product,
  problems,
}) => {
  await signIn(page, "user", "/tenant/my-aiq");
  await ask(page);
  await expect(sentence(page)).toContainText("frabbles");
  await box(page).getByRole("button", { name: "No", exact: true }).click();
  await box(page).getByRole("button", { name: "Not understood" }).click();
  await box(page).getByRole("textbox", { name: "Comment (optional)" }).fill("I mean failed deliveries.");
  await box(page).getByRole("button", { name: "Send feedback" }).click();
  await expect(box(page).getByText("You will be told what becomes of it.")).toBeVisible();

  const manager = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(manager, "acme", "/tenant/feedback");
  await manager
    .getByRole("row", { name: new RegExp(question) })
    .getByText(question)
    .click();
  await manager.getByRole("tab", { name: "Training" }).click();
  await manager.getByRole("link", { name: "Make a word" }).click();
  await manager.getByRole("textbox", { name: "Word", exact: true }).fill("frabbles");
  await manager.getByLabel("Means").selectOption("Metric");
  await manager.getByLabel("Metric").selectOption("Failed deliveries");
  await manager.getByRole("button", { name: "Create word" }).click();
  await expect(manager.getByText("Draft", { exact: true }).first()).toBeVisible();
  await manager.getByRole("tab", { name: "Trial" }).click();
  await manager.getByRole("button", { name: "Try it" }).click();
  await expect(manager.getByText("Answered as expected: Failed deliveries")).toBeVisible();
  await expectAccessible(manager);
  await manager.setViewportSize(phone);
  await expectNoSidewaysScroll(manager);
  await manager.setViewportSize({ width: 1280, height: 800 });
  await manager.getByRole("button", { name: "Approve" }).first().click();
  await manager.getByRole("dialog").getByRole("button", { name: "Approve" }).click();

  const bell = page.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread", { timeout: 60_000 });
  await bell.click();
  await expect(page.getByRole("link", { name: new RegExp(`Fixed: "${question}"`) })).toBeVisible();
  await page.goto("/tenant/my-aiq");
  await ask(page);
  await expect(sentence(page)).toContainText("Failed deliveries");
  await manager.goto("/tenant/feedback");
  await expect(manager.getByRole("row", { name: new RegExp(question) })).toContainText("Fixed");
  await manager.goto("/tenant/training?view=coverage");
  await expect(manager.getByRole("heading", { name: "What was missing" })).toBeVisible();
  await expectAccessible(manager);
  expect(problems).toEqual([]);
});

test("an evaluation set is filled from tested questions, run, and stops training that makes it worse", async ({
  page,
  problems,
}) => {
  await signIn(page, "acme", "/tenant/training?view=evaluation");
  await page.getByRole("button", { name: "New evaluation set" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Morning meeting");
  await page.getByRole("checkbox", { name: "Before training changes" }).check();
  await page.getByRole("button", { name: "Create evaluation set" }).click();
  await expect(page.getByRole("heading", { name: "Morning meeting" })).toBeVisible();

  await page.goto(`/tenant/training?view=test&question=${encodeURIComponent("failed deliveries last month")}`);
  await expect(page.getByRole("heading", { name: "Outcome: Answered" })).toBeVisible();
  await page.getByRole("combobox", { name: "Evaluation set" }).fill("Morning");
  await page.getByRole("option", { name: "Morning meeting" }).click();
  await page.getByRole("button", { name: "Save as test" }).click();
  await expect(page.getByText("Saved to the evaluation set.")).toBeVisible();

  await page.goto("/tenant/training?view=evaluation");
  await page
    .getByRole("row", { name: /Morning meeting/ })
    .getByText("Morning meeting")
    .click();
  await page.getByRole("tab", { name: "Runs" }).click();
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("1 of 1 right", { exact: false })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto("/tenant/training?view=words&do=new&word=failed");
  await page.getByLabel("Means").selectOption("Nothing");
  await page.getByRole("button", { name: "Create word" }).click();
  await expect(page.getByText(/would be answered worse, such as "failed deliveries last month"/).first()).toBeVisible();
  expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
});

/** How many dots of the shown page are not white. */
const countInk = (page: Page) =>
  page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return data.filter((value, at) => at % 4 === 0 && value < 128).length;
  });

test("a passage is opened on its page of a PDF, from its document and from an answer", async ({ page, problems }) => {
  const content = await makePdf([
    pdfPage("# Depot handbook", "This handbook is for everybody who works at the depot."),
    pdfPage("# Forklifts", "The walrus rule says that each forklift stops before the gate."),
    (pdf) => {
      pdf.addNamedJavaScript("open", "app.launchURL('https://evil.test/')");
      pdfPage("# Keys", "Keys hang in the cabinet behind the counter.")(pdf);
      pdf.text("More about keys", { link: "https://evil.test/" });
    },
  ]);
  await signIn(page, "acme", "/tenant/training?view=documents&do=new");
  const file = { name: "depot handbook.pdf", mimeType: "application/pdf", buffer: content };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("button", { name: "Open depot handbook.pdf" }).click();
  await expect(page.getByText("Searchable", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Passages" }).click();
  await page.getByRole("button", { name: "Open the document at passage 2" }).click();

  const source = page.getByRole("region", { name: "depot handbook.pdf" });
  const sheet = source.getByRole("img");
  await expect(sheet).toHaveAttribute("data-page", "2");
  await expect(source.getByRole("status")).toHaveText("Page 2 of 3");
  expect(await countInk(page)).toBeGreaterThan(100);
  await expect(source.locator("[data-mark]")).toHaveCount(1);
  await page.getByRole("button", { name: "Open the document at passage 3" }).click();
  await expect(sheet).toHaveAttribute("data-page", "3");
  await source.getByRole("region", { name: "Page" }).press("PageUp");
  await expect(sheet).toHaveAttribute("data-page", "2");
  await source.getByRole("button", { name: "Zoom in" }).click();
  await source.getByRole("button", { name: "Previous page" }).click();
  await expect(sheet).toHaveAttribute("data-page", "1");
  await expectGood(page);
  await page.reload();
  await expect(sheet).toHaveAttribute("data-page", "3");
  const download = page.waitForEvent("download");
  await source.getByRole("button", { name: "Download original" }).click();
  expect((await download).suggestedFilename()).toBe("depot handbook.pdf");

  await page.goto("/tenant/my-aiq");
  await box(page).getByRole("textbox").first().fill("What is our walrus rule?");
  await page.keyboard.press("Enter");
  await box(page).getByRole("button", { name: "Open depot handbook at this passage" }).click();
  const sheetInAnswer = page.getByRole("dialog").getByRole("img", { name: "Page 2 of 3 of depot handbook.pdf" });
  await expect(sheetInAnswer).toHaveAttribute("data-page", "2");
  await expectGood(page);
  expect(problems).toEqual([]);
});
