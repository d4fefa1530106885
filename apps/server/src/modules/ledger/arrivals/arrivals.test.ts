import type {
  LedgerArrival,
  LedgerEntryHead,
  LedgerStatement,
  SourceMapping,
  SourceRun,
  TrialBalance,
} from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { until } from "../../../testing/until.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { asPerson, type Person } from "../ledger-fixture-for-tests.ts";
import { type ArrivalsFixture, openArrivalsFixture, tenantId } from "./arrivals-fixture-for-tests.ts";
import { promiseTaking } from "./take-postings-job.ts";

let fixture: ArrivalsFixture;
let ann: Person;
beforeAll(async () => {
  fixture = await openArrivalsFixture();
  ann = asPerson(fixture.testApp, tenantId, "ann");
});
afterAll(() => fixture.close());

const columns = {
  source_key: "key",
  entry_key: "entry",
  account: "account",
  account_type: "type",
  customer: "customer",
  posted_at: "date",
  amount_minor: "amount",
  due_day: "due",
  text: "text",
};
const mapping: SourceMapping = {
  fact: "ledger_postings",
  fields: Object.fromEntries(Object.entries(columns).map(([field, from]) => [field, { from }])),
};
const header = "key,entry,account,type,customer,date,amount,due,text";
const file = (...lines: string[]) => [header, ...lines].join("\n");

const take = (content: string, own = mapping): Promise<SourceRun> => fixture.take(content, own);

// biome-ignore lint/suspicious/noExplicitAny: figures are of many forms
type Figures = { totals: any; rows: Record<string, unknown>[] };

async function figures(metrics: string[], split?: string): Promise<Figures> {
  return fixture.call<Figures>("POST", "/api/metrics/query", {
    metrics,
    ...(split && { dimensions: [split] }),
    time: { from: "2000-01-01", to: "2199-12-31" },
  });
}

const trial = async () => (await ann<TrialBalance>("GET", "trial-balance?asOf=2199-12-31")).body;
const balances = async () => Object.fromEntries((await trial()).accounts.map(({ name, balance }) => [name, balance]));
const entries = async (q: string) =>
  (await ann<{ items: LedgerEntryHead[] }>("GET", `entries?limit=100&q=${q}`)).body.items.filter(
    ({ reverses }) => reverses === null,
  );

test("postings of a file become entries, and the figures are those of the book", async () => {
  const run = await take(
    file(
      "1,E1,Receivables,Receivable,Nour,2026-03-02,120.00,2026-03-20,Invoice 1",
      "2,E1,Sales,Income,Nour,2026-03-02,-100.00,,Invoice 1",
      "3,E1,Tax payable,Other,,2026-03-02,-20.00,,Invoice 1",
      "4,E2,Bank,Cash,,2026-03-05,120.00,,Paid",
      "5,E2,Receivables,Receivable,Nour,2026-03-05,-120.00,2026-03-20,Paid",
    ),
  );
  expect(run.rows).toMatchObject({ read: 5, written: 5, rejected: 0 });
  expect(await balances()).toEqual({ Bank: 12_000, Receivables: 0, Sales: -10_000, "Tax payable": -2000 });
  expect((await trial()).currencies).toEqual([{ currency: "USD", debit: 24_000, credit: 24_000, difference: 0 }]);
  const { totals } = await figures(["income_amount", "cash_balance", "receivable_balance", "posting_count"]);
  expect(totals).toMatchObject({ income_amount: 100, cash_balance: 120, receivable_balance: 0, posting_count: 5 });
  const { rows } = await figures(["income_amount"], "customer");
  expect(rows[0]).toMatchObject({ customer: "Nour", income_amount: 100 });
  const again = await take(
    file(
      "1,E1,Receivables,Receivable,Nour,2026-03-02,120.00,2026-03-20,Invoice 1",
      "2,E1,Sales,Income,Nour,2026-03-02,-100.00,,Invoice 1",
      "3,E1,Tax payable,Other,,2026-03-02,-20.00,,Invoice 1",
    ),
  );
  expect(again.rows).toMatchObject({ written: 0 });
  expect(await entries("E1")).toHaveLength(1);
});

