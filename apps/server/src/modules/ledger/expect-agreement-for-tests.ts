import type { LedgerStatement, TrialBalance } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { expect } from "vitest";
import { signedInAs, type TestApp } from "../../testing/test-app.ts";
import { type BookModel, clearing, type ModelLine } from "./book-model-for-tests.ts";
import { asPerson, type Person } from "./ledger-fixture-for-tests.ts";

type History = { tenant: string; ann: Person; model: BookModel };

/** Trial balances, statements, figures and the chain say what the model says, to the minor unit. */
export async function expectAgreement(testApp: TestApp, { tenant, ann, model }: History): Promise<void> {
  const { lines } = model;
  await expectTrialBalances(ann, { today: model.today, lines });
  await expectStatements(ann, lines);
  await expectFigures(testApp, { tenant, today: model.today, lines });
  const { body: arrivals } = await ann<{ items: { entryKey: string }[] }>("GET", "arrivals?limit=100");
  expect(new Set(arrivals.items.map(({ entryKey }) => entryKey)).size).toBe(model.countWaiting());
  // A person of its own: how often one may verify is limited.
  const verifier = asPerson(testApp, tenant, `checks ${tenant}`);
  expect((await verifier<{ problems: string[] }>("GET", "verification")).body.problems).toEqual([]);
}

const sum = (lines: readonly ModelLine[]) => lines.reduce((total, { minor }) => total + minor, 0);

