import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ExportJob, LedgerStatement, StatementLanguage } from "@console/contracts";
import { formatMoney, ownFormats } from "@console/figures/format";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../../platform/context.ts";
import { readPdf } from "../../../../testing/read-pdf.ts";
import { createTestApp, type TestApp } from "../../../../testing/test-app.ts";
import { insertUser } from "../../../directory/index.ts";
import { exportFilePath } from "../../../exports/index.ts";
import { asPerson, makeBook, makeEntry, type Person, post } from "../../ledger-fixture-for-tests.ts";
import { statementFileJob } from "./statement-files.ts";

let testApp: TestApp;
let keeper: Person;
const tenant = "north";
const folder = mkdtempSync(path.join(tmpdir(), "statements-"));
const days = { from: "2026-03-01", to: "2026-04-01" };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z", DATA_DIR: folder } });
  for (const one of [tenant, "south"]) await makeBook(testApp, one);
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const [uid, role] of [
      ["keeper", "accountant"],
      ["reader", "user"],
    ] as const) {
      await insertUser(context, { uid, email: `${uid}@north.example`, role, tenant_id: tenant });
    }
  });
  keeper = asPerson(testApp, tenant, "keeper", "accountant");
  const bank = await asPerson(testApp, tenant, "boss")("PUT", "settings", { bankDetails: "Gulf Bank\nIBAN AE07" });
  expect(bank.status).toBe(200);
  const fee = (amount: number, day: string, text: string) =>
    makeEntry("1100", "4000", amount, {
      text,
      postingDay: day,
      lines: [
        { account: "1100", amountMinor: amount, customer: "Bluebird", dueDay: "2026-03-10" },
        { account: "4000", amountMinor: -amount },
      ],
    });
  await post(keeper, fee(12_345, "2026-02-10", "Before"));
  await post(keeper, fee(20_000, "2026-03-02", "First fee"));
  await post(keeper, fee(3_333, "2026-03-05", "Second fee"));
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks for a statement and makes its file, as the job would. */
async function make(question: object, { email, uid = "keeper" }: { email?: string; uid?: string } = {}) {
  const person = uid === "keeper" ? keeper : asPerson(testApp, tenant, uid, "user");
  const asked = await person<ExportJob>("POST", email ? "statement/mail" : "statement/file", {
    ...question,
    ...(email && { email }),
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  const { id } = asked.body;
  const request = { language: "en" as StatementLanguage, openOnly: "0" as const, ...question };
  const input = { id, uid, request, name: "1100 Receivables", mailTo: email ?? null };
  await testApp.as(systemCaller("test", tenant), async (context) =>
    statementFileJob(testApp.database).run?.(context, input),
  );
  return id;
}

const read = (id: string) => readPdf(readFileSync(exportFilePath(testApp.config, id))).flat();
const money = (minor: number) => formatMoney(minor, "AED", ownFormats);

test("the PDF tells the balances, the lines and the check as the statement does, with ageing and bank details", async () => {
  const question = { account: "1100", customer: "Bluebird", ...days };
  const { body } = await keeper<LedgerStatement>("GET", `statement?${new URLSearchParams(question)}`);
  expect([body.openingMinor, body.closingMinor]).toEqual([12_345, 35_678]);
  const texts = read(await make(question));
  for (const text of [
    "Statement of account",
    "Opening balance",
    "Closing balance",
    "Bluebird",
    "Asia/Dubai",
    "Gulf Bank",
  ])
    expect(texts).toContain(text);
  expect(texts).toContain("Opening + shown + not shown = closing");
  expect(texts).toContain(`${money(12_345)} + ${money(23_333)} + ${money(0)} = ${money(35_678)}`);
  for (const { balanceMinor } of body.items) expect(texts).toContain(money(balanceMinor));
  const total = texts.lastIndexOf(money(35_678));
  expect(texts.slice(0, total)).toContain("1-30");
});

test("a filter is printed, and what it leaves out has its sum", async () => {
  const texts = read(await make({ account: "1100", ...days, q: "first" }));
  expect(texts).toContain('"first"');
  expect(texts).toContain("Not shown (1)");
  expect(texts).not.toContain("Second fee");
  expect(texts).toContain(`${money(12_345)} + ${money(20_000)} + ${money(3_333)} = ${money(35_678)}`);
});

test("in Arabic its labels are Arabic", async () => {
  const texts = read(await make({ account: "1100", ...days, language: "ar" }));
  // Letters stand as they are drawn, from the left to the right.
  const drawn = ["مدين", "دائن", "الرصيد", "البيان"].map((word) => [...word].reverse().join(""));
  expect(texts).toEqual(expect.arrayContaining(drawn));
  expect(texts).toContain(money(35_678));
});

test("whoever was locked or has gone to another tenant since gets no file, and no mail leaves", async () => {
  const state = async (id: string) => {
    const { rows } = await testApp.as(systemCaller("test", tenant), ({ db }) =>
      sql`select state, problem from exports where id = ${id}`.execute(db),
    );
    return rows;
  };
  const refused = [{ state: "failed", problem: "Your role does not allow this." }];
  const set = (change: string) => testApp.pool.query(`update users set ${change} where uid = 'keeper'`);
  for (const [change, back] of [
    ["tenant_id = 'south'", `tenant_id = '${tenant}'`],
    ["is_locked = true", "is_locked = false"],
    ["role = 'user'", "role = 'accountant'"],
  ] as const) {
    await set(change);
    expect(await state(await make({ account: "1100" }, { email: "client@example.test" })), change).toEqual(refused);
    await set(back);
  }
  expect((await testApp.pool.query("select from mail_outbox")).rowCount).toBe(0);
});

test("a logo is printed, whatever kind of picture it is", async () => {
  const colour = { r: 42, g: 85, b: 217 };
  const square = sharp({ create: { width: 40, height: 40, channels: 3, background: colour } });
  const countPictures = async () =>
    readFileSync(exportFilePath(testApp.config, await make({ account: "1100" })))
      .toString("latin1")
      .split("/Image").length;
  const without = await countPictures();
  for (const [kind, picture] of [
    ["webp", await square.clone().webp().toBuffer()],
    ["png", await square.clone().png().toBuffer()],
  ] as const) {
    const address = `data:image/${kind};base64,${picture.toString("base64")}`;
    await testApp.pool.query("update tenants set logo = $1 where id = $2", [address, tenant]);
    expect(await countPictures(), kind).toBeGreaterThan(without);
  }
  await testApp.pool.query("update tenants set logo = null where id = $1", [tenant]);
});

test("a mail with a link to the statement is in the outbox, and the audit says to whom", async () => {
  await make({ account: "1100", ...days }, { email: "client@example.test" });
  const mails = await testApp.pool.query("select recipients, subject, body from mail_outbox");
  expect(mails.rows).toEqual([
    {
      recipients: ["client@example.test"],
      subject: "Statement of account from north: 1100 Receivables",
      body: expect.stringContaining("[private link]"),
    },
  ]);
  const { rows } = await testApp.as(systemCaller("test", tenant), ({ db }) =>
    sql`select actor_uid, details ->> 'to' as recipient from audit_entries where act = 'ledger.statement_mailed'`.execute(
      db,
    ),
  );
  expect(rows).toEqual([{ actor_uid: "keeper", recipient: "client@example.test" }]);
});

test("whoever may only read saves a statement, and mails none", async () => {
  expect(read(await make({ account: "1100" }, { uid: "reader" }))).toContain("Statement of account");
  const reader = asPerson(testApp, tenant, "reader", "user");
  const refused = await reader("POST", "statement/mail", { account: "1100", email: "x@example.test" });
  expect(refused.status).toBe(403);
  expect((await keeper("POST", "statement/file", { account: "nowhere" })).status).toBe(404);
  expect((await keeper("POST", "statement/mail", { account: "1100", email: "nobody" })).status).toBe(400);
});

test("open items only is a filter too: it is said, and what is settled has its sum", async () => {
  const lines = (amountMinor: number) => [
    { account: "1100", amountMinor, customer: "Settled" },
    { account: "4000", amountMinor: -amountMinor },
  ];
  for (const amount of [500, -500, 700]) await post(keeper, makeEntry("1100", "4000", 1, { lines: lines(amount) }));
  const { body } = await keeper<LedgerStatement>("GET", "statement?account=1100&customer=Settled");
  const [debit, credit] = body.items;
  const settled = await keeper("POST", "settlements", {
    account: "1100",
    currency: "AED",
    parts: [
      { entry: debit?.entry, line: 1, amountMinor: 500 },
      { entry: credit?.entry, line: 1, amountMinor: -500 },
    ],
  });
  expect(settled.status).toBe(201);
  const texts = read(await make({ account: "1100", customer: "Settled", openOnly: "1" }));
  expect(texts).toContain("Open items only");
  expect(texts).toContain("Not shown (2)");
  expect(texts).toContain(`${money(0)} + ${money(700)} + ${money(0)} = ${money(700)}`);
});
