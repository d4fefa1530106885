import type { AgeingLine, LedgerAgeing, LedgerStatement, RouteOutput, Routes } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, makeBook, makeEntry, type Person, post } from "../ledger-fixture-for-tests.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
});
afterAll(() => testApp.close());

type Months = RouteOutput<Routes["getLedgerStatementMonths"]>;
type Lines = RouteOutput<Routes["getLedgerAgeingLines"]>;
type Failure = { error: { kind: string; message: string } };

async function startBook(tenant: string): Promise<Person> {
  await makeBook(testApp, tenant);
  return asPerson(testApp, tenant, "ann");
}
const readMonths = async (person: Person, query: string) =>
  (await person<Months>("GET", `statement/months?${query}`)).body;
const readStatement = async (person: Person, query: string) =>
  (await person<LedgerStatement>("GET", `statement?${query}`)).body;

/** An amount that a driver has in a branch, on a day and in a currency. */
const cash = (amountMinor: number, postingDay: string, more: object = {}, currency = "AED") => ({
  ...makeEntry("1200", "4000", amountMinor, { postingDay }),
  lines: [
    { account: "1200", amountMinor, currency, driver: "Omar", branch: "Deira", ...more },
    { account: "4000", amountMinor: -amountMinor, currency },
  ],
});

test("months go from opening to closing, and the last one closes as the statement does, for each scope", async () => {
  const ann = await startBook("months");
  await post(ann, cash(1000, "2025-11-30"));
  await post(ann, cash(200, "2026-01-01"));
  await post(ann, cash(-50, "2026-01-31", { branch: "Jumeirah" }));
  await post(ann, cash(7, "2026-03-02", { driver: "Sara" }));
  await post(ann, cash(99_999, "2026-02-02", {}, "USD"));
  const facts = ({ items }: Months) =>
    items.map((row) => [row.month, row.openingMinor, row.debitMinor, row.creditMinor, row.closingMinor, row.lines]);
  expect(facts(await readMonths(ann, "account=1200"))).toEqual([
    ["2025-11", 0, 1000, 0, 1000, 1],
    ["2025-12", 1000, 0, 0, 1000, 0],
    ["2026-01", 1000, 200, 50, 1150, 2],
    ["2026-02", 1150, 0, 0, 1150, 0],
    ["2026-03", 1150, 7, 0, 1157, 1],
  ]);
  expect(facts(await readMonths(ann, "branch=Deira&driver=Omar&from=2025-12-15&to=2026-01-31"))).toEqual([
    ["2026-01", 1000, 200, 0, 1200, 1],
  ]);
  for (const query of [
    "account=1200",
    "account=1200&currency=USD",
    "account=1200&from=2026-01-15&to=2026-03-02",
    "driver=Omar",
    "branch=Deira&from=2025-11-30",
    "account=1200&driver=Sara",
  ]) {
    const { items, currency } = await readMonths(ann, query);
    const whole = await readStatement(ann, query);
    expect(currency).toBe(whole.currency);
    expect([items[0]?.openingMinor, items.at(-1)?.closingMinor], query).toEqual([
      whole.openingMinor,
      whole.closingMinor,
    ]);
    for (const { from, to, ...month } of items) {
      const own = await readStatement(ann, `${query.replace(/&(from|to)=[^&]*/g, "")}&from=${from}&to=${to}`);
      expect(own, `${query} in ${month.month}`).toMatchObject({
        openingMinor: month.openingMinor,
        debitMinor: month.debitMinor,
        creditMinor: month.creditMinor,
        closingMinor: month.closingMinor,
        lines: month.lines,
      });
    }
  }
});

test("the last 24 months are answered, and how many lie before them", async () => {
  const ann = await startBook("many-months");
  await post(ann, cash(1, "2023-12-31"));
  await post(ann, cash(20, "2026-02-01"));
  const { items, earlier } = await readMonths(ann, "account=1200");
  expect([items.length, earlier, items[0]?.month, items[0]?.openingMinor, items.at(-1)?.month]).toEqual([
    24,
    3,
    "2024-03",
    1,
    "2026-02",
  ]);
  expect(await readMonths(ann, "account=1000")).toEqual({ currency: "AED", earlier: 0, items: [] });
});

