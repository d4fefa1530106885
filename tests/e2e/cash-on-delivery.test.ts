import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectGood, test } from "./product.ts";
import { password, signIn } from "./sign-in-form.ts";

// A product of its own: another journey keeps the book of the same tenant.
test.use({ environment: { MAIL_FROM: "console@cash.example" } });

const driver = "Omar Haddad";
const merchant = "متجر النور";
const hourMs = 3_600_000;
/** Days of the tenant, whose clocks are three hours ahead of UTC. */
const tenantDay = (ago: number) => new Date(Date.now() + (3 - 24 * ago) * hourMs).toISOString().slice(0, 10);
const yesterday = tenantDay(1);

/** Delivered yesterday at noon, with all of the cash collected. */
const deliveries = [
  { order: "COD-1001", customer: merchant, cash: "100.00" },
  { order: "COD-1002", customer: merchant, cash: "50.00" },
  { order: "COD-1003", customer: "Bluebird Cafe", cash: "100.00" },
];

/** Sends a file of deliveries to a tenant, and waits until all of it is in. */
async function bringDeliveries(request: APIRequestContext): Promise<void> {
  const { apiKey } = await (await request.get("/api/config")).json();
  const session = await request.post(`/v1/accounts:signInWithPassword?key=${apiKey}`, {
    data: { email: "admin@demo.test", password, returnSecureToken: true },
  });
  const headers = { authorization: `Bearer ${(await session.json()).idToken}` };
  const newNames = "take";
  const fields = {
    source_key: { from: "Task" },
    order_reference: { from: "Order" },
    status: { from: "State" },
    created_at: { from: "Created" },
    completed_at: { from: "Completed" },
    driver: { from: "Driver", newNames },
    customer: { from: "Customer", newNames },
    cod_due_minor: { from: "Cash" },
    cod_collected_minor: { from: "Cash" },
  };
  const rows = deliveries.map(
    ({ order, customer, cash }) =>
      `T-${order},${order},Delivered,${yesterday}T06:00:00Z,${yesterday}T09:00:00Z,${driver},${customer},${cash}`,
  );
  const sent = await request.post("/api/sources/tookan/imports", {
    headers,
    params: { tenant: "demo-acme", mapping: JSON.stringify({ fact: "delivery_tasks", fields }) },
    multipart: {
      file: {
        name: "deliveries.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["Task,Order,State,Created,Completed,Driver,Customer,Cash", ...rows].join("\n")),
      },
    },
  });
  expect(sent.status(), await sent.text()).toBe(202);
  const { run } = await sent.json();
  const progress = async () =>
    (await (await request.get(`/api/tenants/demo-acme/imports/${run.id}`, { headers })).json()).state;
  await expect.poll(progress).toBe("done");
}

/** What is said under a label. */
const fact = (page: Page, label: string) =>
  page.locator("dl > div", { has: page.getByText(label, { exact: true }) }).locator("dd");

