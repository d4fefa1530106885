import type {
  LedgerAccount,
  LedgerOpenItem,
  LedgerSettlement,
  LedgerStatement,
  SettlementSuggestion,
} from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, makeBook, makeEntry, type Person, post } from "../ledger-fixture-for-tests.ts";
import { settleOldest } from "./suggest-settlement.ts";

let testApp: TestApp;
let ann: Person;
let sam: Person;
let pete: Person;

type OpenItems = { items: LedgerOpenItem[]; totals: { currency: string; debitMinor: number; creditMinor: number }[] };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  await makeBook(testApp, "north");
  await makeBook(testApp, "south");
  ann = asPerson(testApp, "north", "ann");
  sam = asPerson(testApp, "south", "sam");
  pete = asPerson(testApp, "north", "pete", "user");
});
afterAll(() => testApp.close());

const openItems = async (query: string, person = ann) => (await person<OpenItems>("GET", `open-items?${query}`)).body;
const statement = async (query: string) => (await ann<LedgerStatement>("GET", `statement?${query}`)).body;

/** An entry about a customer between receivables and another account. */
function charge(customer: string, amountMinor: number, other = "4000") {
  const lines = [
    { account: "1100", amountMinor, customer },
    { account: other, amountMinor: -amountMinor },
  ];
  return post(ann, { ...makeEntry("1100", other, amountMinor), lines });
}

test("settled lines leave the open items and come back when it is undone; no balance moves", async () => {
  const invoice = await charge("Nour", 10_000);
  const payment = await charge("Nour", -6000, "1000");
  const before = await statement("account=1100");
  const parts = [
    { entry: invoice.id, line: 1, amountMinor: 6000 },
    { entry: payment.id, line: 1, amountMinor: -6000 },
  ];
  const { status, body } = await ann<LedgerSettlement>("POST", "settlements", {
    account: "1100",
    currency: "AED",
    parts,
  });
  expect([status, body.undoneAt, body.lines.map(({ amountMinor }) => amountMinor)]).toEqual([201, null, [6000, -6000]]);
  const open = await openItems("customer=Nour");
  expect(open.items.map((item) => [item.number, item.amountMinor, item.openMinor])).toEqual([
    [invoice.number, 10_000, 4000],
  ]);
  expect(open.totals).toEqual([{ currency: "AED", lines: 1, debitMinor: 4000, creditMinor: 0 }]);
  expect((await statement("account=1100")).closingMinor).toBe(before.closingMinor);
  const undone = await ann<LedgerSettlement>("POST", `settlements/${body.id}/undo`);
  expect([undone.status, undone.body.undoneBy]).toEqual([200, "ann"]);
  expect((await ann("POST", `settlements/${body.id}/undo`)).status).toBe(409);
  expect((await openItems("customer=Nour")).items.map(({ openMinor }) => openMinor)).toEqual([10_000, -6000]);
  const listed = (await ann<{ items: LedgerSettlement[] }>("GET", "settlements?account=1100")).body.items;
  expect(listed.find(({ id }) => id === body.id)?.undoneAt).toBe("2026-03-18T08:00:00.000Z");
});

test("with open items only a statement leaves settled lines out, and still adds up on every page", async () => {
  const all = [];
  for (const amount of [500, -200, 700, -500, 300]) all.push(await charge("Lama", amount, "1000"));
  const [first, , , fourth] = all;
  await ann("POST", "settlements", {
    account: "1100",
    currency: "AED",
    parts: [
      { entry: first?.id, line: 1, amountMinor: 500 },
      { entry: fourth?.id, line: 1, amountMinor: -500 },
    ],
  });
  const whole = await statement("customer=Lama");
  const balances = new Map(whole.items.map((item) => [item.number, item.balanceMinor]));
  const open = await statement("customer=Lama&openOnly=1&limit=2");
  expect([open.openingMinor, open.closingMinor]).toEqual([whole.openingMinor, whole.closingMinor]);
  expect(open.shown).toEqual({ lines: 3, debitMinor: 1000, creditMinor: 200 });
  const shown = open.shown.debitMinor - open.shown.creditMinor;
  expect(open.openingMinor + shown + open.notShownMinor).toBe(open.closingMinor);
  const items = [...open.items, ...(await statement("customer=Lama&openOnly=1&limit=2&page=2")).items];
  expect(items.map((item) => item.openMinor)).toEqual([-200, 700, 300]);
  for (const item of items) expect(item.balanceMinor).toBe(balances.get(item.number));
});

