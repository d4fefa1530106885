import type { LedgerEntry, LedgerPeriod, LedgerStatement, TrialBalance } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { asPerson, makeBook, makeEntry, type Person, post } from "./ledger-fixture-for-tests.ts";

let testApp: TestApp;
let ann: Person;
let ben: Person;

type Failure = { error: { kind: string; message: string; fields?: Record<string, string> } };
type Verdict = { entries: number; lines: number; problems: string[] };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  await makeBook(testApp, "north");
  ann = asPerson(testApp, "north", "ann");
  ben = asPerson(testApp, "north", "ben", "accountant");
});
afterAll(() => testApp.close());

const balance = async (person: Person, asOf = "2199-12-31") =>
  (await person<TrialBalance>("GET", `trial-balance?asOf=${asOf}`)).body;
const statement = async (person: Person, query: string) =>
  (await person<LedgerStatement>("GET", `statement?${query}`)).body;
/** What a metric says of all days. */
async function readMetric(tenant: string, metric: string, filters: object[] = []): Promise<number> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    headers: signedInAs("manager", tenant, "ann"),
    payload: { metrics: [metric], filters, time: { from: "2000-01-01", to: "2199-12-31" } },
  });
  return response.json().totals[metric];
}

test("an entry is posted, and stands in the statement, the trial balance and the figures alike", async () => {
  const entry = await post(ann, makeEntry("1000", "3000", 50_000, { reference: "START" }));
  expect(entry).toMatchObject({ state: "posted", postingDay: "2026-03-18", isBackDated: false, reference: "START" });
  expect(entry.lines.map(({ amountMinor, currency, baseMinor }) => [amountMinor, currency, baseMinor])).toEqual([
    [50_000, "AED", 50_000],
    [-50_000, "AED", -50_000],
  ]);
  const { openingMinor, closingMinor, items, lines } = await statement(ann, "account=1000");
  expect({ openingMinor, closingMinor, lines }).toEqual({ openingMinor: 0, closingMinor: 50_000, lines: 1 });
  expect(items[0]).toMatchObject({ debitMinor: 50_000, creditMinor: 0, balanceMinor: 50_000, reference: "START" });
  const trial = await balance(ann);
  expect(trial.currencies).toEqual([{ currency: "AED", debit: 50_000, credit: 50_000, difference: 0 }]);
  expect(await readMetric("north", "cash_balance")).toBe(500);
});

