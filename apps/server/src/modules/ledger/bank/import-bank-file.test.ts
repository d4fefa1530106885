import type { BankImport } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workbook } from "../../../connectors/file/workbook-for-tests.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, makeBook, type Person } from "../ledger-fixture-for-tests.ts";
import { bankCsv, bankFiles, readQueue } from "./bank-fixture-for-tests.ts";

let testApp: TestApp;
let ann: Person;
let sam: Person;
let send: ReturnType<typeof bankFiles>;
let sendFromSouth: ReturnType<typeof bankFiles>;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  await makeBook(testApp, "north");
  await makeBook(testApp, "south");
  ann = asPerson(testApp, "north", "ann");
  sam = asPerson(testApp, "south", "sam");
  send = bankFiles(testApp, "north", "ann");
  sendFromSouth = bankFiles(testApp, "south", "sam");
  for (const [code, name] of [
    ["1010", "Euro bank"],
    ["1020", "Courier"],
    ["1030", "Second bank"],
    ["1040", "Third bank"],
  ]) {
    const currency = code === "1010" ? "EUR" : null;
    await ann("POST", "accounts", { code, name, type: "cash", currency });
  }
});
afterAll(() => testApp.close());

const countRows = ({ rowsRead, rowsWritten, rowsDuplicate, rowsRejected }: BankImport) => [
  rowsRead,
  rowsWritten,
  rowsDuplicate,
  rowsRejected,
];

test("a preview shows how rows are read and stores nothing", async () => {
  const file = bankCsv(
    ["2026-03-02", "Opening balance", "", ""],
    ["2026-03-03", "CASH DEPOSIT DEP-12", "DEP-12", "1,250.50"],
    ["2026-03-04", "Card fee", "", "(12.05)"],
    ["2026-03-04", "Fuel", "F-1", "12.345"],
  );
  const { status, body } = await send(file, { isPreview: true });
  expect([status, body.import]).toEqual([201, null]);
  expect(body.preview?.mapping).toEqual({ day: "Date", text: "Description", reference: "Reference", amount: "Amount" });
  expect(body.preview?.counts).toEqual({ read: 4, written: 2, duplicate: 0, rejected: 2 });
  expect(
    body.preview?.rows.map(({ day, amountMinor, currency, problem }) => [day, amountMinor, currency, problem]),
  ).toEqual([
    [null, null, null, "The row has no amount."],
    ["2026-03-03", 125_050, "AED", null],
    ["2026-03-04", -1205, "AED", null],
    [null, null, null, '"12.345" has more decimals than AED.'],
  ]);
  expect((await readQueue(ann)).counts.open).toBe(0);
  expect((await ann<{ items: unknown[] }>("GET", "imports")).body.items).toEqual([]);
});

test("every row is counted, rejected ones are listed with their reason, and the same file is taken once", async () => {
  const file = bankCsv(
    ["2026-03-03", "Deposit", "DEP-1", "100.00"],
    ["31.02.2026", "Nonsense", "", "5"],
    ["2026-03-05", "Fee", "", "-2.50"],
    ["", "Closing balance", "", "97.50"],
  );
  const first = await send(file);
  expect(first.body.import && countRows(first.body.import)).toEqual([4, 2, 0, 2]);
  const rejects = await ann<{ items: { row: number; reason: string; content: string }[] }>(
    "GET",
    `imports/${first.body.import?.id}/rejects`,
  );
  expect(rejects.body.items.map(({ row, reason }) => [row, reason])).toEqual([
    [3, '"31.02.2026" is not a day.'],
    [5, "The row has no day."],
  ]);
  const again = await send(file, { name: "renamed.csv" });
  expect([again.status, again.body.error?.message]).toEqual([409, "This file was taken in on 18 Mar 2026 already."]);
  expect((await send(file, { isPreview: true })).body.preview?.takenBefore).toBe("2026-03-18T08:00:00.000Z");
  // Another account has lines of its own.
  expect((await send(file, { account: "1030" })).status).toBe(201);
});

test("lines of overlapping files are taken once, and two equal lines of one file both count", async () => {
  const fee = ["2026-02-02", "Fee", "", "-1.00"] as [string, string, string, string];
  const before = await readQueue(ann, "account=1030");
  const first = await send(bankCsv(fee, fee, ["2026-02-03", "Transfer", "T-1", "40"]), { account: "1030" });
  expect(first.body.import && countRows(first.body.import)).toEqual([3, 3, 0, 0]);
  const overlapping = bankCsv(["2026-02-03", "Transfer", "T-1", "40.00"], fee, fee, fee, [
    "2026-02-04",
    "New",
    "",
    "7",
  ]);
  const second = await send(overlapping, { account: "1030" });
  expect(second.body.import && countRows(second.body.import)).toEqual([5, 2, 3, 0]);
  expect((await readQueue(ann, "account=1030")).counts.open - before.counts.open).toBe(5);
  const listed = (await ann<{ items: BankImport[] }>("GET", "imports?account=1030")).body.items;
  for (const one of listed) expect(one.rowsRead).toBe(one.rowsWritten + one.rowsDuplicate + one.rowsRejected);
});