/** Goes on by the Tab key alone until a field or button is reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

const openPart = (page: Page, part: string) => page.goto(`/tenant/ledger?view=cod&part=${part}`);

test("cash of the door is handed in short, deposited, found at the bank and paid out to the merchant", async ({
  page: accountant,
  browser,
  product,
  problems,
}) => {
  await bringDeliveries(accountant.request);
  await signIn(accountant, "accountant", "/tenant/ledger?view=cod");
  await expectAccessible(accountant);
  await accountant.getByRole("button", { name: "Add accounts for cash on delivery" }).click();
  await expect(accountant.getByText("No driver has open cash in the book.")).toBeVisible();

  // A manager has deliveries post what was collected.
  const manager = await browser.newPage({ baseURL: product.url });
  await signIn(manager, "acme", "/tenant/ledger?view=months");
  await manager.getByLabel("Second person from, in USD").fill("245");
  await manager.getByRole("button", { name: "Save limit" }).click();
  await expect(manager.getByText("The limit holds from the next entry on.")).toBeVisible();
  await openPart(manager, "rules");
  await manager.getByRole("button", { name: "New rule: COD collected" }).click();
  const rule = manager.getByRole("dialog", { name: "New rule" });
  await expect(rule.getByLabel("% of the cash collected")).toHaveValue("100");
  await expectGood(manager);
  await rule.getByRole("button", { name: "Add rule" }).click();
  await manager.getByRole("button", { name: "Try COD collected" }).click();
  const trial = manager.getByRole("dialog", { name: "Trial of COD collected" });
  await expect(trial.getByText("COD-1003").first()).toBeVisible();
  await expectGood(manager);
  await trial.getByRole("button", { name: "Switch on" }).click();
  await expect(manager.getByRole("button", { name: "Switch COD collected off" })).toBeVisible();
  await expectGood(manager);

  // What the driver has is counted by keyboard alone, and is short.
  const takeIn = accountant.getByRole("button", { name: `Take in cash of ${driver}` });
  await expect(accountant.getByRole("row", { name: new RegExp(driver) }).first()).toContainText("250.00 USD");
  await takeIn.focus();
  await accountant.keyboard.press("Enter");
  const handIn = accountant.getByRole("dialog", { name: "Hand-in" });
  await expect(handIn.getByLabel("Driver")).toBeFocused();
  await tabTo(accountant, handIn.getByLabel("100.00", { exact: true }));
  await accountant.keyboard.type("2");
  await tabTo(accountant, handIn.getByLabel("20.00", { exact: true }));
  await accountant.keyboard.type("2");
  await expect(fact(accountant, "Difference")).toHaveText("10.00 USD short");
  await tabTo(accountant, handIn.getByLabel("Reason of the difference"));
  await accountant.keyboard.type("A note was torn");
  await expectAccessible(accountant);
  await accountant.keyboard.press("Enter");
  await expect(handIn).toBeHidden();
  await openPart(accountant, "handIns");
  await expect(accountant.getByText("Waits for a second person").first()).toBeVisible();
  await manager.goto("/tenant/ledger?view=entries&state=pending");
  await manager
    .getByRole("row", { name: /Hand-in/ })
    .getByRole("button")
    .first()
    .click();
  await manager.getByRole("button", { name: "Approve entry" }).click();
  await expect(fact(manager, "State")).toHaveText("Posted");
  await manager.close();
  await expect(accountant.getByRole("row", { name: /A note was torn/ })).toContainText("Posted");
  await expectGood(accountant);

  await openPart(accountant, "deposits");
  await accountant.getByRole("button", { name: "Deposit cash" }).click();
  const deposit = accountant.getByRole("dialog", { name: "Deposit" });
  await deposit.getByLabel(new RegExp(`${driver}.*240.00 USD`)).check();
  await deposit.getByLabel("Reference").fill("SLIP-7");
  await expectAccessible(accountant);
  await deposit.getByRole("button", { name: "Deposit cash" }).click();
  await expect(accountant.getByRole("row", { name: /SLIP-7/ })).toContainText("Posted");

  // The bank knows of it.
  await accountant.goto("/tenant/ledger?view=bank");
  await expect(accountant.getByRole("heading", { name: "No file imported yet" })).toBeVisible();
  await expectGood(accountant);
  await accountant.getByRole("button", { name: "Import file" }).click();
  const today = tenantDay(0);
  await accountant.locator("input[type=file]").setInputFiles({
    name: "bank.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Date,Description,Reference,Amount\n${today},Cash deposit,SLIP-7,240.00\n`),
  });
  await expect(accountant.getByText("1 row: 1 new, 0 duplicate, 0 rejected.")).toBeVisible();
  await expectGood(accountant);
  await accountant.getByRole("button", { name: "Import lines" }).click();
  await expect(accountant.getByRole("button", { name: "Accept 1 clear suggestion" })).toBeEnabled();
  await expectGood(accountant);
  await accountant.getByRole("button", { name: "Accept: Cash deposit" }).click();
  await expect(accountant.getByText("Every line of the bank is matched or explained.")).toBeVisible();
  await expect(fact(accountant, "Balance the bank should show")).toHaveText("240.00 Dr USD");

  // The three ways say what is short until somebody explains it.
  await openPart(accountant, "matching");
  const day = accountant.getByRole("row", { name: /Short/ });
  await expect(day).toContainText("A note was torn");
  await expect(day.getByRole("cell", { name: "240.00" })).toHaveCount(3);
  await accountant.getByRole("button", { name: `Explain: ${driver}, ${yesterday}` }).click();
  const explanation = accountant.getByRole("dialog");
  await explanation.getByLabel("Reason").fill("The driver brings it on Monday");
  await explanation.getByLabel("Owner").fill("Amira Acme");
  await explanation.getByRole("button", { name: "Explain" }).click();
  await expect(day).toContainText("The driver brings it on Monday");
  await expectGood(accountant);

  await openPart(accountant, "payouts");
  await accountant.getByRole("button", { name: `Pay out to ${merchant}` }).click();
  const payout = accountant.getByRole("dialog", { name: `Payout to ${merchant}` });
  await expect(payout.getByText("COD-1002")).toBeVisible();
  await expect(fact(accountant, "Pays, USD")).toHaveText("150.00");
  await expectGood(accountant);
  await payout.getByRole("button", { name: "Pay out" }).click();
  await accountant.getByRole("button", { name: `Lines of the payout to ${merchant}` }).click();
  await expect(payout.getByText("COD-1001")).toBeVisible();
  await payout.getByRole("button", { name: "Close the payout" }).click();
  await expectGood(accountant);

  await accountant.goto(`/tenant/ledger?customer=${encodeURIComponent(merchant)}`);
  await expect(fact(accountant, "Closing balance")).toHaveText("0.00");
  await expectGood(accountant);
  const download = accountant.waitForEvent("download");
  await accountant.getByRole("button", { name: "Save as PDF" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expectAccessible(accountant);

  // The driver owes nothing any more.
  await accountant.goto("/tenant/ledger");
  await accountant.getByLabel("Statement of").selectOption("Driver");
  await accountant.getByRole("combobox", { name: "Driver", exact: true }).fill("omar");
  await expectAccessible(accountant);
  await accountant.getByRole("option", { name: driver }).click();
  await expect(fact(accountant, "Closing balance")).toHaveText("0.00");
  await expectGood(accountant);

  await accountant.goto("/tenant/orders/COD-1001");
  await expect(accountant.getByText(driver).first()).toBeVisible();
  await expectGood(accountant);

  await accountant.goto("/tenant/ledger?view=months");
  await accountant.getByRole("button", { name: "Verify the book" }).click();
  await expect(accountant.getByText(/are as they were written/)).toBeVisible();
  expect(problems).toEqual([]);
});
