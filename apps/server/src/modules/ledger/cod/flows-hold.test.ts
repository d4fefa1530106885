import type {
  CashDeposit,
  CodPayout,
  DriverOpenCash,
  HandIn,
  LedgerAccount,
  LedgerEntry,
  LedgerSettlement,
  LedgerStatement,
  PayoutLine,
  TrialBalance,
} from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, atOnce, type Person } from "../ledger-fixture-for-tests.ts";
import { bringDeliveries, type CodAccounts, follow, startCodBook } from "./cod-fixture-for-tests.ts";

let testApp: TestApp;
type Failure = { error: { kind: string; message: string; fields?: Record<string, string> } };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
});
afterAll(() => testApp.close());

let tenants = 0;
async function startBook() {
  tenants += 1;
  const book = await startCodBook(testApp, `flows-${tenants}`);
  return { ...book, ben: asPerson(testApp, book.tenant, "ben", "accountant") };
}

let keys = 0;
const nextKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const merchant = { kind: "customer", party: "Nour Shop", currency: "AED" };
const listOpen = async (person: Person) =>
  (await person<{ items: PayoutLine[] }>("GET", `payable/lines?${new URLSearchParams(merchant)}`)).body.items;
/** A call that pays some lines to the merchant. */
const pay = (person: Person, lines: readonly PayoutLine[]) =>
  person<CodPayout & Failure>("POST", "payouts", {
    ...merchant,
    key: nextKey(),
    lines: lines.map(({ entry, line }) => ({ entry, line })),
  });
const handInAll = (person: Person) =>
  person<HandIn & Failure>("POST", "hand-ins", {
    key: nextKey(),
    driver: "Omar",
    denominations: [{ valueMinor: 10_000, count: 3 }],
  });
const deposit = (person: Person, fields: object) =>
  person<CashDeposit & Failure>("POST", "deposits", { key: nextKey(), ...fields });
const act = (person: Person, entry: { id: string }, verb: "reverse" | "approve" | "void") =>
  person<LedgerEntry & Failure>("POST", `entries/${entry.id}/${verb}`, verb === "reverse" ? { text: "Wrong" } : {});
const limitTo = (person: Person, approvalMinor: number | null) => person("PUT", "settings", { approvalMinor });
const count = (statuses: readonly { status: number }[], wanted: number) =>
  statuses.filter(({ status }) => status === wanted).length;

/** What stands on the accounts of the flows; the book must balance and its drivers be told as it has them. */
async function readBook(person: Person, accounts: CodAccounts) {
  const closing = async ({ id }: LedgerAccount) =>
    (await person<LedgerStatement>("GET", `statement?account=${id}`)).body.closingMinor;
  const { currencies } = (await person<TrialBalance>("GET", "trial-balance")).body;
  expect(currencies.map(({ difference }) => difference)).toEqual([0]);
  const drivers = (await person<{ items: DriverOpenCash[] }>("GET", "driver-cash")).body.items;
  const withDrivers = await closing(accounts.cod_with_driver);
  expect(drivers.reduce((sum, { openMinor }) => sum + openMinor, 0)).toBe(withDrivers);
  return {
    withDrivers,
    safe: await closing(accounts.cod_in_safe),
    bank: await closing(accounts.bank),
    owed: await closing(accounts.cod_owed),
  };
}

/** Three deliveries of 100.00 less their fees and tax. */
const owed = 3 * (10_000 - 263);
const begin = { withDrivers: 40_000, safe: 0, bank: 0, owed: -4 * (10_000 - 263) };

test("cash is handed in, deposited and paid out once, however many try at once", async () => {
  const { keeper, accounts } = await startBook();
  const handIns = await atOnce(16, () => handInAll(keeper));
  expect([count(handIns, 201), count(handIns, 400)]).toEqual([1, 15]);
  const made = handIns.find(({ status }) => status === 201)?.body.id ?? "";
  const deposits = await atOnce(16, (place) =>
    deposit(keeper, place % 2 === 0 ? { handIns: [made] } : { amountMinor: 30_000 }),
  );
  expect(count(deposits, 201)).toBe(1);
  const lines = await listOpen(keeper);
  const payouts = await atOnce(16, () => pay(keeper, lines));
  expect([count(payouts, 201), count(payouts, 409)]).toEqual([1, 15]);
  const settled = { withDrivers: 10_000, safe: 0, bank: 30_000 - owed, owed: begin.owed + owed };
  expect(await readBook(keeper, accounts)).toEqual(settled);
  const entry = payouts.find(({ status }) => status === 201)?.body.entry ?? { id: "" };
  const reversals = await atOnce(12, () => act(keeper, entry, "reverse"));
  expect([count(reversals, 201), count(reversals, 409)]).toEqual([1, 11]);
  expect(await readBook(keeper, accounts)).toEqual({ ...settled, bank: 30_000, owed: begin.owed });
});