test("money out and money in in columns of their own, also where a bank writes what went out below zero", async () => {
  const file = ["Booking date;Text;Debit;Credit", "03.03.2026;A;1.200,50;", "13.03.2026;B;;99,00", "14.03.2026;C;5;6"];
  const { body } = await send(file.join("\n"), { account: "1010", isPreview: true });
  expect(body.preview?.mapping).toMatchObject({ moneyOut: "Debit", moneyIn: "Credit" });
  expect(
    body.preview?.rows.map(({ day, amountMinor, currency, problem }) => [day, amountMinor, currency, problem]),
  ).toEqual([
    ["2026-03-03", -120_050, "EUR", null],
    ["2026-03-13", 9900, "EUR", null],
    [null, null, null, "The row has both money out and money in."],
  ]);
  const negative = "Date,Details,Money out,Money in\n2026-03-03,A,-5.00,\n2026-03-04,B,,7.00";
  const read = await send(negative, { account: "1010", isPreview: true });
  expect(read.body.preview?.rows.map(({ amountMinor }) => amountMinor)).toEqual([-500, 700]);
  const mixed = `${negative}\n2026-03-05,C,6.00,`;
  const doubtful = await send(mixed, { account: "1010", isPreview: true });
  expect(doubtful.body.preview?.rows[0]?.problem).toBe("Money out is below zero, and above zero in other rows.");
});

test("amounts with CR and DR, in the cell or in a column of their own, and a file from the other side", async () => {
  const inCell = "Date,Details,Amount\n2026-03-03,A,1.50 CR\n2026-03-04,B,2.50 DR";
  const first = await send(inCell, { account: "1030", isPreview: true });
  expect(first.body.preview?.rows.map(({ amountMinor }) => amountMinor)).toEqual([150, -250]);
  const own = "Date,Details,Amount,DR/CR\n2026-03-03,A,1.50,CR\n2026-03-04,B,2.50,DR\n2026-03-05,C,1,?";
  const second = await send(own, { account: "1030", isPreview: true });
  expect(second.body.preview?.mapping.direction).toBe("DR/CR");
  expect(second.body.preview?.rows.map(({ amountMinor, problem }) => amountMinor ?? problem)).toEqual([
    150,
    -250,
    '"?" says neither that it came in nor that it went out.',
  ]);
  const mapping = { day: "Date", text: "Details", amount: "Amount", isOtherSide: true };
  const other = await send(inCell, { account: "1030", isPreview: true, mapping });
  expect(other.body.preview?.rows.map(({ amountMinor }) => amountMinor)).toEqual([-150, 250]);
});

test("what can be read in two ways is asked for, and not taken before it was answered", async () => {
  const file = "Date;Details;Amount\n03/04/2026;A;1.250\n05/06/2026;B;2.500";
  const { body } = await send(file, { account: "1030", isPreview: true });
  expect(body.preview?.questions.map(({ field }) => field)).toEqual(["dates", "decimal"]);
  expect(body.preview?.counts).toBeNull();
  const refused = await send(file, { account: "1030" });
  expect([refused.status, Object.keys(refused.body.error?.fields ?? {})]).toEqual([
    400,
    ["mapping.dates", "mapping.decimal"],
  ]);
  const mapping = { day: "Date", text: "Details", amount: "Amount", dates: "dmy", decimal: "comma" } as const;
  const answered = await send(file, { account: "1030", isPreview: true, mapping });
  expect(answered.body.preview?.rows.map(({ day, amountMinor }) => [day, amountMinor])).toEqual([
    ["2026-04-03", 125_000],
    ["2026-06-05", 250_000],
  ]);
  const lacking = await send("A,B\nx,y", { account: "1030", isPreview: true });
  expect(lacking.body.preview?.questions.map(({ field }) => field)).toEqual(["day", "amount"]);
  const unknown = await send(file, { account: "1030", mapping: { ...mapping, amount: "Total" } });
  expect(unknown.body.error?.fields).toEqual({ "mapping.amount": 'The file has no column "Total".' });
});

