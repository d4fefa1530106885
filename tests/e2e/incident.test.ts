import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, expectGood, test } from "./product.ts";
import { password, signIn } from "./sign-in-form.ts";

// A product of its own, whose only messages are those of this journey.
test.use({ environment: { SOURCE_HOSTS: "127.0.0.1", MAIL_FROM: "console@incident.example" } });

const sale = { id: "s1", receipt: "r1", date: "2026-03-01T10:00:00Z", branch: "Seef", qty: 1, gross: "9.50" };
let source: Server;
let isAway = false;
test.beforeAll(async () => {
  source = createServer((_request, response) => {
    response.writeHead(isAway ? 503 : 200).end(isAway ? "" : JSON.stringify([sale]));
  }).listen(0, "127.0.0.1");
  await once(source, "listening");
});
test.afterAll(() => void source.close());

/** Makes a connection as an admin would, without the form. */
async function connect(url: string, name: string): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    expect(answer.ok, path).toBe(true);
    return (await answer.json()) as { idToken: string };
  };
  const credentials = { email: "admin@demo.test", password, returnSecureToken: true };
  const { idToken } = await post("/v1/accounts:signInWithPassword?key=x", credentials);
  const from = (column: string) => ({ from: column });
  const fields = {
    source_key: from("id"),
    receipt_key: from("receipt"),
    sold_at: from("date"),
    branch: from("branch"),
    quantity_milli: from("qty"),
    gross_minor: from("gross"),
  };
  const settings = { url: `http://127.0.0.1:${(source.address() as AddressInfo).port}/` };
  const connection = { source: "genesis", kind: "rest", name, settings, mapping: { fact: "sale_lines", fields } };
  await post("/api/tenants/demo-genesis/connections", connection, idToken);
}

/** Reads the source now, and waits until its connection is in a state. */
async function sync(page: Page, name: string, state: string): Promise<void> {
  await page.goto("/admin/sources/genesis/management");
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText(state, { exact: true }).first()).toBeVisible({ timeout: 120_000 });
}

const incident = (page: Page, heading: string) =>
  page.getByRole("region", { name: heading }).getByRole("button", { name: /^Branch sources/ });

/** Runs the check of the sources until the page shows its incident under a heading. */
async function checkUntil(page: Page, heading: string): Promise<void> {
  await page.goto("/admin/system-health");
  await expect(async () => {
    await page.getByRole("button", { name: "Run Branch sources now" }).click();
    await expect(incident(page, heading)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 120_000 });
}

async function expectMails(page: Page, count: string): Promise<void> {
  await page.goto("/admin/outbox?search=Branch+sources");
  await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible();
}

test("a source that fails is one incident, one message, and a bar for its own tenants, until it is back", async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(400_000);
  const name = "Tills of the journey";
  await connect(product.url, name);
  await signIn(page, "superadmin");
  await page.setViewportSize({ width: 1440, height: 900 });
  await sync(page, name, "Healthy");

  isAway = true;
  await sync(page, name, "Failing");
  await checkUntil(page, "Open incidents");
  await expectGood(page);
  await incident(page, "Open incidents").click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Genesis demo")).toBeVisible();
  await expectGood(page);
  await page.goto("/admin");
  await expect(page.getByText(`${name} of Genesis demo fails`)).toBeVisible();
  await expectMails(page, "1 row");
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  const notices = page.getByRole("dialog", { name: "Notifications" });
  await expect(notices.getByRole("link", { name: /^Branch sources (down|degraded)/ })).toHaveCount(1);
  // What the tab said in passing on the pages before is there too.
  await expect(notices.getByText("The check has run.").first()).toBeVisible();
  await expectGood(page);

  const openDevice = async () => (await browser.newContext({ baseURL: product.url })).newPage();
  const [own, other] = [await openDevice(), await openDevice()];
  await Promise.all([signIn(own, "genesis"), signIn(other, "acme")]);
  const bar = (tab: Page) => tab.getByText(/^Sales are not being updated\./);
  await expect(bar(own)).toBeVisible();
  await expectGood(own);
  await expect(other.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  await expect(bar(other)).toHaveCount(0);

  isAway = false;
  await sync(page, name, "Healthy");
  await checkUntil(page, "Past incidents");
  await expect(page.getByRole("region", { name: "Open incidents" })).toHaveCount(0);
  await expectMails(page, "2 rows");
  await own.reload();
  await expect(own.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  await expect(bar(own)).toHaveCount(0);
});