/** Accounts with the currencies of their lines, and these lines. */
function groupByAccount(lines: readonly ModelLine[]): Map<string, ModelLine[]> {
  const groups = new Map<string, ModelLine[]>();
  for (const line of lines) {
    const key = `${line.code} ${line.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

type Lines = { today: string; lines: readonly ModelLine[] };

async function expectTrialBalances(ann: Person, { today, lines }: Lines): Promise<void> {
  for (const asOf of ["2026-01-14", "2026-01-31", "2026-02-28", today, "2026-04-30"]) {
    const { body } = await ann<TrialBalance>("GET", `trial-balance?asOf=${asOf}`);
    expect(body.currencies.map(({ difference }) => difference)).toEqual(body.currencies.map(() => 0));
    const told = body.accounts.map(({ code, name, currency, balance }) => {
      return [`${name === clearing ? name : code} ${currency}`, balance] as const;
    });
    const expected = [...groupByAccount(lines.filter(({ day }) => day <= asOf))].map(
      ([key, own]) => [key, sum(own)] as const,
    );
    expect(told.sort(), asOf).toEqual(expected.sort());
  }
}

async function readLines(ann: Person, query: string): Promise<LedgerStatement> {
  const { body } = await ann<LedgerStatement>("GET", `statement?${query}&limit=200`);
  for (let page = 2; page <= body.pages; page += 1) {
    const more = await ann<LedgerStatement>("GET", `statement?${query}&limit=200&page=${page}`);
    body.items.push(...more.body.items);
  }
  return body;
}

async function expectStatements(ann: Person, lines: readonly ModelLine[]): Promise<void> {
  for (const [key, own] of groupByAccount(lines)) {
    const [code = "", currency = ""] = key.split(" ");
    const query = `account=${code === clearing ? "1500" : code}&currency=${currency}`;
    const statement = await readLines(ann, query);
    let balance = statement.openingMinor;
    for (const line of statement.items) {
      balance += line.debitMinor - line.creditMinor;
      expect(line.balanceMinor, key).toBe(balance);
    }
    expect([balance, statement.lines], key).toEqual([statement.closingMinor, own.length]);
    const told = statement.items.map((line) => `${line.postingDay} ${line.debitMinor - line.creditMinor}`);
    expect(told.sort(), key).toEqual(own.map(({ day, minor }) => `${day} ${minor}`).sort());
    const filtered = await readLines(ann, `${query}&side=credit&leastMinor=5000&from=2026-02-01`);
    const passing = own.filter(({ day, minor }) => day >= "2026-02-01" && minor <= -5000);
    const { openingMinor, shown, notShownMinor, closingMinor } = filtered;
    expect(openingMinor + shown.debitMinor - shown.creditMinor + notShownMinor).toBe(closingMinor);
    expect([openingMinor, closingMinor, shown.lines, shown.creditMinor], key).toEqual([
      sum(own.filter(({ day }) => day < "2026-02-01")),
      sum(own),
      passing.length,
      0 - sum(passing),
    ]);
    const inOrder = new Map(statement.items.map((line) => [`${line.number} ${line.line}`, line.balanceMinor]));
    for (const line of filtered.items) {
      expect(line.balanceMinor, key).toBe(inOrder.get(`${line.number} ${line.line}`));
    }
    const branch = await readLines(ann, `${query}&branch=Deira`);
    expect(branch.closingMinor, key).toBe(sum(own.filter((line) => line.branch === "Deira")));
  }
}

/** What figures are of: the account, and their sign. A balance stands at the end of a day, others are of the day. */
const figures: Record<string, { signs: Record<string, number>; isBalance: boolean }> = {
  cash_balance: { signs: { "1000": 1 }, isBalance: true },
  receivable_balance: { signs: { "1100": 1 }, isBalance: true },
  payable_balance: { signs: { "2000": -1 }, isBalance: true },
  income_amount: { signs: { "4000": -1 }, isBalance: false },
  expense_amount: { signs: { "5000": 1 }, isBalance: false },
  net_profit: { signs: { "4000": -1, "5000": -1 }, isBalance: false },
};
const filters = [
  [],
  [{ field: "branch", op: "in", values: ["Deira"] }],
  [{ field: "customer", op: "in", values: ["Nour"] }],
  [
    { field: "branch", op: "not_in", values: ["Marina"] },
    { field: "customer", op: "in", values: ["Salem"] },
  ],
] as const;

const firstDay = "2026-01-10";

/** The figures of every day and filter are what the lines of the statements come to. */
async function expectFigures(testApp: TestApp, { tenant, today, lines }: Lines & { tenant: string }): Promise<void> {
  // They know nothing of days that have not begun.
  const dayAfter = addDays(today, 1);
  const counted = lines.filter(({ isPosting }) => isPosting);
  for (const filter of filters) {
    const response = await testApp.app.inject({
      method: "POST",
      url: "/api/metrics/query",
      headers: signedInAs("manager", tenant, "ann"),
      payload: {
        metrics: [...Object.keys(figures), "posting_count"],
        filters: filter,
        grain: "day",
        time: { from: firstDay, to: dayAfter },
      },
    });
    const answer = response.json() as { rows: Record<string, unknown>[]; totals: Record<string, number | null> };
    expect(response.statusCode, response.body).toBe(200);
    const passing = counted.filter((line) =>
      filter.every(({ field, op, values }) => {
        const value = field === "branch" ? line.branch : line.customer;
        return (values as readonly (string | null)[]).includes(value) === (op === "in");
      }),
    );
    // Where the month of today is closed, entries count in the next one, which has not begun.
    const begun = passing.filter((line) => line.day >= firstDay && line.day < dayAfter);
    const told = new Map(answer.rows.map((row) => [String(row.period), row]));
    for (let day = firstDay; day < dayAfter; day = addDays(day, 1)) {
      const row = told.get(day) ?? {};
      for (const [metric, { signs, isBalance }] of Object.entries(figures)) {
        const own = passing.filter((line) => (isBalance ? line.day <= day : line.day === day));
        const minor = own.reduce((total, line) => total + (signs[line.code] ?? 0) * (line.base ?? 0), 0);
        // What is not known is null: there is no posting of the kind at all.
        const isKnown = Object.keys(signs).every((code) => begun.some((line) => line.code === code && line.base));
        const figure = row[metric] === null && !isKnown ? minor : Math.round(Number(row[metric] ?? 0) * 100);
        expect(figure, `${metric} on ${day} with ${JSON.stringify(filter)}`).toBe(minor + 0);
      }
      expect(row.posting_count ?? 0).toBe(passing.filter((line) => line.day === day).length);
    }
    expect(answer.totals.posting_count ?? 0).toBe(begun.length);
  }
}
