import type { LedgerEntry, LedgerStatement, TrialBalance } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../../testing/random-from.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { isFullLength } from "../../testing/test-length.ts";
import { asPerson, makeBook, type Person } from "./ledger-fixture-for-tests.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
});
afterAll(() => testApp.close());

const codes = ["1000", "1100", "1200", "2000", "2100", "3000", "4000", "5000"];
const seeds = Array.from({ length: isFullLength ? 400 : 6 }, (_, seed) => seed + 1);
const steps = isFullLength ? 40 : 30;

/** What should count: the signed lines of each entry by its id. */
type Counted = Map<string, { code: string; day: string; minor: number }[]>;

test.each(seeds)("history %i balances everywhere, and all readings agree", async (seed) => {
  const draw = randomFrom(seed);
  const random = () => draw(1_000_000) / 1_000_000;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const tenant = `model-${seed}`;
  const accounts = await makeBook(testApp, tenant);
  const [ann, ben] = [asPerson(testApp, tenant, "ann"), asPerson(testApp, tenant, "ben")];
  const counted: Counted = new Map();
  const pending: LedgerEntry[] = [];
  const posted: LedgerEntry[] = [];
  const sent: object[] = [];
  const note = (entry: LedgerEntry) =>
    counted.set(
      entry.id,
      entry.lines.map(({ account, amountMinor }) => ({
        code: account.code,
        day: entry.postingDay,
        minor: amountMinor,
      })),
    );

  async function post(): Promise<void> {
    const amounts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => 1 + Math.floor(random() * 100_000));
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    const sign = random() < 0.5 ? 1 : -1;
    const day = `2026-0${1 + Math.floor(random() * 3)}-1${Math.floor(random() * 9)}`;
    const entry = {
      key: `key-${sent.length}`,
      text: "Made up",
      isPending: random() < 0.25,
      ...(random() < 0.5 ? { postingDay: day } : { valueDay: day }),
      lines: [
        ...amounts.map((amount) => ({ account: pick(codes), amountMinor: sign * amount })),
        { account: pick(codes), amountMinor: -sign * sum },
      ],
    };
    const twice = random() < 0.2;
    const answers = await Promise.all(
      [entry, ...(twice ? [entry] : [])].map((one) => ann<LedgerEntry>("POST", "entries", one)),
    );
    const [first] = answers;
    if (first?.status !== 201) return;
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    sent.push(entry);
    if (first.body.state === "pending") pending.push(first.body);
    else {
      note(first.body);
      posted.push(first.body);
    }
  }

  async function decide(): Promise<void> {
    const entry = pending.splice(Math.floor(random() * pending.length), 1)[0];
    if (!entry) return;
    const isPosted = random() < 0.6;
    const { status, body } = await ann<LedgerEntry>("POST", `entries/${entry.id}/${isPosted ? "post" : "void"}`);
    expect(status).toBe(200);
    if (!isPosted) return;
    note(body);
    posted.push(body);
  }

  async function reverse(): Promise<void> {
    const entry = posted.splice(Math.floor(random() * posted.length), 1)[0];
    if (!entry) return;
    const [one, other] = await Promise.all(
      [ann, ben].map((person) => person<LedgerEntry>("POST", `entries/${entry.id}/reverse`, { text: "Undone" })),
    );
    expect([one?.status, other?.status].sort()).toEqual([201, 409]);
    note((one?.status === 201 ? one : other)?.body as LedgerEntry);
  }

  async function turnMonth(): Promise<void> {
    const month = `2026-0${1 + Math.floor(random() * 2)}`;
    const act = random() < 0.6 ? "close" : "reopen";
    for (const person of [ann, ben]) await person("POST", `periods/${month}/${act}`);
  }

  const replay = async () => {
    const entry = pick(sent);
    if (entry) expect((await ann("POST", "entries", entry)).status).toBe(201);
  };
  for (let step = 0; step < steps; step += 1) {
    const chance = random();
    if (chance < 0.55) await Promise.all(Array.from({ length: 1 + Math.floor(random() * 3) }, post));
    else if (chance < 0.7) await decide();
    else if (chance < 0.85) await reverse();
    else if (chance < 0.93) await turnMonth();
    else await replay();
  }
  await expectAgreement(tenant, ann, { counted, accounts: Object.keys(accounts) });
});

async function expectAgreement(
  tenant: string,
  person: Person,
  { counted, accounts }: { counted: Counted; accounts: string[] },
): Promise<void> {
  const lines = [...counted.values()].flat();
  const sumUntil = (code: string, day: string) =>
    lines.reduce((sum, line) => sum + (line.code === code && line.day <= day ? line.minor : 0), 0);
  for (const asOf of ["2026-01-31", "2026-02-28", "2026-03-18"]) {
    const { body } = await person<TrialBalance>("GET", `trial-balance?asOf=${asOf}`);
    expect(body.currencies.map(({ difference }) => difference)).toEqual(body.currencies.map(() => 0));
    for (const code of accounts) {
      const balance = body.accounts.find((account) => account.code === code)?.balance ?? 0;
      expect(balance, `${code} at ${asOf}`).toBe(sumUntil(code, asOf));
    }
  }
  for (const code of accounts) {
    const { body } = await person<LedgerStatement>("GET", `statement?account=${code}&limit=200`);
    let balance = body.openingMinor;
    for (const line of body.items) {
      balance += line.debitMinor - line.creditMinor;
      expect(line.balanceMinor).toBe(balance);
    }
    expect([balance, body.lines]).toEqual([body.closingMinor, lines.filter((line) => line.code === code).length]);
    const part = await person<LedgerStatement>(
      "GET",
      `statement?account=${code}&side=credit&leastMinor=5000&from=2026-02-01`,
    );
    const { openingMinor, shown, notShownMinor, closingMinor } = part.body;
    expect(openingMinor + shown.debitMinor - shown.creditMinor + notShownMinor).toBe(closingMinor);
    expect(openingMinor).toBe(sumUntil(code, "2026-01-31"));
  }
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    headers: signedInAs("manager", tenant, "ann"),
    payload: {
      metrics: [
        "cash_balance",
        "receivable_balance",
        "payable_balance",
        "income_amount",
        "expense_amount",
        "posting_count",
      ],
      time: { from: "2026-01-01", to: "2026-03-19" },
    },
  });
  const { totals } = response.json() as { totals: Record<string, number | null> };
  const minor = (metric: string) => Math.round((totals[metric] ?? 0) * 100);
  expect({
    cash: minor("cash_balance"),
    receivable: minor("receivable_balance"),
    payable: minor("payable_balance"),
    income: minor("income_amount"),
    expense: minor("expense_amount"),
    postings: totals.posting_count ?? 0,
  }).toEqual({
    cash: sumUntil("1000", "9999"),
    receivable: sumUntil("1100", "9999"),
    payable: 0 - sumUntil("2000", "9999"),
    income: 0 - sumUntil("4000", "9999"),
    expense: sumUntil("5000", "9999"),
    postings: lines.length,
  });
  // A person of its own: how often one may verify is limited.
  const verifier = asPerson(testApp, tenant, `checks ${tenant}`);
  expect((await verifier<{ problems: string[] }>("GET", "verification")).body.problems).toEqual([]);
}
