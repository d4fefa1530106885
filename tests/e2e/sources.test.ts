import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type StandIn, startTookanStandIn } from "../../apps/server/src/main/tookan-stand-in/start-tookan-stand-in.ts";
import { expect, expectGood, long, longUnless, test } from "./product.ts";
import { password, signIn } from "./sign-in-form.ts";

test.use({ environment: { SOURCE_HOSTS: "127.0.0.1" } });

const apiKey = "a key of the journey";
let standIn: StandIn;
test.beforeAll(async () => {
  standIn = await startTookanStandIn({ accounts: [{ apiKey, userId: 1, name: "Journey", tasksPerDay: 20 }], seed: 9 });
});
test.afterAll(() => standIn.close());

/** Makes a connection as an admin would, without the form. */
async function connect(url: string, name: string): Promise<{ id: string }> {
  const post = (path: string, body: object, token?: string) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const session = await post("/v1/accounts:signInWithPassword?key=x", {
    email: "admin@demo.test",
    password,
    returnSecureToken: true,
  });
  const { idToken } = (await session.json()) as { idToken: string };
  const made = await post(
    "/api/tenants/demo-tookan/connections",
    {
      source: "tookan",
      kind: "tookan",
      name,
      secret: apiKey,
      hookSecret: "a secret of the journey",
      settings: { baseUrl: standIn.url, requestsPerSecond: 20 },
    },
    idToken,
  );
  expect(made.status).toBe(201);
  return (await made.json()) as { id: string };
}

test("an admin tests a delivery account, reads it and sees its tasks, agents and clients", async ({
  page,
  product,
  problems,
}) => {
  test.setTimeout(480_000);
  const name = "Journey account";
  const { id } = await connect(product.url, name);
  await signIn(page, "admin", "/admin/sources/tookan/monitor");
  await expect(page.getByRole("heading", { name: "Delivery monitor" })).toBeVisible();
  await expectGood(page);
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("can be read")).toBeVisible();
  await page.getByRole("button", { name: "Sync now" }).click();
  const run = page.getByRole("row", { name: /By hand/ }).first();
  await expect(run).toContainText("Done", { timeout: 300_000 });
  await expect(page.getByText("Healthy").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Agents" })).toBeVisible();
  await expectGood(page);

  await page.goto(`/admin/jungleworks-clients?connection=${id}&tenant=demo-tookan`);
  await expect(page.getByText("••••").first()).toBeVisible();
  await expectGood(page);
  await page.getByText("••••").first().click();
  await expect(page.getByRole("button", { name: /Reveal/ })).toBeVisible();
  await expectGood(page);
  expect(problems).toEqual([]);
});

test("an admin sends a file, sees what it would become, and takes it in; what is wrong is kept", async ({
  page,
  problems,
}) => {
  await signIn(page, "admin", "/admin/sources/genesis/management?do=import");
  const rows = Array.from(
    { length: 30 },
    (_, row) => `s${row},r${row},2026-03-0${1 + (row % 9)} 10:00,Seef,1,${row === 7 ? "a lot" : "9.50"}`,
  );
  const text = ["id,receipt number,sale date,branch,qty,gross", ...rows].join("\n");
  await page
    .getByRole("combobox", { name: "Tenant" })
    .or(page.getByRole("textbox", { name: "Tenant" }))
    .first()
    .click();
  await page.getByRole("option", { name: "Genesis demo" }).click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Upload and preview" }).click();
  await expect(page.getByRole("heading", { name: "The first rows as they would be stored" })).toBeVisible();
  await page.getByRole("button", { name: "Add computed column" }).click();
  await page.getByRole("textbox", { name: "Column name" }).fill("Total");
  await page.getByRole("button", { name: "qty", exact: true }).click();
  await page.keyboard.type(" * [grows]");
  await expect(page.getByText('There is no column "grows". Did you mean [gross]?')).toBeVisible();
  await page.getByRole("textbox", { name: "Expression" }).fill("[qty] * [gross] * 2");
  await expect(page.getByText('"a lot" in the column "gross" is not a number.')).toBeVisible();
  await expectGood(page);
  await page.getByRole("button", { name: "Add column" }).click();
  await page.getByRole("combobox", { name: "Gross", exact: true }).selectOption("Total");
  await expect(page.getByRole("cell", { name: "19.00" }).first()).toBeVisible();
  await expectGood(page);
  await page.getByRole("button", { name: "Check the whole file" }).click();
  await expect(page.getByText("Rows in the file")).toBeVisible();
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByRole("heading", { name: "1 rejected row" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "Replay rejected rows" }).click();
  await expect(page.getByText("a lot").first()).toBeVisible();
  await expectGood(page);
  expect(problems).toEqual([]);
});