test("rows of another currency than the account's are rejected", async () => {
  const file = "Date,Details,Amount,Currency\n2026-03-03,A,1.50,EUR\n2026-03-04,B,2.50,USD\n2026-03-04,C,1,XXQ";
  const { body } = await send(file, { account: "1010", isPreview: true });
  expect(body.preview?.rows.map(({ problem }) => problem)).toEqual([
    null,
    "The row is in USD, and account 1010 takes EUR only.",
    '"XXQ" is not a currency.',
  ]);
});

test("a workbook is read to the cent, and its formulas are texts to nobody", async () => {
  const cell = (place: string, content: string) => `<c r="${place}"${content}</c>`;
  const text = (place: string, value: string) => cell(place, ` t="inlineStr"><is><t>${value}</t></is>`);
  const sheet = [
    `<row r="1">${["Date", "Details", "Amount"].map((name, at) => text(`${"ABC"[at]}1`, name)).join("")}</row>`,
    `<row r="2">${text("A2", "2026-03-03")}${text("B2", "=HYPERLINK(&quot;http://evil&quot;)")}${cell("C2", "><v>0.30000000000000004</v>")}</row>`,
    `<row r="3">${text("A3", "2026-03-04")}${text("B3", "Formula")}${cell("C3", "><f>1+1</f>")}</row>`,
  ];
  const { body } = await send(workbook({ sheets: [sheet.join("")] }), { account: "1020", name: "bank.xlsx" });
  expect(body.import && countRows(body.import)).toEqual([2, 1, 0, 1]);
  const { items } = await readQueue(ann, "account=1020");
  expect(items.map(({ amountMinor, text: said }) => [amountMinor, said])).toEqual([[30, '=HYPERLINK("http://evil")']]);
  const { body: rejects } = await ann<{ items: { reason: string }[] }>("GET", `imports/${body.import?.id}/rejects`);
  expect(rejects.items[0]?.reason).toMatch(/has a formula without a stored value/);
});

test("hostile and hopeless files are refused in words, and nothing is kept of them", async () => {
  const mapping = { day: "Date", amount: "Amount" };
  const nothing = await send(bankCsv(["x", "No day", "", "5"]), { account: "1040", mapping });
  expect([nothing.status, nothing.body.error?.message]).toEqual([
    400,
    'No row of the file can be read. Row 2: "x" is not a day.',
  ]);
  const rows = Array.from({ length: 50_001 }, (_, at) => `2026-03-03,${at},1`).join("\n");
  const long = await send(`Date,Details,Amount\n${rows}`, { account: "1040" });
  expect([long.status, long.body.error?.message]).toEqual([413, "The file has more than 50,000 rows. Split it."]);
  const large = await send(Buffer.alloc(21_000_000, "a"), { account: "1040" });
  expect(large.status).toBe(413);
  const binary = await send(Buffer.from([0, 1, 2, 3, 255, 254, 0, 7]), { account: "1040" });
  expect(binary.status).toBe(400);
  expect((await send("", { account: "1040" })).status).toBe(400);
  const wrongMapping = await send(bankCsv(["2026-03-03", "A", "", "5"]), {
    account: "1040",
    mapping: { day: "Date", sum: "Amount" } as object,
  });
  expect(wrongMapping.status).toBe(400);
  const longText = await send(bankCsv(["2026-03-03", "A".repeat(1001), "", "5"]), { account: "1040", isPreview: true });
  expect(longText.body.preview?.rows[0]?.problem).toBe("The text has more than 1000 characters.");
  expect((await readQueue(ann, "account=1040")).counts.open).toBe(0);
  expect((await ann<{ items: unknown[] }>("GET", "imports?account=1040")).body.items).toEqual([]);
});

test("a file in Windows letters keeps its words, and other controls are spaces", async () => {
  const windows = Buffer.from(
    'Date,Details,Amount\n2026-03-03,Caf\xe9 M\xfcller,5\n2026-03-04,"A\tB\u0007C",6\n',
    "latin1",
  );
  const { body } = await send(windows, { account: "1040", isPreview: true });
  expect(body.preview?.rows.map(({ text }) => text)).toEqual(["Café Müller", "A B C"]);
});

test("each tenant has its own files and lines", async () => {
  const file = bankCsv(["2026-03-03", "Deposit", "DEP-1", "100.00"]);
  const own = await sendFromSouth(file);
  expect(own.body.import?.rowsWritten).toBe(1);
  const [line] = (await readQueue(sam)).items;
  expect((await ann("POST", `bank-lines/${line?.id}/explain`, { text: "Mine" })).status).toBe(404);
  expect((await ann("GET", `imports/${own.body.import?.id}/rejects`)).status).toBe(404);
  const user = bankFiles(testApp, "north", "pete", "user");
  expect((await user(file)).status).toBe(403);
});