test("a payout that waits is approved or voided, and not both", async () => {
  const { keeper, ben, accounts } = await startBook();
  await limitTo(keeper, 5000);
  const { entry } = (await pay(keeper, await listOpen(keeper))).body;
  const answers = await atOnce(16, (place) => act(ben, entry, place % 2 === 0 ? "approve" : "void"));
  expect([count(answers, 200), count(answers, 409)]).toEqual([1, 15]);
  const isPaid = answers.find(({ status }) => status === 200)?.body.state === "posted";
  expect((await readBook(keeper, accounts)).bank).toBe(isPaid ? -owed : 0);
  expect(await listOpen(keeper)).toHaveLength(isPaid ? 0 : 6);
});

test("nobody approves a hand-in, deposit or payout of one's own", async () => {
  const { keeper, ben, accounts } = await startBook();
  await limitTo(keeper, 5000);
  const taken = (await handInAll(keeper)).body;
  expect((await act(keeper, taken.entry, "approve")).status).toBe(403);
  expect((await keeper("POST", `entries/${taken.entry.id}/post`, {})).status).toBe(409);
  await act(ben, taken.entry, "approve");
  const brought = (await deposit(keeper, { handIns: [taken.id] })).body;
  const paid = (await pay(keeper, await listOpen(keeper))).body;
  for (const { entry } of [brought, paid]) expect((await act(keeper, entry, "approve")).status).toBe(403);
  expect(await readBook(keeper, accounts)).toEqual({ ...begin, withDrivers: 10_000, safe: 30_000 });
});

test("a reversal is not reversed: what counts again is posted anew", async () => {
  const { keeper, accounts } = await startBook();
  const paid = (await pay(keeper, await listOpen(keeper))).body;
  const reversal = (await act(keeper, paid.entry, "reverse")).body;
  const again = await act(keeper, reversal, "reverse");
  expect([again.status, again.body.error.message]).toEqual([
    409,
    `Entry ${reversal.number} is a reversal: post what should count as a new entry.`,
  ]);
  expect(await readBook(keeper, accounts)).toEqual(begin);
});

test("what a payout has settled is opened by its reversal alone, and so is not paid twice", async () => {
  const { keeper, accounts } = await startBook();
  const lines = await listOpen(keeper);
  const paid = (await pay(keeper, lines)).body;
  const [settlement] = (await keeper<{ items: LedgerSettlement[] }>("GET", "settlements")).body.items;
  const undone = await keeper<Failure>("POST", `settlements/${settlement?.id}/undo`, {});
  expect([undone.status, undone.body.error.message]).toEqual([
    409,
    `Payout ${paid.entry.number} settles these lines: reverse its entry instead.`,
  ]);
  expect((await pay(keeper, lines)).status).toBe(409);
  await act(keeper, paid.entry, "reverse");
  expect(await listOpen(keeper)).toHaveLength(6);
  expect(await readBook(keeper, accounts)).toEqual(begin);
});

test("a hand-in is not reversed while a deposit has its cash", async () => {
  const { keeper, ben, accounts } = await startBook();
  const taken = (await handInAll(keeper)).body;
  const brought = (await deposit(keeper, { handIns: [taken.id] })).body;
  const refused = await act(keeper, taken.entry, "reverse");
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    `Cash of hand-in ${taken.entry.number} is in deposit ${brought.entry.number}: reverse or void that one first.`,
  ]);
  await act(keeper, brought.entry, "reverse");
  // One that waits will take the cash too.
  await limitTo(keeper, 30_000);
  const waiting = (await deposit(keeper, { handIns: [taken.id] })).body;
  expect((await act(keeper, taken.entry, "reverse")).status).toBe(409);
  await act(keeper, waiting.entry, "void");
  // A reversal that waits is no reversal yet: a deposit may come between.
  const reversal = (await act(keeper, taken.entry, "reverse")).body;
  await limitTo(keeper, null);
  const between = (await deposit(keeper, { handIns: [taken.id] })).body;
  expect((await act(ben, reversal, "approve")).status).toBe(409);
  expect(await readBook(keeper, accounts)).toEqual({ ...begin, withDrivers: 10_000, bank: 30_000 });
  await act(keeper, between.entry, "reverse");
  expect((await act(ben, reversal, "approve")).status).toBe(200);
  expect(await readBook(keeper, accounts)).toEqual(begin);
});

