import type { Page } from "@playwright/test";
import { openDatabase } from "./open-database.ts";
import { expect, expectAccessible, expectGood, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

async function addAccount(page: Page, code: string, name: string, type: string): Promise<void> {
  await page.getByRole("button", { name: "New account" }).click();
  const dialog = page.getByRole("dialog", { name: "New account" });
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Type").selectOption(type);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("row", { name: new RegExp(`^${code} ${name}`) })).toBeVisible();
}

/** Posts an invoice by the form; its drawer stays open. */
async function postInvoice(page: Page, { text, amount, valueDay }: { text: string; amount: string; valueDay: string }) {
  await page.goto("/tenant/ledger?view=entries");
  await page.getByRole("button", { name: "New entry" }).click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByLabel("Text").fill(text);
  await form.getByLabel("Value day").fill(valueDay);
  const [debit, credit] = ["Line 1", "Line 2"].map((name) => form.getByRole("group", { name }));
  await debit?.getByLabel("Account").selectOption({ label: "1100 Receivables" });
  await debit?.getByLabel("Debit").fill(amount);
  await debit?.getByLabel("Customer").fill("شركة النور للتجارة");
  await debit?.getByLabel("Due day").fill(valueDay);
  await credit?.getByLabel("Account").selectOption({ label: "4000 Delivery fees" });
  await credit?.getByLabel("Credit").fill("1");
  await form.getByRole("button", { name: "Post entry" }).click();
  await expect(form.getByRole("alert")).toHaveText("The entry does not balance.");
  await credit?.getByLabel("Credit").fill(amount);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Post entry" }).click();
  await expect(page.getByRole("dialog", { name: /^Entry \d+$/ })).toContainText(text);
}

/** What a statement or an entry says under a label. */
const fact = (page: Page, label: string) =>
  page.locator("dl > div", { has: page.getByText(label, { exact: true }) }).locator("dd");

test("a book is kept by two people: posted, reversed, approved, closed, and as it was written", async ({
  page: accountant,
  browser,
  product,
  problems,
}) => {
  const today = new Date();
  const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 15)).toISOString().slice(0, 10);
  const monthActs = (page: Page, act: string) =>
    page.getByRole("button", { name: `${act}: ${lastMonth.slice(0, 7)}`, exact: true });
  const manager = await browser.newPage({ baseURL: product.url });
  await signIn(accountant, "accountant", "/tenant/ledger?view=accounts");
  await addAccount(accountant, "1100", "Receivables", "receivable");
  await addAccount(accountant, "4000", "Delivery fees", "income");

  await postInvoice(accountant, { text: "Deliveries of the week", amount: "1,250.50", valueDay: lastMonth });
  await accountant.goto("/tenant/ledger?account=1100");
  await expect(fact(accountant, "Opening balance")).toHaveText("0.00");
  await expect(fact(accountant, "Debits")).toHaveText("1,250.50");
  await expect(fact(accountant, "Closing balance")).toHaveText("1,250.50 Dr");
  await expect(fact(accountant, "Check")).toContainText("Adds up");
  await expectGood(accountant);

  // A month opens in the statement, and a figure of the ageing opens its lines.
  const month = accountant.getByRole("table", { name: "Balances by month" }).getByRole("row").last();
  await expect(month).toContainText("1,250.50 Dr");
  await month.getByRole("button").click();
  await expect(accountant.getByLabel("From", { exact: true })).toHaveValue(`${lastMonth.slice(0, 7)}-01`);
  await expect(fact(accountant, "Closing balance")).toHaveText("1,250.50 Dr");
  await accountant.getByRole("tab", { name: "Ageing" }).click();
  const figure = accountant.getByRole("button", { name: /^1,250.50: .* days late, شركة النور للتجارة$/ });
  await figure.click();
  const lines = accountant.getByRole("dialog", { name: "شركة النور للتجارة" });
  await expect(lines.getByText("Deliveries of the week")).toBeVisible();
  await accountant.reload();
  await expect(lines.getByText("Deliveries of the week")).toBeVisible();
  await expectGood(accountant);
  await accountant.keyboard.press("Escape");
  await expect(lines).toBeHidden();
  await expect(figure).toBeVisible();
  await accountant.goto("/tenant/ledger?account=1100");

  await accountant.getByRole("button", { name: "1", exact: true }).click();
  await accountant.getByRole("button", { name: "Reverse entry" }).click();
  const reversal = accountant.getByRole("dialog", { name: "Reverse entry 1" });
  await reversal.getByLabel("Reason").fill("Invoiced twice");
  await reversal.getByRole("button", { name: "Reverse entry" }).click();
  await expect(fact(accountant, "State")).toHaveText("Reversed");
  await accountant.getByRole("button", { name: "Open its reversal (2)" }).click();
  await expect(fact(accountant, "State")).toHaveText("Reverses 1");
  await accountant.getByRole("button", { name: "Close the entry" }).click();
  await expect(fact(accountant, "Closing balance")).toHaveText("0.00");

  await signIn(manager, "acme", "/tenant/ledger?view=months");
  await manager.getByLabel("Second person from, in USD").fill("1,000");
  await manager.getByRole("button", { name: "Save limit" }).click();
  await expect(manager.getByText("The limit holds from the next entry on.")).toBeVisible();
  await postInvoice(accountant, { text: "A large delivery", amount: "5000", valueDay: lastMonth });
  await expect(fact(accountant, "State")).toHaveText("Waits for approval");
  await expect(accountant.getByText("You have made this entry. Someone else approves it.")).toBeVisible();
  await manager.goto("/tenant/ledger?view=entries&state=pending");
  await manager.getByRole("button", { name: "3", exact: true }).click();
  await manager.getByRole("button", { name: "Approve entry" }).click();
  await expect(fact(manager, "State")).toHaveText("Posted");
  await expect(fact(manager, "Approved")).toContainText("by Amira Acme");
  await expectAccessible(manager);

  await accountant.goto("/tenant/ledger?view=entries");
  await expect(accountant.getByText("A large delivery")).toBeVisible();
  await expectGood(accountant);
  await accountant.getByRole("tab", { name: "Months" }).click();
  await monthActs(accountant, "Ask to close").click();
  await expect(monthActs(accountant, "Withdraw")).toBeVisible();
  await manager.goto("/tenant/ledger?view=months");
  await monthActs(manager, "Close").click();
  await expect(manager.getByText("Closed by Amira Acme")).toBeVisible();

  // What comes late counts in the open month and keeps its value day, also once the other month is open again.
  await postInvoice(accountant, { text: "A late delivery", amount: "100", valueDay: lastMonth });
  await expect(fact(accountant, "State")).toHaveText("Posted");
  await expect(fact(accountant, "Value day")).toContainText("(back-dated)");
  await accountant.goto("/tenant/ledger?view=months");
  await monthActs(accountant, "Ask to reopen").click();
  await expect(monthActs(accountant, "Withdraw")).toBeVisible();
  await manager.reload();
  await monthActs(manager, "Reopen").click();
  await expect(monthActs(manager, "Ask to close")).toBeVisible();

  await manager.getByRole("button", { name: "Verify the book" }).click();
  await expect(manager.getByText("5 records and 8 lines are as they were written.")).toBeVisible();
  // Somebody with all rights on the database changes an entry behind the product's back.
  const database = await openDatabase(product.dataDir);
  const rename = (from: string, to: string) =>
    database.query("update ledger_entries set text = $2 where tenant_id = 'demo-acme' and text = $1", [from, to]);
  await rename("A large delivery", "A small delivery");
  await manager.getByRole("button", { name: "Verify the book" }).click();
  await expect(manager.getByText(/Changed: entry 3 of .*“A small delivery”/)).toBeVisible();
  await expectAccessible(manager);
  await rename("A small delivery", "A large delivery");
  await database.end();
  await manager.getByRole("button", { name: "Verify the book" }).click();
  await expect(manager.getByText("5 records and 8 lines are as they were written.")).toBeVisible();
  await manager.close();
  expect(problems).toEqual([]);
});
