import { randomUUID } from "node:crypto";
import type {
  CashDeposit,
  CodMatching,
  CodPayout,
  DriverOpenCash,
  HandIn,
  LedgerEntry,
  LedgerStatement,
  PayoutLine,
  TrialBalance,
} from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, type Person } from "../ledger-fixture-for-tests.ts";
import {
  bringDeliveries,
  type CodAccounts,
  follow,
  makeCodBook,
  makeDelivery,
  startCodBook,
} from "./cod-fixture-for-tests.ts";
import { spreadCash } from "./manage-hand-ins.ts";

let testApp: TestApp;
type Failure = { error: { kind: string; message: string; fields?: Record<string, string> } };
type Page<Item> = { total: number; items: Item[] };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
});
afterAll(() => testApp.close());

type Book = { tenant: string; keeper: Person; accounts: CodAccounts };
let tenants = 0;
async function startBook(more: Record<string, unknown>[] = []): Promise<Book> {
  tenants += 1;
  return startCodBook(testApp, `cod-${tenants}`, more);
}

let keys = 0;
const nextKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const handIn = (person: Person, fields: object) =>
  person<HandIn & Failure>("POST", "hand-ins", { key: nextKey(), driver: "Omar", denominations: [], ...fields });
const cash = (valueMinor: number, count: number) => [{ valueMinor, count }];
const closing = async (person: Person, query: string) =>
  (await person<LedgerStatement>("GET", `statement?${query}`)).body.closingMinor;
const openCash = async (person: Person) =>
  (await person<{ items: DriverOpenCash[] }>("GET", "driver-cash")).body.items.map(
    ({ driver, openMinor }) => [driver, openMinor] as const,
  );
const matching = async (person: Person, query = "") => (await person<CodMatching>("GET", `matching?${query}`)).body;
const states = async (person: Person, query = "") =>
  (await matching(person, query)).items.map(({ driver, day, state }) => `${driver} ${day.slice(-2)} ${state}`);

/** Says that a line of the bank is the one of an entry. */
function matchWithBank({ tenant, accounts }: Book, entry: string, amountMinor: number) {
  return testApp.as(systemCaller("test", tenant), async ({ db, tenantId, now }) => {
    const [fileId, lineId] = [randomUUID(), randomUUID()];
    const own = { tenant_id: tenantId, account_id: accounts.bank.id };
    await db
      .insertInto("ledger_bank_imports")
      .values({
        ...own,
        id: fileId,
        file_name: "bank.csv",
        content_hash: fileId,
        mapping: "{}",
        rows_read: 1,
        rows_written: 1,
        rows_duplicate: 0,
        rows_rejected: 0,
        created_at: now,
      })
      .execute();
    await db
      .insertInto("ledger_bank_lines")
      .values({
        ...own,
        id: lineId,
        import_id: fileId,
        row_number: 1,
        day: "2026-03-18",
        amount_minor: amountMinor,
        currency: "AED",
        text: "Cash",
        fingerprint: lineId,
      })
      .execute();
    await db
      .insertInto("ledger_bank_matches")
      .values({
        tenant_id: tenantId,
        id: randomUUID(),
        bank_line_id: lineId,
        entry_id: entry,
        line: 1,
        amount_minor: amountMinor,
        reason: "Same amount",
        matched_at: now,
      })
      .execute();
  });
}

test("what was counted fills the oldest day first, and what is over is with the newest", () => {
  const day = (name: string, expected: number) => ({ account_id: "x", day: name, expected });
  const spread = (expected: number[], counted: number) =>
    spreadCash(
      expected.map((amount, place) => day(String(place), amount)),
      counted,
    ).map((one) => one.counted);
  expect(spread([100, 50, 70], 130)).toEqual([100, 30, 0]);
  expect(spread([100, 50], 160)).toEqual([100, 60]);
  expect(spread([-20, 100, 50], 130)).toEqual([-20, 100, 50]);
  expect(spread([-20, 100, 50], 90)).toEqual([-20, 100, 10]);
});