test("an entry and its reversal are no open items, and what was settled before stays told", async () => {
  const wrong = await charge("Omar", 900);
  await ann("POST", `entries/${wrong.id}/reverse`, { text: "Wrong customer" });
  expect((await openItems("customer=Omar")).items).toEqual([]);
  const invoice = await charge("Omar", 1000);
  const payment = await charge("Omar", -400, "1000");
  const parts = [
    { entry: invoice.id, line: 1, amountMinor: 400 },
    { entry: payment.id, line: 1, amountMinor: -400 },
  ];
  await ann("POST", "settlements", { account: "1100", currency: "AED", parts });
  await ann("POST", `entries/${invoice.id}/reverse`, { text: "Cancelled" });
  // The customer has paid 4.00 for nothing.
  expect((await openItems("customer=Omar")).totals).toEqual([
    { currency: "AED", lines: 1, debitMinor: 0, creditMinor: 400 },
  ]);
  const sum = (await statement("customer=Omar&account=1100")).closingMinor;
  expect(sum).toBe(-400);
});

test("accounts whose lines are not settled have no open items", async () => {
  await post(ann, makeEntry("1000", "3000", 100));
  expect((await openItems("account=1000")).items).toEqual([]);
  const { items } = await statement("account=1000");
  expect(items.every(({ openMinor }) => openMinor === null)).toBe(true);
  const owed = (await ann<{ items: LedgerAccount[] }>("GET", "accounts?q=2100")).body.items[0];
  await ann("PATCH", `accounts/${owed?.id}`, { purpose: "cod_owed" });
  await post(ann, makeEntry("1000", "2100", 250));
  expect((await openItems("account=2100")).items.map(({ openMinor }) => openMinor)).toEqual([-250]);
});

test("the oldest lines are suggested to settle each other, and the suggestion can be settled as it is", async () => {
  for (const amount of [300, 500, -600, -100]) await charge("Rami", amount, "1000");
  const query = "settlements/suggestion?account=1100&currency=AED&customer=Rami";
  const { parts } = (await ann<SettlementSuggestion>("GET", query)).body;
  expect(parts.map(({ settledMinor }) => settledMinor)).toEqual([300, 400, -600, -100]);
  const settled = await ann("POST", "settlements", {
    account: "1100",
    currency: "AED",
    parts: parts.map(({ entry, line, settledMinor }) => ({ entry, line, amountMinor: settledMinor })),
  });
  expect(settled.status).toBe(201);
  expect((await openItems("customer=Rami")).totals).toEqual([
    { currency: "AED", lines: 1, debitMinor: 100, creditMinor: 0 },
  ]);
  expect(settleOldest([{ open_minor: 5 }, { open_minor: 7 }])).toEqual([0, 0]);
});

test("open items are walked page by page, and those of another tenant are not there", async () => {
  const pages: number[] = [];
  let next = "";
  do {
    const { body } = await ann<OpenItems & { next: string | null }>("GET", `open-items?limit=2${next}`);
    pages.push(...body.items.map(({ number, line }) => number * 1000 + line));
    next = body.next === null ? "" : `&cursor=${body.next}`;
  } while (next);
  const { items } = await openItems("limit=100");
  expect(pages).toEqual(items.map(({ number, line }) => number * 1000 + line));
  expect((await openItems("", sam)).items).toEqual([]);
  const [item] = items;
  const parts = [
    { entry: item?.entry, line: item?.line, amountMinor: item?.openMinor },
    { entry: item?.entry, line: item?.line, amountMinor: -(item?.openMinor ?? 0) },
  ];
  const foreign = await sam("POST", "settlements", { account: "1100", currency: "AED", parts });
  expect(foreign.status).toBe(400);
  expect((await pete("POST", "settlements", { account: "1100", currency: "AED", parts })).status).toBe(403);
});