test("what does not balance is refused with the difference, and nothing of it is kept", async () => {
  const entry = makeEntry("1000", "3000", 1000);
  const [debit] = entry.lines;
  const answer = await ann<Failure>("POST", "entries", {
    ...entry,
    lines: [debit, { account: "3000", amountMinor: -995 }],
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toBe("The entry does not balance: its debits are 0.05 AED higher.");
  expect((await ann<{ items: unknown[] }>("GET", `entries?q=${entry.key}`)).body.items).toEqual([]);
});

test("each currency balances by itself, and a rate gives what it is worth in the tenant's own", async () => {
  const dollars = {
    key: "usd-1",
    text: "Dollars",
    rates: { USD: "3.6725" },
    lines: [
      { account: "1000", currency: "USD", amountMinor: 333 },
      { account: "1100", currency: "USD", amountMinor: 333 },
      { account: "3000", currency: "USD", amountMinor: -666 },
    ],
  };
  const entry = await post(ann, dollars);
  const worth = entry.lines.map(({ baseMinor }) => baseMinor ?? 0);
  expect(worth.reduce((sum, minor) => sum + minor, 0)).toBe(0);
  expect(worth.slice(0, 2)).toEqual([1223, 1223]);
  const mixed = { ...dollars, key: "mixed", lines: [dollars.lines[0], { account: "3000", amountMinor: -333 }] };
  expect((await ann("POST", "entries", mixed)).status).toBe(400);
  const { currency, currencies, closingMinor } = await statement(ann, "account=1000&currency=USD");
  expect({ currency, currencies, closingMinor }).toEqual({
    currency: "USD",
    currencies: ["AED", "USD"],
    closingMinor: 333,
  });
  expect((await balance(ann)).currencies.map(({ difference }) => difference)).toEqual([0, 0]);
});

test("the same key with the same content answers alike, with other content it is a conflict", async () => {
  const entry = makeEntry("5000", "1000", 700);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ann<LedgerEntry>("POST", "entries", entry)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const other = await ann<Failure>("POST", "entries", { ...entry, text: "Something else" });
  expect([other.status, other.body.error.kind]).toEqual([409, "conflict"]);
});

test("an entry is reversed once, linked both ways", async () => {
  const entry = await post(ann, makeEntry("1100", "4000", 4200, twoLines("1100", "4000", 4200)));
  const reversals = await Promise.all(
    [1, 2].map(() => ann<LedgerEntry>("POST", `entries/${entry.id}/reverse`, { text: "Charged twice" })),
  );
  expect(reversals.map(({ status }) => status).sort()).toEqual([201, 409]);
  const reversal = reversals.find(({ status }) => status === 201)?.body;
  expect(reversal).toMatchObject({ reverses: { id: entry.id, number: entry.number }, text: "Charged twice" });
  const now = (await ann<LedgerEntry>("GET", `entries/${entry.id}`)).body;
  expect(now).toMatchObject({ state: "reversed", reversedBy: { id: reversal?.id } });
  expect((await statement(ann, "customer=Nour")).closingMinor).toBe(0);
});

function twoLines(debit: string, credit: string, amountMinor: number) {
  const customer = "Nour";
  return {
    lines: [
      { account: debit, amountMinor, customer, dueDay: "2026-03-01" },
      { account: credit, amountMinor: -amountMinor, customer },
    ],
  };
}

test("a pending entry counts nowhere until it is posted, and is posted or voided once", async () => {
  const before = await statement(ann, "account=5000");
  const first = await post(ann, makeEntry("5000", "1000", 900, { isPending: true }));
  const second = await post(ann, makeEntry("5000", "1000", 800, { isPending: true }));
  expect([first.state, (await statement(ann, "account=5000")).closingMinor]).toEqual(["pending", before.closingMinor]);
  const tries = await Promise.all(["post", "post", "void"].map((act) => ann("POST", `entries/${first.id}/${act}`)));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await ann<LedgerEntry>("POST", `entries/${second.id}/void`)).body.state).toBe("voided");
  const state = (await ann<LedgerEntry>("GET", `entries/${first.id}`)).body;
  const counted = state.state === "posted" ? 900 : 0;
  expect((await statement(ann, "account=5000")).closingMinor).toBe(before.closingMinor + counted);
  expect(state.amounts).toEqual([{ currency: "AED", amountMinor: 900 }]);
});

test("from the limit on an entry takes a second person", async () => {
  await ann("PUT", "settings", { approvalMinor: 1_000_000 });
  const small = await post(ann, makeEntry("1000", "3000", 999_999));
  const large = await post(ann, makeEntry("1000", "3000", 1_000_000));
  expect([small.state, large.state, large.needsApproval]).toEqual(["posted", "pending", true]);
  expect((await ann("POST", `entries/${large.id}/approve`)).status).toBe(403);
  expect((await ben("POST", `entries/${large.id}/post`)).status).toBe(409);
  const approved = (await ben<LedgerEntry>("POST", `entries/${large.id}/approve`)).body;
  expect(approved).toMatchObject({ state: "posted", decision: { kind: "approved", by: "ben" } });
  const reversal = (await ann<LedgerEntry>("POST", `entries/${large.id}/reverse`, { text: "Not ours" })).body;
  expect([reversal.state, (await ann("POST", `entries/${reversal.id}/approve`)).status]).toEqual(["pending", 403]);
  expect((await ann<LedgerEntry>("POST", `entries/${reversal.id}/void`)).body.state).toBe("voided");
  expect((await ann("POST", `entries/${large.id}/reverse`, { text: "Not ours after all" })).status).toBe(201);
  await ann("PUT", "settings", { approvalMinor: null });
});