test("a hand-in takes the cash of all open days to the safe", async () => {
  const { keeper, accounts } = await startBook();
  expect(await openCash(keeper)).toEqual([
    ["Omar", 30_000],
    ["Sara", 10_000],
  ]);
  const { status, body } = await handIn(keeper, {
    denominations: [...cash(10_000, 2), ...cash(5000, 2)],
    branch: "Deira",
  });
  expect([status, body.state, body.countedMinor, body.differenceMinor]).toEqual([201, "posted", 30_000, 0]);
  expect(body.days.map(({ day, countedMinor }) => [day, countedMinor])).toEqual([
    ["2026-03-15", 10_000],
    ["2026-03-16", 10_000],
    ["2026-03-18", 10_000],
  ]);
  expect(await closing(keeper, `account=${accounts.cod_in_safe.id}&branch=Deira`)).toBe(30_000);
  expect(await openCash(keeper)).toEqual([["Sara", 10_000]]);
  const entry = (await keeper<LedgerEntry>("GET", `entries/${body.entry.id}`)).body;
  expect(entry).toMatchObject({ source: "hand-in", cause: { kind: "hand-in", id: body.id } });
});

test("what is short or over goes to its account with the driver and a reason", async () => {
  const { keeper, accounts } = await startBook();
  const days = ["2026-03-15"];
  const silent = await handIn(keeper, { days, denominations: cash(100, 90) });
  expect([silent.status, silent.body.error.fields]).toEqual([
    400,
    { reason: "The cash is 10.00 AED short. Give the reason." },
  ]);
  const short = await handIn(keeper, { days, denominations: cash(100, 90), reason: "A note was false" });
  expect(short.body).toMatchObject({ expectedMinor: 10_000, countedMinor: 9000, differenceMinor: -1000 });
  const shortOver = () => closing(keeper, `account=${accounts.short_over.id}&driver=Omar`);
  expect(await shortOver()).toBe(1000);
  await handIn(keeper, { days: ["2026-03-16"], denominations: cash(100, 103), reason: "Tip" });
  expect(await shortOver()).toBe(700);
  expect(await openCash(keeper)).toEqual([
    ["Omar", 10_000],
    ["Sara", 10_000],
  ]);
  const again = await handIn(keeper, { days, denominations: cash(100, 1), reason: "Found" });
  expect(again.body.error.fields).toEqual({ days: "Omar has no open cash of 2026-03-15." });
});