test("an entry names the connection and the file that have brought it", async () => {
  const [entry] = await entries("E1");
  expect(entry).toMatchObject({ source: "Files (postings.csv)", createdBy: null });
  const { body } = await ann<LedgerEntryHead>("GET", `entries/${entry?.id}`);
  expect(body.source).toBe("Files (postings.csv)");
});

test("an entry that its source has changed is reversed and posted anew", async () => {
  await take(
    file(
      "1,E1,Receivables,Receivable,Nour,2026-03-02,132.00,2026-03-20,Invoice 1",
      "2,E1,Sales,Income,Nour,2026-03-02,-110.00,,Invoice 1",
      "3,E1,Tax payable,Other,,2026-03-02,-22.00,,Invoice 1",
    ),
  );
  expect((await entries("E1")).map(({ state, source }) => [state, source])).toEqual([
    ["posted", "Files (postings.csv)"],
    ["reversed", "Files"],
  ]);
  expect(await balances()).toMatchObject({ Receivables: 1200, Sales: -11_000, "Tax payable": -2200 });
  const { totals } = await figures(["income_amount", "receivable_balance"]);
  expect(totals).toMatchObject({ income_amount: 110, receivable_balance: 12 });
  const { rows } = await figures(["income_amount"], "customer");
  expect(rows[0]).toMatchObject({ customer: "Nour", income_amount: 110 });
  const { body } = await ann<{ problems: string[] }>("GET", "verification");
  expect(body.problems).toEqual([]);
});

test("what does not balance is rejected with the reason, counts nowhere, and is taken once the rest of it comes", async () => {
  const before = await balances();
  const run = await take(
    file(
      "10,E10,Bank,Cash,,2026-03-06,50.00,,Half an entry",
      "11,E11,Bank,Cash,,2026-03-06,7.00,,Whole",
      "12,E11,Sales,Income,,2026-03-06,-7.00,,Whole",
    ),
  );
  expect(run.rows).toMatchObject({ read: 3, written: 2, rejected: 1 });
  expect(await fixture.listRejects(run)).toEqual([
    "line 2: Entry key: The entry does not balance: its debits are 50.00 USD higher.",
  ]);
  expect(await balances()).toMatchObject({ Bank: (before.Bank ?? 0) + 700 });
  const { totals } = await figures(["cash_balance"]);
  expect(totals.cash_balance).toBe(127);
  const rest = await take(file("13,E10,Sales,Income,,2026-03-06,-50.00,,Half an entry"));
  expect(rest.rows).toMatchObject({ read: 1, written: 1, rejected: 0 });
  expect(await fixture.listRejects(run)).toEqual([]);
  expect((await figures(["cash_balance"])).totals.cash_balance).toBe(177);
});

test("what a load has brought is reversed when it is undone", async () => {
  const before = await balances();
  const run = await take(
    file("20,E20,Bank,Cash,,2026-03-07,9.00,,To be undone", "21,E20,Sales,Income,,2026-03-07,-9.00,,To be undone"),
  );
  await fixture.follow(run, `runs/${run.id}/undo`);
  expect(await balances()).toEqual(before);
  expect((await entries("E20")).map(({ state }) => state)).toEqual(["reversed"]);
  expect((await figures(["cash_balance"])).totals.cash_balance).toBe((before.Bank ?? 0) / 100);
});

test("with a plan of one's own, an unknown account is rejected and taken when it is replayed", async () => {
  await ann("POST", "accounts", { code: "6000", name: "Own account", type: "expense" });
  const run = await take(
    file("30,E30,Fuel,Expense,,2026-03-08,5.00,,Fuel", "31,E30,Bank,Cash,,2026-03-08,-5.00,,Fuel"),
  );
  expect(run.rows).toMatchObject({ read: 2, written: 0, rejected: 2 });
  expect((await fixture.listRejects(run))[0]).toContain("The book has no account “Fuel”.");
  await ann("POST", "accounts", { code: "6010", name: "Fuel", type: "expense" });
  await fixture.follow(run, "rejects/replay");
  expect(await balances()).toMatchObject({ Fuel: 500 });
  expect(await fixture.listRejects(run)).toEqual([]);
});