test("the lines behind each figure of the ageing sum up to it, page by page", async () => {
  const ann = await startBook("ageing-lines");
  const open = (account: string, amountMinor: number, line: object, more: object = {}) =>
    post(ann, {
      ...makeEntry(account, "4000", amountMinor, { postingDay: "2026-01-05", ...more }),
      lines: [
        { account, amountMinor, ...line },
        { account: "4000", amountMinor: -amountMinor, ...("currency" in line && { currency: line.currency }) },
      ],
    });
  for (const [amountMinor, customer, dueDay] of [
    [1000, "Nour", null],
    [200, "Nour", "2026-03-18"],
    [30, "Nour", "2026-03-17"],
    [31, "Nour", "2026-02-16"],
    [4, "Nour", "2026-02-15"],
    [-100, "Nour", null],
    [60, "متجر النور", "2025-11-01"],
    [8, null, "2026-03-01"],
  ] as const) {
    await open("1100", amountMinor, { customer, dueDay });
  }
  await open("1100", 100, { customer: "Nour", dueDay: "2026-03-10", currency: "USD" }, { rates: { USD: "3.67" } });
  await open("1100", 55, { customer: "Nour", dueDay: "2026-03-10", currency: "EUR" });
  await open("2000", -700, { supplier: "Fuel Co", dueDay: "2026-03-01" });
  const buckets = ["Not due", "1-30", "31-60", "61-90", "90+"];
  for (const query of ["side=receivable", "side=receivable&asOf=2026-03-17", "side=payable", "asOf=2025-12-31"]) {
    const { parties } = (await ann<LedgerAgeing>("GET", `ageing?${query}`)).body;
    expect(parties.length > 0).toBe(query !== "asOf=2025-12-31");
    for (const { party, currency, buckets: amounts } of parties) {
      for (const [place, bucket] of buckets.entries()) {
        const own = new URLSearchParams({ currency, bucket, limit: "2", ...(party !== null && { party }) });
        const lines: AgeingLine[] = [];
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const { body } = await ann<Lines>("GET", `ageing/lines?${query}&${own}&page=${page}`);
          lines.push(...body.items);
          pages = body.pages;
          expect([body.totalMinor, body.page], `${party} ${currency} ${bucket}`).toEqual([amounts[place], page]);
        }
        expect(new Set(lines.map(({ entry, line }) => `${entry} ${line}`)).size).toBe(lines.length);
        expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(amounts[place]);
      }
    }
  }
  const late = (await ann<Lines>("GET", "ageing/lines?party=Nour&currency=AED&bucket=1-30")).body;
  expect(late.items.map(({ dueDay, amountMinor, original }) => [dueDay, amountMinor, original])).toEqual([
    ["2026-02-16", 31, null],
    ["2026-03-10", 367, { currency: "USD", amountMinor: 100 }],
    ["2026-03-17", 30, null],
  ]);
});

test("a customer owes what the ageing says, also where lines of the bank name who has paid", async () => {
  const ann = await startBook("payers");
  await post(ann, {
    ...makeEntry("1100", "4000", 900, { postingDay: "2026-01-05" }),
    lines: [
      { account: "1100", amountMinor: 900, customer: "Nour" },
      { account: "4000", amountMinor: -900, customer: "Nour" },
    ],
  });
  await post(ann, {
    ...makeEntry("1000", "1100", 300, { postingDay: "2026-02-05" }),
    lines: [
      { account: "1000", amountMinor: 300, customer: "Nour" },
      { account: "1100", amountMinor: -300, customer: "Nour" },
    ],
  });
  const { parties } = (await ann<LedgerAgeing>("GET", "ageing")).body;
  expect(parties.map(({ party, total }) => [party, total])).toEqual([["Nour", 600]]);
  expect(await readStatement(ann, "customer=Nour")).toMatchObject({ closingMinor: 600, lines: 2 });
  expect((await readMonths(ann, "customer=Nour")).items.at(-1)).toMatchObject({ closingMinor: 600 });
  expect(await readStatement(ann, "customer=Nour&account=1000")).toMatchObject({ closingMinor: 300, lines: 1 });
});

test("the names of parties come from the lines of the book, each once", async () => {
  const ann = await startBook("parties");
  await startBook("parties-of-others").then((other) => post(other, cash(5, "2026-03-01", { driver: "Elsewhere" })));
  for (const driver of ["Sara", "Omar Haddad", "عمر حداد", "Omar Haddad"]) {
    await post(ann, cash(5, "2026-03-01", { driver }));
  }
  const list = async (query: string) => (await ann<{ items: string[] }>("GET", `parties?${query}`)).body.items;
  expect(await list("kind=driver")).toEqual(["Omar Haddad", "Sara", "عمر حداد"]);
  expect(await list("kind=driver&q=HADD om")).toEqual(["Omar Haddad"]);
  expect(await list("kind=branch")).toEqual(["Deira"]);
  expect(await list("kind=customer")).toEqual([]);
});

test("sums that cannot be told exactly say what makes them smaller", async () => {
  const ann = await startBook("large");
  const large = async (debit: string, credit: string, postingDay: string) => {
    for (let times = 0; times < 9; times += 1) {
      await post(ann, {
        ...makeEntry(debit, credit, 1, { postingDay }),
        lines: [
          { account: debit, amountMinor: 1_000_000_000_000_000, branch: "Deira" },
          { account: credit, amountMinor: -1_000_000_000_000_000 },
        ],
      });
    }
  };
  await large("1000", "3000", "2026-03-01");
  await large("1200", "4000", "2026-03-02");
  const { body } = await ann<Failure>("GET", "trial-balance");
  expect(body.error).toMatchObject({
    kind: "conflict",
    message:
      "The sum is too large to be told exactly. All accounts in AED together hold more than that. Choose an earlier " +
      "day, or statements of single accounts.",
  });
  expect((await ann("GET", "trial-balance?asOf=2026-03-01")).status).toBe(200);
  const party = (await ann<Failure>("GET", "statement?branch=Deira&from=2026-03-03")).body;
  expect(party.error.message).toBe("The sum is too large to be told exactly. Choose one account.");
  expect((await ann("GET", "statement?branch=Deira&account=1200")).status).toBe(200);
});
