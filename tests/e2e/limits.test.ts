import { expect, expectAccessible, expectGood, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

// A product of its own, which nobody has asked anything.
test.use({ environment: { MAIL_FROM: "console@limits.example" } });

test("a limit is set and reached, more is asked for, and usage tells of it", async ({ page, problems }) => {
  await signIn(page, "superadmin", "/admin/manage-aiq?view=limits");
  await page.getByRole("button", { name: "New limit" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Daily messages");
  await page.getByLabel("Applies to").selectOption("platform");
  await page.getByRole("textbox", { name: "Limit", exact: true }).fill("1");
  await page.getByRole("button", { name: "Create limit" }).click();
  await expect(page.getByRole("heading", { name: "Daily messages" })).toBeVisible();

  await page.goto("/admin/ollama-chat");
  const field = page.getByRole("textbox", { name: "Ask a question" });
  await expect(page.getByText(/^All organisations: 0 of 1 messages today/)).toBeVisible();
  await field.fill("How many orders were there?");
  await field.press("Enter");
  await expect(page.getByText("The platform has no figures of its own.").first()).toBeVisible();
  await expect(page.getByText("All organisations together have used the 1 message for today.")).toBeVisible();
  await field.fill("And yesterday?");
  await field.press("Enter");
  await expect(page.getByText("Message not sent")).toBeVisible();
  await expect(field).toHaveValue("And yesterday?");
  await expectGood(page);
  await page.getByRole("button", { name: "Ask for more" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("The month is closing");
  await page.getByRole("dialog").getByRole("button", { name: "Ask for more" }).click();
  await expect(page.getByText("You have asked for more today.")).toBeVisible();

  await page.goto("/admin/manage-aiq?view=usage");
  await page.getByRole("button", { name: "Platform", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Answers" })).toContainText("1 answer");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close answers" }).click();
  await expectGood(page);
  expect(problems.filter((problem) => !problem.includes("429"))).toEqual([]);
});