test("months are closed and reopened by two people; what comes late goes to the open one with its value day", async () => {
  const period = async (person: Person, act: string) =>
    person<LedgerPeriod & Failure>("POST", `periods/2026-02/${act}`);
  await post(ann, makeEntry("5000", "1000", 100, { postingDay: "2026-02-10" }));
  expect((await period(ann, "close")).body).toMatchObject({ state: "closing", askedBy: "ann" });
  expect((await period(ann, "close")).status).toBe(409);
  expect((await period(ben, "close")).body).toMatchObject({ state: "closed", decidedBy: "ben" });
  const refused = await ann<Failure>("POST", "entries", makeEntry("5000", "1000", 5, { postingDay: "2026-02-11" }));
  expect([refused.status, refused.body.error.message]).toEqual([400, "2026-02 is closed. Choose a later day."]);
  const late = await post(ann, makeEntry("5000", "1000", 7, { valueDay: "2026-02-11" }));
  expect(late).toMatchObject({ postingDay: "2026-03-18", valueDay: "2026-02-11", isBackDated: true });
  expect((await balance(ann, "2026-02-28")).currencies[0]).toMatchObject({ debit: 100, credit: 100 });
  expect((await period(ben, "reopen")).body.state).toBe("reopening");
  expect((await period(ben, "reopen")).status).toBe(409);
  expect((await period(ann, "reopen")).body.state).toBe("open");
});

test("a low rate, or an entry from before the limit, passes no second person by", async () => {
  const early = await post(ann, makeEntry("1000", "3000", 5_000_000, { isPending: true }));
  await ann("PUT", "settings", { approvalMinor: 1_000_000 });
  const inEuro = { ...makeEntry("1000", "3000", 1_000_000), rates: { EUR: "0.000001" } };
  const cheap = await post(ann, { ...inEuro, lines: inEuro.lines.map((line) => ({ ...line, currency: "EUR" })) });
  expect([cheap.state, cheap.needsApproval]).toEqual(["pending", true]);
  expect((await ann("POST", `entries/${early.id}/post`)).status).toBe(409);
  expect((await ben<LedgerEntry>("POST", `entries/${early.id}/post`)).body.state).toBe("posted");
  expect((await ann("POST", `entries/${cheap.id}/void`)).status).toBe(200);
  await ann("PUT", "settings", { approvalMinor: null });
});

test("an amount that is spread over currencies at low rates passes no second person by", async () => {
  await ann("PUT", "settings", { approvalMinor: 10_000 });
  const inCurrency = (currency: string) => makeEntry("1000", "3000", 2500).lines.map((line) => ({ ...line, currency }));
  const spread = (...currencies: string[]) =>
    post(ann, {
      ...makeEntry("1000", "3000", 1),
      rates: Object.fromEntries(currencies.map((currency) => [currency, "0.000001"])),
      lines: ["AED", ...currencies].flatMap(inCurrency),
    });
  expect((await spread("EUR", "USD")).state).toBe("posted");
  const waiting = await spread("EUR", "USD", "GBP");
  expect([waiting.state, waiting.needsApproval]).toEqual(["pending", true]);
  await ann("POST", `entries/${waiting.id}/void`);
  await ann("PUT", "settings", { approvalMinor: null });
});

test("a rate is for a currency of the lines, and none is for one's own", async () => {
  const send = async (rates: object) =>
    (await ann<Failure>("POST", "entries", makeEntry("1000", "3000", 5, { rates }))).body.error.message;
  expect(await send({ AED: "1" })).toBe("AED is your own currency: it has no rate.");
  expect(await send({ EUR: "4" })).toBe("No line is in EUR.");
});

test("what cannot be told exactly is refused, and what was there can still be read", async () => {
  const most = 1_000_000_000_000_000;
  const send = async (entry: object) => {
    const { status, body } = await ann<Failure>("POST", "entries", entry);
    return status === 201 ? "posted" : body.error.message;
  };
  const two = makeEntry("1200", "2100", most);
  expect(await send({ ...two, lines: [...two.lines, ...two.lines] })).toBe(
    "An entry moves at most 10,000,000,000,000.00 AED. Post several.",
  );
  const inEuro = { ...makeEntry("1200", "2100", most), rates: { EUR: "9" } };
  expect(await send({ ...inEuro, lines: inEuro.lines.map((line) => ({ ...line, currency: "EUR" })) })).toBe(
    "The entry is worth more in AED than a book can hold. Check the rate.",
  );
  const results: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const entry = makeEntry("1200", "2100", most);
    results.push(await send({ ...entry, lines: entry.lines.map((line) => ({ ...line, currency: "SAR" })) }));
  }
  expect(results).toEqual([
    ...Array.from({ length: 9 }, () => "posted"),
    "Account 1200 can hold no more SAR: use another one.",
  ]);
  expect((await ann("GET", "accounts")).status).toBe(200);
  expect((await ann("GET", "trial-balance")).status).toBe(200);
});