test("the same key answers alike, also at once, and with other content it is a conflict", async () => {
  const { keeper } = await startBook();
  const input = { key: "once", denominations: cash(10_000, 3) };
  const answers = await Promise.all(Array.from({ length: 8 }, () => handIn(keeper, input)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const other = await handIn(keeper, { ...input, branch: "Other" });
  expect([other.status, other.body.error.kind]).toEqual([409, "conflict"]);
});

test("above the limit a hand-in counts once a second person agrees, and is not handed in twice meanwhile", async () => {
  const { tenant, keeper } = await startBook();
  await keeper("PUT", "settings", { approvalMinor: 25_000 });
  const { body } = await handIn(keeper, { denominations: cash(10_000, 3) });
  expect(body.state).toBe("pending");
  expect(await openCash(keeper)).toContainEqual(["Omar", 30_000]);
  expect((await handIn(keeper, { denominations: cash(10_000, 3) })).status).toBe(400);
  const ben = asPerson(testApp, tenant, "ben", "accountant");
  await ben("POST", `entries/${body.entry.id}/approve`);
  expect(await openCash(keeper)).toEqual([["Sara", 10_000]]);
  await keeper("PUT", "settings", { approvalMinor: null });
  await keeper("POST", `entries/${body.entry.id}/reverse`, { text: "Counted wrongly" });
  expect(await openCash(keeper)).toContainEqual(["Omar", 30_000]);
  expect((await handIn(keeper, { denominations: cash(10_000, 3) })).body.state).toBe("posted");
});

test("a deposit takes whole hand-ins, or an amount from the oldest on, and no more than the safe has", async () => {
  const { keeper, accounts } = await startBook();
  const first = (await handIn(keeper, { days: ["2026-03-15"], denominations: cash(10_000, 1) })).body;
  const second = (await handIn(keeper, { denominations: cash(10_000, 2) })).body;
  const deposit = (fields: object) => keeper<CashDeposit & Failure>("POST", "deposits", { key: nextKey(), ...fields });
  const part = await deposit({ amountMinor: 12_000, reference: "SLIP-1" });
  expect(part.body.parts).toEqual([
    { handIn: first.id, driver: "Omar", amountMinor: 10_000 },
    { handIn: second.id, driver: "Omar", amountMinor: 2000 },
  ]);
  expect((await deposit({ handIns: [first.id] })).status).toBe(409);
  expect((await deposit({ amountMinor: 18_001 })).body.error.fields).toEqual({
    amountMinor: "The safe has only 180.00 AED.",
  });
  expect((await deposit({ handIns: [second.id] })).body.amountMinor).toBe(18_000);
  expect(await closing(keeper, `account=${accounts.bank.id}`)).toBe(30_000);
  expect(await closing(keeper, `account=${accounts.cod_in_safe.id}`)).toBe(0);
  const left = (await keeper<Page<HandIn>>("GET", "hand-ins?isUndeposited=true")).body;
  expect(left.total).toBe(0);
  await keeper("POST", `entries/${part.body.entry.id}/reverse`, { text: "Not brought" });
  expect((await keeper<Page<HandIn>>("GET", "hand-ins?isUndeposited=true")).body.total).toBe(2);
});

test("a payout pays the net of its lines, settles them and leads back to them", async () => {
  const { keeper, accounts } = await startBook();
  const query = "kind=customer&party=Nour%20Shop&currency=AED";
  const listOpen = async () =>
    (await keeper<{ owedMinor: number; items: PayoutLine[] }>("GET", `payable/lines?${query}`)).body;
  const open = await listOpen();
  // Three deliveries of 100.00, each with a fee of 2.50 and 0.13 of tax.
  expect([open.items.length, open.owedMinor]).toEqual([6, 3 * (10_000 - 263)]);
  const chosen = open.items.slice(0, 4).map(({ entry, line }) => ({ entry, line }));
  const input = { key: nextKey(), kind: "customer", party: "Nour Shop", currency: "AED", lines: chosen };
  const paid = (await keeper<CodPayout>("POST", "payouts", input)).body;
  expect(paid).toMatchObject({ state: "posted", amountMinor: 2 * (10_000 - 263), lines: 4 });
  expect((await keeper<CodPayout>("POST", "payouts", input)).body.id).toBe(paid.id);
  expect((await keeper("POST", "payouts", { ...input, key: nextKey() })).status).toBe(409);
  expect((await listOpen()).owedMinor).toBe(10_000 - 263);
  const { items } = (await keeper<{ items: PayoutLine[] }>("GET", `payouts/${paid.id}`)).body;
  expect(items.reduce((sum, { openMinor }) => sum - openMinor, 0)).toBe(paid.amountMinor);
  expect(await closing(keeper, `account=${accounts.cod_owed.id}&customer=Nour%20Shop`)).toBe(263 - 10_000);
  await keeper("POST", `entries/${paid.entry.id}/reverse`, { text: "Sent back" });
  expect((await listOpen()).owedMinor).toBe(3 * (10_000 - 263));
  expect((await keeper<CodPayout>("POST", "payouts", { ...input, key: nextKey() })).status).toBe(201);
});

test("a payout that waits keeps its lines, and settles them once it is approved", async () => {
  const { tenant, keeper } = await startBook();
  const query = "kind=customer&party=Nour%20Shop&currency=AED";
  const listOpen = async () =>
    (await keeper<{ owedMinor: number; items: PayoutLine[] }>("GET", `payable/lines?${query}`)).body;
  const lines = (await listOpen()).items.map(({ entry, line }) => ({ entry, line }));
  await keeper("PUT", "settings", { approvalMinor: 5000 });
  const input = { key: nextKey(), kind: "customer", party: "Nour Shop", currency: "AED", lines };
  const paid = (await keeper<CodPayout>("POST", "payouts", input)).body;
  expect([paid.state, (await listOpen()).items]).toEqual(["pending", []]);
  const ben = asPerson(testApp, tenant, "ben", "accountant");
  expect((await ben("POST", `entries/${paid.entry.id}/approve`)).status).toBe(200);
  expect((await listOpen()).items).toEqual([]);
  expect((await keeper<CodPayout>("GET", `payouts/${paid.id}`)).body.state).toBe("posted");
});

test("each driver's day is told by tasks, hand-ins and bank", async () => {
  const book = await startBook([
    makeDelivery("e", "2026-03-12", { driver: "Hadi", customer: "Lina Store" }),
    makeDelivery("f", "2026-03-17", { driver: "Mona", cod_due_minor: 12_000 }),
  ]);
  const { keeper } = book;
  expect(await states(keeper)).toEqual([
    "Omar 18 open",
    "Mona 17 missing",
    "Omar 16 missing",
    "Sara 16 missing",
    "Omar 15 missing",
    "Hadi 12 missing",
  ]);
  const counted = (fields: object) => handIn(keeper, { denominations: cash(10_000, 1), ...fields });
  const omar = (await counted({ days: ["2026-03-16"] })).body;
  await counted({ days: ["2026-03-15"], denominations: cash(100, 95), reason: "Lost a note" });
  await counted({ driver: "Sara", denominations: cash(100, 101), reason: "Tip" });
  await counted({ driver: "Mona" });
  const deposit = await keeper<CashDeposit>("POST", "deposits", { key: nextKey(), handIns: [omar.id] });
  expect(await states(keeper)).toEqual([
    "Omar 18 open",
    "Mona 17 short",
    "Omar 16 open",
    "Sara 16 over",
    "Omar 15 short",
    "Hadi 12 missing",
  ]);
  await matchWithBank(book, deposit.body.entry.id, 10_000);
  const { items, states: sums } = await matching(keeper);
  expect(items.find(({ driver, day }) => driver === "Omar" && day === "2026-03-16")).toMatchObject({
    state: "matched",
    tasks: 1,
    collectedMinor: 10_000,
    bookedMinor: 10_000,
    countedMinor: 10_000,
    depositedMinor: 10_000,
    bankedMinor: 10_000,
    ageDays: 0,
  });
  const late = items.find(({ day }) => day === "2026-03-12");
  expect(late).toMatchObject({ state: "missing", ageDays: 6, reason: "100.00 AED was not handed in." });
  expect(sums.map(({ state, rows, gapMinor }) => [state, rows, gapMinor])).toEqual([
    ["matched", 1, 0],
    ["missing", 1, 10_000],
    ["open", 1, 10_000],
    ["over", 1, 100],
    ["short", 2, 2500],
  ]);
  expect(await states(keeper, "state=short&driver=Mona")).toEqual(["Mona 17 short"]);
  expect(await states(keeper, "from=2026-03-12&to=2026-03-13")).toEqual(["Hadi 12 missing"]);
});

test("what the tasks say and the book does not is missing", async () => {
  const { tenant, keeper } = await startBook();
  await bringDeliveries(testApp, tenant, [makeDelivery("x", "2026-03-18", { customer: null })]);
  await follow(testApp, tenant);
  const [row] = (await matching(keeper, "driver=Omar")).items;
  expect(row).toMatchObject({ state: "missing", tasks: 2, collectedMinor: 20_000, bookedMinor: 10_000 });
});

test("what nobody knows is no match", async () => {
  const { keeper } = await startBook([makeDelivery("y", "2026-03-17", { driver: "Rami", cod_collected_minor: null })]);
  const [row] = (await matching(keeper, "driver=Rami")).items;
  expect(row).toMatchObject({ state: "missing", tasks: 1, dueMinor: 10_000, collectedMinor: null, bookedMinor: 0 });
  expect(row?.reason).toBe("It is not known what was collected of 100.00 AED that was due.");
});

test("what does not match stays in the list until it is explained, and comes back when it stands otherwise", async () => {
  const { keeper } = await startBook();
  const unexplained = () => states(keeper, "isUnexplained=true&driver=Omar");
  expect(await unexplained()).toEqual(["Omar 16 missing", "Omar 15 missing"]);
  const about = { driver: "Omar", day: "2026-03-16", currency: "AED" };
  const explain = () =>
    keeper<{ id: string }>("POST", "matching/explanations", { ...about, reason: "He is ill", owner: "Ann" });
  const { status, body } = await explain();
  expect([status, (await explain()).status]).toEqual([201, 409]);
  expect(await unexplained()).toEqual(["Omar 15 missing"]);
  const [row] = (await matching(keeper, "from=2026-03-16&to=2026-03-17&driver=Omar")).items;
  expect(row).toMatchObject({ state: "missing", reason: "He is ill", owner: "Ann" });
  await keeper("POST", `matching/explanations/${body.id}/take-back`);
  expect(await unexplained()).toEqual(["Omar 16 missing", "Omar 15 missing"]);
  await explain();
  await handIn(keeper, { days: ["2026-03-16"], denominations: cash(100, 90), reason: "Short" });
  expect(await unexplained()).toEqual(["Omar 16 short", "Omar 15 missing"]);
});

test("open cash is what the book says of drivers, after every kind of change", async () => {
  const book = await startBook();
  const { tenant, keeper, accounts } = book;
  const first = (await handIn(keeper, { days: ["2026-03-15"], denominations: cash(100, 99), reason: "Short" })).body;
  await handIn(keeper, { days: ["2026-03-16"], denominations: cash(10_000, 1) });
  await keeper("POST", `entries/${first.entry.id}/reverse`, { text: "Wrong driver" });
  // What was handed in already changes at its source.
  await bringDeliveries(testApp, tenant, [makeDelivery("b", "2026-03-16", { cod_collected_minor: 7000 })], ["c"]);
  await follow(testApp, tenant);
  await keeper("POST", "entries", {
    key: nextKey(),
    text: "By hand",
    lines: [
      { account: accounts.cod_with_driver.id, amountMinor: 555, driver: "Sara" },
      { account: accounts.cod_owed.id, amountMinor: -555 },
    ],
  });
  const drivers = await openCash(keeper);
  for (const [driver, open] of drivers) {
    expect(open).toBe(await closing(keeper, `account=${accounts.cod_with_driver.id}&driver=${driver}`));
  }
  expect(drivers).toEqual([
    ["Omar", 7000],
    ["Sara", 10_555],
  ]);
  const rows = (await matching(keeper)).items;
  const whole = await closing(keeper, `account=${accounts.cod_with_driver.id}`);
  expect(rows.reduce((sum, { openMinor }) => sum + openMinor, 0)).toBe(whole);
  const trial = (await keeper<TrialBalance>("GET", "trial-balance")).body;
  expect(trial.currencies.map(({ difference }) => difference)).toEqual([0]);
});

test("another tenant sees nothing of it, and users read only", async () => {
  const { tenant, keeper } = await startBook();
  const made = (await handIn(keeper, { denominations: cash(10_000, 3) })).body;
  const { keeper: stranger } = await makeCodBook(testApp, `stranger-${tenant}`);
  for (const path of ["hand-ins", "deposits", "payouts", "driver-cash", "matching", "payable"]) {
    expect((await stranger<{ items: unknown[] }>("GET", path)).body.items).toEqual([]);
  }
  expect((await stranger("POST", "deposits", { key: nextKey(), handIns: [made.id] })).status).toBe(409);
  const user = asPerson(testApp, tenant, "uma", "user");
  expect((await user("GET", "matching")).status).toBe(200);
  expect((await handIn(user, { driver: "Sara", denominations: cash(10_000, 1) })).status).toBe(403);
});