test("a list with one side only is balanced on the clearing account", async () => {
  const { account_type: _, ...rest } = mapping.fields;
  const run = await take(
    file("40,P1,Own account,,,2026-03-09,31.00,,Hotel", "41,P1,Own account,,,2026-03-09,-0.50,,Hotel"),
    {
      ...mapping,
      fields: { ...rest, account_type: { constant: "Expense" } },
    },
  );
  expect(run.rows).toMatchObject({ read: 2, written: 2, rejected: 0 });
  expect(await balances()).toMatchObject({ "Own account": 3050, Clearing: -3050 });
  const { body } = await ann<LedgerStatement>("GET", "statement?account=6000");
  expect([body.lines, body.closingMinor]).toEqual([2, 3050]);
});

test("entries that wait are listed with their reason, and taken with the accounts that are missing", async () => {
  const run = await take(
    file("50,E50,Parking,Expense,,2026-03-10,2.00,,Parking", "51,E50,Bank,Cash,,2026-03-10,-2.00,,Parking"),
  );
  const list = async () => (await ann<{ items: LedgerArrival[]; entries: number }>("GET", "arrivals")).body;
  expect(await list()).toMatchObject({
    entries: 1,
    items: [{ entryKey: "E50", day: "2026-03-10", postings: 2, problem: expect.stringContaining("“Parking”") }],
  });
  const user = asPerson(fixture.testApp, tenantId, "una", "user");
  expect((await user("POST", "arrivals/retry", { addsAccounts: true })).status).toBe(403);
  expect((await ann("POST", "arrivals/retry", {})).body).toEqual({ taken: 0, waiting: 1, isDone: true });
  expect((await ann("POST", "arrivals/retry", { addsAccounts: true })).body).toEqual({
    taken: 1,
    waiting: 0,
    isDone: true,
  });
  expect(await list()).toMatchObject({ entries: 0, items: [] });
  expect(await balances()).toMatchObject({ Parking: 200 });
  expect(await fixture.listRejects(run)).toEqual([]);
});

test("what was there before the book followed sources is carried over, and no figure changes by it", async () => {
  const posting = (key: string, entry: string, account: string, type: string, minor: number) => ({
    source_key: key,
    entry_key: entry,
    account,
    account_type: type,
    posted_at: "2026-02-03T09:00:00Z",
    amount_minor: minor,
    text: "From before",
  });
  await fixture.testApp.as(systemCaller("test", tenantId), async (context) => {
    const records = [
      posting("a", "OLD1", "Bank", "Cash", 4000),
      posting("b", "OLD1", "Sales", "Income", -4000),
      posting("c", "OLD2", "Fuel", "Expense", 150),
      posting("d", "OLD3", "Never heard of", "Expense", 99),
    ];
    await ingestFacts(context, { fact: "ledger_postings", source: "former", records });
    await context.db.deleteFrom("posting_changes").where("tenant_id", "=", tenantId).execute();
  });
  const before = (await figures(["cash_balance", "income_amount", "expense_amount"])).totals;
  await fixture.testApp.as(systemCaller("test", tenantId), promiseTaking);
  await until(async () => (await entries("OLD2")).length === 1);
  expect((await figures(["cash_balance", "income_amount", "expense_amount"])).totals).toEqual(before);
  expect(await balances()).toMatchObject({ Clearing: -3050 - 150 });
  expect((await entries("OLD1"))[0]).toMatchObject({ postingDay: "2026-02-03", state: "posted", source: "a source" });
  const { items } = (await ann<{ items: LedgerArrival[] }>("GET", "arrivals")).body;
  expect(items.map(({ entryKey }) => entryKey)).toEqual(["OLD3"]);
  await ann("POST", "arrivals/retry", { addsAccounts: true });
});

test("what belongs to a closed month is rejected until it is open again", async () => {
  const ben = asPerson(fixture.testApp, tenantId, "ben");
  for (const person of [ann, ben]) await person("POST", "periods/2026-02/close");
  const lines = ["60,E60,Bank,Cash,,2026-02-20,8.00,,Late", "61,E60,Sales,Income,,2026-02-20,-8.00,,Late"];
  const run = await take(file(...lines));
  expect(run.rows).toMatchObject({ read: 2, written: 0, rejected: 2 });
  expect((await fixture.listRejects(run))[0]).toContain("2026-02 is closed.");
  for (const person of [ann, ben]) await person("POST", "periods/2026-02/reopen");
  await until(async () => (await entries("E60")).length === 1);
  expect((await ann<{ problems: string[] }>("GET", "verification")).body.problems).toEqual([]);
});