test("nobody can take the key of a reversal", async () => {
  const entry = await post(ann, makeEntry("5000", "1000", 31));
  for (const place of [1, 2]) {
    await post(ann, makeEntry("5000", "1000", 32, { key: `reversal ${place} of ${entry.id}` }));
  }
  expect((await ann("POST", `entries/${entry.id}/reverse`, { text: "Not ours" })).status).toBe(201);
});

test("what is before a closed month is closed, and no month that has not begun is closed", async () => {
  const period = (person: Person, month: string, act: string) =>
    person<LedgerPeriod & Failure>("POST", `periods/${month}/${act}`);
  for (const person of [ann, ben]) await period(person, "2025-06", "close");
  const early = await ann<Failure>("POST", "entries", makeEntry("5000", "1000", 5, { postingDay: "2025-03-01" }));
  expect(early.body.error.message).toBe("2025-03 is closed. Choose a later day.");
  expect(await post(ann, makeEntry("5000", "1000", 5, { valueDay: "2025-03-01" }))).toMatchObject({
    postingDay: "2026-03-18",
    isBackDated: true,
  });
  for (const person of [ann, ben]) await period(person, "2025-06", "reopen");
  expect((await period(ann, "2026-04", "close")).body.error.message).toBe(
    "2026-04 has not begun. Close it once its entries are in.",
  );
  const far = await ann<Failure>("POST", "entries", makeEntry("5000", "1000", 5, { valueDay: "2062-03-01" }));
  expect(far.body.error.message).toBe("2062-03-01 is more than a year ahead.");
});

test("a page behind the last one is the last one", async () => {
  const beyond = await statement(ann, "account=1000&limit=2&page=1000000");
  expect([beyond.page, beyond.items.length > 0]).toEqual([beyond.pages, true]);
});

test("a filter leaves lines out and changes no balance", async () => {
  await makeBook(testApp, "filters");
  const person = asPerson(testApp, "filters", "ann");
  for (const [place, minor] of [100, 2500, 300, 4000, 50].entries()) {
    await post(
      person,
      makeEntry("1000", "4000", minor, {
        postingDay: `2026-03-0${place + 1}`,
        text: `Takings of ${["Ann", "Ben", "Cid", "Dan", "Eve"][place]}`,
      }),
    );
  }
  const whole = await statement(person, "account=1000&from=2026-03-02");
  expect([whole.openingMinor, whole.closingMinor, whole.notShownMinor]).toEqual([100, 6950, 0]);
  const large = await statement(person, "account=1000&from=2026-03-02&leastMinor=1000");
  expect(large.items.map(({ balanceMinor }) => balanceMinor)).toEqual([2600, 6900]);
  const { openingMinor, shown, notShownMinor, closingMinor } = large;
  expect(openingMinor + shown.debitMinor - shown.creditMinor + notShownMinor).toBe(closingMinor);
  expect(notShownMinor).toBe(350);
  const newest = await statement(person, "account=1000&order=newest&limit=2&page=2");
  expect(newest.items.map(({ balanceMinor }) => balanceMinor)).toEqual([2900, 2600]);
  expect(
    (await statement(person, "account=1000&q=takings%20dan")).items.map(({ balanceMinor }) => balanceMinor),
  ).toEqual([6900]);
});