test("a deposit that waits is not approved once the safe has less", async () => {
  const { keeper, ben, accounts } = await startBook();
  const taken = (await handInAll(keeper)).body;
  await limitTo(keeper, 30_000);
  const waiting = (await deposit(keeper, { handIns: [taken.id] })).body;
  await keeper("POST", "entries", {
    key: nextKey(),
    text: "Fuel, paid from the safe",
    lines: [
      { account: accounts.driver_pay.id, amountMinor: 20_000 },
      { account: accounts.cod_in_safe.id, amountMinor: -20_000 },
    ],
  });
  const refused = await act(ben, waiting.entry, "approve");
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    `The safe has 200.00 AED too little for deposit ${waiting.entry.number}.`,
  ]);
  expect((await readBook(keeper, accounts)).safe).toBe(10_000);
});

test("what a waiting payout pays is not settled by hand meanwhile", async () => {
  const { keeper, ben, accounts } = await startBook();
  const lines = await listOpen(keeper);
  const credit = lines.find(({ openMinor }) => openMinor < 0);
  const fee = lines.find(({ openMinor }) => openMinor > 0);
  await limitTo(keeper, 5000);
  const paid = (await pay(keeper, lines)).body;
  const settled = await keeper<Failure>("POST", "settlements", {
    account: accounts.cod_owed.id,
    currency: "AED",
    parts: [
      { entry: fee?.entry, line: fee?.line, amountMinor: fee?.openMinor },
      { entry: credit?.entry, line: credit?.line, amountMinor: -(fee?.openMinor ?? 0) },
    ],
  });
  expect([settled.status, settled.body.error.kind]).toEqual([409, "conflict"]);
  expect(await listOpen(keeper)).toEqual([]);
  expect((await act(ben, paid.entry, "approve")).status).toBe(200);
});

test("a payout whose delivery is gone while it waits is voided, and its lines show nothing that is not owed", async () => {
  const { tenant, keeper, ben, accounts } = await startBook();
  await limitTo(keeper, 5000);
  const paid = (await pay(keeper, await listOpen(keeper))).body;
  await bringDeliveries(testApp, tenant, [], ["a"]);
  await follow(testApp, tenant);
  expect(await listOpen(keeper)).toEqual([]);
  const refused = await act(ben, paid.entry, "approve");
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    `Lines of payout ${paid.entry.number} have changed since it was made: void it, and pay what is open now.`,
  ]);
  await act(ben, paid.entry, "void");
  expect(await listOpen(keeper)).toHaveLength(4);
  const gone = 10_000 - 263;
  expect(await readBook(keeper, accounts)).toEqual({ ...begin, withDrivers: 30_000, owed: begin.owed + gone });
});

test("an account for what is open with drivers and merchants stays one once something is on it", async () => {
  const { keeper, accounts } = await startBook();
  const change = (account: LedgerAccount, fields: object) =>
    keeper<LedgerAccount & Failure>("PATCH", `accounts/${account.id}`, fields);
  for (const account of [accounts.cod_with_driver, accounts.cod_owed]) {
    const { status, body } = await change(account, { purpose: null });
    const message = `Account ${account.code} has entries: it stays used for “${
      account === accounts.cod_owed ? "Owed to merchants" : "Cash with drivers"
    }”.`;
    expect([status, body.error.fields]).toEqual([409, { purpose: message }]);
    expect((await change(account, { name: `${account.name} now` })).status).toBe(200);
  }
  expect((await change(accounts.driver_wallet, { purpose: null })).body.purpose).toBeNull();
  expect(await readBook(keeper, accounts)).toEqual(begin);
});