test("an admin maps a source from a sample of its rows, and sees what another mapping would do", async ({
  page,
  problems,
}) => {
  const sales = Array.from({ length: 30 }, (_, row) => ({
    id: `p${row}`,
    receipt: `r${row}`,
    date: "2026-03-01T10:00:00Z",
    qty: 1,
    gross: row === 7 ? "a lot" : "9.50",
    // The branch of the file above, whichever journey comes first: a second name would wait for someone to decide.
    shop: { name: "Seef" },
  }));
  const source = createServer((_request, response) => void response.end(JSON.stringify(sales))).listen(0, "127.0.0.1");
  await once(source, "listening");
  await signIn(page, "admin", "/admin/sources/genesis/management?do=new");
  await page.getByRole("combobox", { name: "Tenant" }).click();
  await page.getByRole("option", { name: "Genesis demo" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Sampled tills");
  await page
    .getByRole("textbox", { name: "Address" })
    .fill(`http://127.0.0.1:${(source.address() as AddressInfo).port}/`);
  await page.getByRole("button", { name: "Read a sample" }).click();
  await expect(page.getByRole("heading", { name: "The first 20 rows as they would be stored" })).toBeVisible();
  await expect(page.getByText('"a lot" is not a number.')).toBeVisible();
  await page.getByRole("combobox", { name: "Branch" }).click();
  await page.getByRole("option", { name: "/shop/name" }).click();
  await page.getByRole("button", { name: "Add computed column" }).click();
  await page.getByRole("textbox", { name: "Column name" }).fill("Total");
  await page.getByRole("textbox", { name: "Expression" }).fill("[qty] * [gross]");
  await expect(page.getByText('"a lot" in the column "gross" is not a number.')).toBeVisible();
  await expectGood(page);
  await page.getByRole("button", { name: "Add column" }).click();
  await page.getByRole("combobox", { name: "Gross", exact: true }).click();
  await page.getByRole("option", { name: "Total" }).click();
  await expectGood(page);
  await page.getByRole("button", { name: "Create connection" }).click();
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByRole("row", { name: /By hand/ }).first()).toContainText("Done", { timeout: 120_000 });
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Read a sample" }).click();
  await page.getByRole("combobox", { name: "Branch" }).fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("dialog").getByText("29 rows hold a value and keep it")).toBeVisible();
  await expectGood(page);
  source.close();
  expect(problems).toEqual([]);
});

for (const source of ["genesis", "warehouse", "docman"]) {
  test(
    `the page of ${source} connections stands without any, and offers to make one`,
    longUnless(source === "genesis"),
    async ({ page, problems }) => {
      await signIn(page, "admin", `/admin/sources/${source}/management?do=new`);
      await expect(page.getByRole("form", { name: "New connection" })).toBeVisible();
      await expectGood(page);
      expect(problems).toEqual([]);
    },
  );
}

test("people of a tenant do not get to the sources of the platform", long, async ({ page }) => {
  await signIn(page, "tookan", "/admin/sources/tookan/monitor");
  await expect(page.getByRole("heading", { name: "Delivery monitor" })).toBeHidden();
});