test("ageing is the figure receivable_balance by bucket, to the unit", async () => {
  await makeBook(testApp, "ageing");
  const person = asPerson(testApp, "ageing", "ann");
  const invoice = (amountMinor: number, dueDay: string | null) =>
    post(person, {
      ...makeEntry("1100", "4000", amountMinor, { postingDay: "2026-01-05" }),
      lines: [
        { account: "1100", amountMinor, customer: "Nour", dueDay },
        { account: "4000", amountMinor: -amountMinor },
      ],
    });
  for (const [minor, due] of [
    [1000, null],
    [200, "2026-03-18"],
    [30, "2026-03-17"],
    [4, "2026-02-15"],
    [5000, "2026-01-10"],
  ] as const) {
    await invoice(minor, due);
  }
  const { body } = await person<{ currencies: { total: number; buckets: number[] }[] }>(
    "GET",
    "ageing?asOf=2026-03-18",
  );
  expect(body.currencies).toEqual([{ currency: "AED", total: 6234, buckets: [1200, 30, 4, 5000, 0] }]);
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    headers: signedInAs("manager", "ageing", "ann"),
    payload: {
      metrics: ["receivable_balance"],
      dimensions: ["ageing_bucket"],
      time: { from: "2026-03-18", to: "2026-03-19" },
    },
  });
  const figures = response.json().rows as { ageing_bucket: string; receivable_balance: number }[];
  const amounts = Object.fromEntries(figures.map((row) => [row.ageing_bucket, row.receivable_balance]));
  expect(amounts).toMatchObject({ "Not due": 12, "1-30": 0.3, "31-60": 0.04, "61-90": 50 });
});

test("the book of another tenant is not found", async () => {
  const entry = await post(ann, makeEntry("1000", "3000", 5));
  await makeBook(testApp, "south");
  const other = asPerson(testApp, "south", "ann");
  expect((await other("GET", `entries/${entry.id}`)).status).toBe(404);
  expect((await other("POST", `entries/${entry.id}/reverse`, { text: "Theirs" })).status).toBe(404);
  const [line] = entry.lines;
  const stolen = {
    ...makeEntry("1000", "3000", 5),
    lines: [
      { account: line?.account.id, amountMinor: 5 },
      { account: "3000", amountMinor: -5 },
    ],
  };
  expect((await other("POST", "entries", stolen)).status).toBe(400);
});

test("whoever only reads posts nothing, and platform people read only", async () => {
  const reader = asPerson(testApp, "north", "eve", "user");
  expect((await reader("GET", "accounts")).status).toBe(200);
  expect((await reader("POST", "entries", makeEntry("1000", "3000", 5))).status).toBe(403);
  const look = (method: "GET" | "POST", path: string, payload?: object) =>
    testApp.app.inject({
      method,
      url: `/api/ledger/${path}`,
      headers: { ...signedInAs("admin", "platform", "boss"), "x-tenant": "north" },
      ...(payload && { payload }),
    });
  expect((await look("GET", "trial-balance")).statusCode).toBe(200);
  expect((await look("POST", "entries", makeEntry("1000", "3000", 5))).statusCode).toBeGreaterThanOrEqual(400);
});

test("an account keeps what it is for once something counts on it, and a closed one takes nothing", async () => {
  const accounts = (await ann<{ items: { id: string; code: string }[] }>("GET", "accounts")).body.items;
  const fuel = accounts.find(({ code }) => code === "5000")?.id;
  expect((await ann("PATCH", `accounts/${fuel}`, { type: "income" })).status).toBe(409);
  expect((await ann<{ name: string }>("PATCH", `accounts/${fuel}`, { name: "Fuel and oil" })).body.name).toBe(
    "Fuel and oil",
  );
  await ann("PATCH", `accounts/${fuel}`, { isOpen: false });
  const refused = await ann<Failure>("POST", "entries", makeEntry("5000", "1000", 5));
  expect(refused.body.error.fields).toEqual({ "lines.0.account": "Account 5000 is closed." });
  await ann("PATCH", `accounts/${fuel}`, { isOpen: true });
});

test("the whole book verifies", async () => {
  const { entries, lines, problems } = (await ann<Verdict>("GET", "verification")).body;
  expect(problems).toEqual([]);
  expect(entries).toBeGreaterThan(10);
  expect(lines).toBeGreaterThan(20);
});
