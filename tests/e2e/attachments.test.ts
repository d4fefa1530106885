import type { Page } from "@playwright/test";
import { makePdf, pdfPage } from "../../apps/server/src/connectors/documents/documents-for-tests.ts";
import { expect, expectGood, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.use({ environment: { DEMO_DATA: "0" } });
test.describe.configure({ mode: "default", timeout: 240_000 });

const room = (page: Page) => page.getByRole("region", { name: "Questions" });
const field = (page: Page) => room(page).getByRole("textbox", { name: "Ask a question" });
const answers = (page: Page) => room(page).getByRole("article", { name: "Answer", exact: true });
const attached = (page: Page) => room(page).getByRole("list", { name: "Attached files" });

test("a file is attached, asked about, opened at its place, listed and removed", async ({ page, problems }) => {
  await signIn(page, "acme");
  await page.goto("/tenant/my-aiq");
  await room(page).getByRole("button", { name: "Attach files" }).click();
  const dialog = page.getByRole("dialog", { name: "Attach files" });
  await expect(dialog.getByText("Up to 20 MB, 300 pages", { exact: false })).toBeVisible();
  await expectGood(page);
  const pdf = await makePdf([
    pdfPage("# Warehouse contract", "The lease of the warehouse ends on 31 October 2027."),
    pdfPage("# Notice", "Either side gives notice nine months before the lease ends, by registered letter."),
  ]);
  const text = "# Forklifts\n\nA forklift is charged overnight at the northern gate.\n";
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "From this device" }).click();
  await (await chooser).setFiles([
    { name: "contract.pdf", mimeType: "application/pdf", buffer: pdf },
    { name: "forklifts.txt", mimeType: "text/plain", buffer: Buffer.from(text) },
    { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 and nothing else") },
  ]);
  await expect(attached(page).getByText(/ready$/)).toHaveCount(2);
  await expect(attached(page).getByText(/^broken\.pdf: /)).toBeVisible();
  await expectGood(page);
  await attached(page).getByRole("button", { name: "Remove broken.pdf" }).click();

  await field(page).fill("How long before the end of the lease does either side give notice?");
  await page.keyboard.press("Enter");
  await expect(answers(page)).toContainText("your file is about it.");
  await expect(answers(page)).toContainText("Either side gives notice nine months before the lease ends");
  await expect(answers(page)).toContainText("From your file");
  await expectGood(page);
  await answers(page).getByRole("button", { name: "Open contract.pdf at this passage" }).click();
  const drawer = page.getByRole("dialog", { name: "contract.pdf" });
  await expect(drawer.getByText("The lease of the warehouse ends on 31 October 2027.")).toBeVisible();
  await drawer.getByRole("button", { name: "Close the file" }).click();

  await page.reload();
  await expect(attached(page).getByRole("button", { name: /^forklifts\.txt/ })).toBeVisible();
  await field(page).fill("Where is a forklift charged overnight?");
  await page.keyboard.press("Enter");
  await expect(answers(page).nth(1)).toContainText("at the northern gate");

  await page.getByRole("button", { name: "Your assistant" }).first().click();
  const own = page.getByRole("dialog", { name: "Your assistant" }).getByRole("list", { name: "Your files" });
  await expect(own.getByRole("listitem")).toHaveCount(3);
  await expect(own.getByText("used in 1 conversation", { exact: false })).toHaveCount(2);
  await own.getByRole("checkbox", { name: "Keep contract.pdf for 365 days" }).click();
  await expect(own.getByRole("checkbox", { name: "Keep contract.pdf for 365 days" })).toBeChecked();
  await own.getByRole("button", { name: "Remove forklifts.txt" }).click();
  await expect(own.getByRole("listitem")).toHaveCount(2);
  // The file below has moved under the pointer.
  await page.mouse.move(0, 0);
  await expectGood(page);
  await page.reload();
  await expect(attached(page).getByText("not there any more")).toBeVisible();
  expect(problems).toEqual([]);
});
