import type { Page } from "@playwright/test";
import {
  type ModelStandIn,
  startModelStandIn,
} from "../../apps/server/src/main/model-stand-in/start-model-stand-in.ts";
import { expect, expectAccessible, expectGood, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.use({ environment: { MODEL_HOSTS: "127.0.0.1" } });
test.describe.configure({ mode: "default", timeout: 240_000 });

let standIn: ModelStandIn;

test.beforeAll(async () => {
  standIn = await startModelStandIn();
});
test.afterAll(() => standIn?.close());

const openTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();

test("a model server is set up, tested, given a model and a policy", async ({ page, problems }) => {
  await signIn(page, "superadmin", "/admin/manage-aiq?view=models");
  await expect(page.getByText("Answers come without a model, from your own figures.")).toBeVisible();
  await page.getByRole("button", { name: "Set up a model server" }).click();

  await page.getByRole("button", { name: "New model server" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Office server");
  await page.getByRole("textbox", { name: "Address" }).fill("http://10.1.2.3:11434");
  await page.getByRole("button", { name: "Create model server" }).click();
  await expect(page.getByText(/MODEL_HOSTS\.$/).last()).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill(standIn.url);
  await page.getByRole("button", { name: "Create model server" }).click();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Test" }).click();
  await expect(page.getByText(/It answered within \d+ ms with 5 models/)).toBeVisible();
  await expectGood(page);

  await openTab(page, "Models");
  await expect(page.getByText("stand-in-tools:latest")).toBeVisible();
  await expect(page.getByText("In a cloud, not allowed").first()).toBeVisible();
  standIn.pulls.hold(2);
  await page.getByRole("button", { name: "Download model" }).click();
  await page.getByRole("textbox", { name: "Model" }).fill("fresh");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const downloads = page.getByRole("list", { name: "Downloads" });
  await expect(downloads).toContainText("500 kB of 1 MB");
  await expectGood(page);
  await page.getByRole("button", { name: "Cancel the download of fresh" }).click();
  await expect(downloads).toContainText("Cancelled");
  standIn.pulls.release();
  await page.getByRole("button", { name: "Resume the download of fresh" }).click();
  await expect(downloads).toContainText("Downloaded");
  await page.getByRole("button", { name: "fresh:latest" }).click();
  const drawer = page.getByRole("dialog", { name: "fresh:latest" });
  await drawer.getByRole("button", { name: "Load", exact: true }).click();
  await expect(drawer.getByRole("button", { name: "Unload" })).toBeVisible();
  await drawer.getByRole("button", { name: "Save hours" }).click();
  await expect(drawer.getByText("It has not been loaded by itself yet.")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Close model" }).click();

  await openTab(page, "Policies");
  await page.getByLabel("Default model", { exact: true }).selectOption({ label: "fresh:latest on Office server" });
  await page.getByRole("textbox", { name: "Instructions" }).fill("Be brief.");
  await page.getByText("Whole text that models are told").click();
  await expect(page.getByText(/Also:\s+Be brief\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("fresh:latest has passed no evaluation with these instructions.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save all the same" }).click();
  await expect(page.getByRole("region", { name: "Versions" })).toContainText("In use");
  await expectGood(page);

  await openTab(page, "Models");
  await page.getByRole("button", { name: "fresh:latest" }).click();
  await drawer.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The policy of All tenants names it.")).toBeVisible();
  await page.getByRole("button", { name: "Delete all the same" }).click();
  await expect(page.getByRole("button", { name: "fresh:latest" })).toBeHidden();
  expect(problems.filter((problem) => !/400|409/.test(problem))).toEqual([]);
});

test("a custom model is made and compared with its base", async ({ page, problems }) => {
  await signIn(page, "superadmin", "/admin/manage-aiq?view=providers&do=new");
  await page.getByRole("textbox", { name: "Name" }).fill("Second server");
  await page.getByRole("textbox", { name: "Address" }).fill(standIn.url);
  await page.getByRole("button", { name: "Create model server" }).click();
  await expect(page.getByRole("heading", { name: "Second server" })).toBeVisible();
  await page.goto("/admin/manage-aiq?view=models");
  await page.getByRole("button", { name: "Create custom model" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("brief");
  await page.getByRole("combobox", { name: "Server" }).fill("Second");
  await page.getByRole("option", { name: "Second server" }).click();
  await page.getByRole("textbox", { name: "Based on" }).fill("stand-in-tools:latest");
  await page.getByRole("textbox", { name: "Temperature" }).fill("0.2");
  await expectGood(page);
  await page.getByRole("button", { name: "Create custom model" }).click();
  await expect(page.getByRole("heading", { name: "brief:latest" })).toBeVisible();
  await expectGood(page);

  await page.goto("/admin/manage-aiq?view=evaluation");
  await page.getByLabel("Second model").selectOption({ label: "brief:latest on Second server" });
  await page.getByRole("textbox", { name: "How many" }).fill("1");
  await page.getByRole("button", { name: "Start evaluation" }).click();
  await expect(page.getByText("There are no questions to ask.")).toBeVisible();
  await expectGood(page);
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});

test("a prompt of the platform is chosen by its name, and one's own is kept", async ({ page, problems }) => {
  await signIn(page, "superadmin", "/admin/manage-aiq?view=prompts");
  await page.getByRole("button", { name: "New prompt" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Late orders");
  await page.getByRole("textbox", { name: "Text" }).fill("Late orders of {driver} last month");
  await page.getByRole("button", { name: "Create prompt" }).click();
  await expect(page.getByRole("heading", { name: "Late orders" })).toBeVisible();
  await expectGood(page);

  await page.goto("/admin/ollama-chat");
  const field = page.getByRole("textbox", { name: "Ask a question" });
  await field.fill("/");
  await expect(page.getByRole("option", { name: /Late orders/ })).toHaveAttribute("aria-selected", "true");
  await expectGood(page);
  await field.press("Enter");
  await expect(field).toHaveValue("Late orders of {driver} last month");
  await page.keyboard.type("Ann");
  await expect(field).toHaveValue("Late orders of Ann last month");
  await field.press("Enter");
  await page.getByRole("button", { name: "Save as prompt" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await field.fill("/ann");
  await expect(page.getByRole("option", { name: /Ann Yours/ })).toBeVisible();
  expect(problems).toEqual([]);
});
