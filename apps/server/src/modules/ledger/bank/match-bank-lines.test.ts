import type {
  BankBookLine,
  BankLine,
  BankReconciliation,
  BankRule,
  BankRuleTrial,
  LedgerEntry,
} from "@console/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { asPerson, atOnce, makeBook, makeEntry, type Person, post } from "../ledger-fixture-for-tests.ts";
import { bankCsv, bankFiles, findLine, readQueue } from "./bank-fixture-for-tests.ts";

let testApp: TestApp;
let ann: Person;
let ben: Person;
let sam: Person;
let send: ReturnType<typeof bankFiles>;
let tenants = 0;

type Failure = { error: { message: string } };
type Outstanding = { items: BankBookLine[] };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  await makeBook(testApp, "elsewhere");
});
afterAll(() => testApp.close());

beforeEach(async () => {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  await makeBook(testApp, tenant);
  ann = asPerson(testApp, tenant, "ann");
  ben = asPerson(testApp, tenant, "ben", "accountant");
  sam = asPerson(testApp, "elsewhere", "sam");
  send = bankFiles(testApp, tenant, "ann");
});

const deposit = (amountMinor: number, reference: string | null, valueDay: string) =>
  post(ann, makeEntry("1000", "3000", amountMinor, { reference, valueDay }));
const outstanding = async () => (await ann<Outstanding>("GET", "bank-outstanding?account=1000")).body.items;
const reconcile = async (asOf = "2026-03-18") =>
  (await ann<BankReconciliation>("GET", `bank-reconciliation?account=1000&asOf=${asOf}`)).body.currencies[0];

/** Whatever was done, the balance of the bank is the sum of its lines and of what was there before them. */
async function expectReconciled(before = 0) {
  const found = await reconcile();
  const queue = ["open", "matched", "explained"].map((state) => readQueue(ann, `account=1000&state=${state}`));
  const lines = (await Promise.all(queue)).flatMap(({ items }) => items);
  expect(found?.bankMinor).toBe(before + lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
}

test("suggestions are accepted together where they are unambiguous, and taken back one by one", async () => {
  const first = await deposit(125_050, "DEP-12", "2026-03-03");
  await deposit(7000, null, "2026-03-05");
  await deposit(7000, null, "2026-03-06");
  await send(bankCsv(["2026-03-04", "CASH DEP-12", "", "1250.50"], ["2026-03-05", "Transfer", "", "70"]));
  const { items, counts } = await readQueue(ann);
  expect(counts).toEqual({ open: 2, matched: 0, explained: 0, unambiguous: 1 });
  expect(items.map(({ suggestions, ageDays }) => [ageDays, suggestions.map(({ reason }) => reason)])).toEqual([
    [14, ["Same amount and reference DEP-12"]],
    [13, ["Same amount and day", "Same amount, one day apart"]],
  ]);
  expect((await ann<{ matched: number }>("POST", "bank-lines/accept", { account: "1000" })).body.matched).toBe(1);
  const matched = await findLine(ann, "CASH DEP-12", "matched");
  expect(matched.match).toMatchObject({ reason: "Same amount and reference DEP-12", by: "ann" });
  expect(matched.match?.lines.map(({ number }) => number)).toEqual([first.number]);
  expect((await outstanding()).map(({ amountMinor }) => amountMinor)).toEqual([7000, 7000]);
  await expectReconciled();
  const undone = await ann<BankLine>("POST", `bank-lines/${matched.id}/unmatch`);
  expect([undone.status, undone.body.state]).toEqual([200, "open"]);
  expect((await ann("POST", `bank-lines/${matched.id}/unmatch`)).status).toBe(409);
  expect((await outstanding()).length).toBe(3);
});

test("lines are matched by hand only where they sum up to the minor unit, and each is used once", async () => {
  const entries = [
    await deposit(300, null, "2026-01-02"),
    await deposit(700, null, "2026-01-09"),
    await deposit(1, null, "2026-01-09"),
  ];
  await send(bankCsv(["2026-03-04", "One", "", "10"], ["2026-03-04", "Two", "", "7"]));
  const [one, two] = [await findLine(ann, "One"), await findLine(ann, "Two")];
  const match = (line: BankLine, own: (LedgerEntry | undefined)[]) =>
    ann<Failure & BankLine>("POST", `bank-lines/${line.id}/match`, {
      lines: own.map((entry) => ({ entry: entry?.id, line: 1 })),
    });
  const wrong = await match(one, entries);
  expect([wrong.status, wrong.body.error.message]).toEqual([
    400,
    "The chosen lines sum up to 10.01 AED, not to 10.00 AED.",
  ]);
  expect((await match(one, [entries[0], entries[0]])).status).toBe(400);
  const right = await match(one, entries.slice(0, 2));
  expect([right.status, right.body.match?.reason]).toEqual([200, "Matched by hand"]);
  expect((await match(two, [entries[1]])).body.error.message).toMatch(/matched already or reversed/);
  const other = await ann("POST", `bank-lines/${two.id}/match`, { lines: [{ entry: entries[2]?.id, line: 2 }] });
  expect(other.status).toBe(400);
  expect(
    (await sam("POST", `bank-lines/${two.id}/match`, { lines: [{ entry: entries[2]?.id, line: 1 }] })).status,
  ).toBe(404);
  const shared = await deposit(700, null, "2026-02-01");
  const both = await Promise.all([match(two, [shared]), match(two, [shared])]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("an entry and its reversal wait for no bank, unless the bank has said one of them", async () => {
  const entry = await deposit(500, "X-1", "2026-03-03");
  await send(bankCsv(["2026-03-03", "X-1", "", "5"]));
  await ann("POST", "bank-lines/accept", { account: "1000" });
  await ann("POST", `entries/${entry.id}/reverse`, { text: "Bounced" });
  expect((await outstanding()).map(({ amountMinor }) => amountMinor)).toEqual([-500]);
  const other = await deposit(900, "X-2", "2026-03-03");
  await ann("POST", `entries/${other.id}/reverse`, { text: "Mistake" });
  expect((await outstanding()).map(({ amountMinor }) => amountMinor)).toEqual([-500]);
  await expectReconciled();
});

test("a missing entry is posted from its line and matched with it, once", async () => {
  await send(bankCsv(["2026-03-04", "Monthly fee", "FEE-3", "-25"]));
  const line = await findLine(ann, "Monthly fee");
  const posting = { counterAccount: "5000", party: { kind: "supplier", name: "City Bank" } };
  const posted = await ann<BankLine>("POST", `bank-lines/${line.id}/post`, posting);
  expect([posted.status, posted.body.state, posted.body.match?.reason]).toEqual([
    200,
    "matched",
    "Posted from this line",
  ]);
  const entry = (await ann<LedgerEntry>("GET", `entries/${posted.body.match?.lines[0]?.entry}`)).body;
  expect(entry).toMatchObject({
    valueDay: "2026-03-04",
    reference: "FEE-3",
    cause: { kind: "bank line", id: line.id },
  });
  expect(entry.lines.map(({ amountMinor, supplier }) => [amountMinor, supplier])).toEqual([
    [-2500, null],
    [2500, "City Bank"],
  ]);
  expect((await ann("POST", `bank-lines/${line.id}/post`, posting)).status).toBe(409);
  await ann("POST", `bank-lines/${line.id}/unmatch`);
  const again = await ann<Failure>("POST", `bank-lines/${line.id}/post`, posting);
  expect(again.body.error.message).toMatch(/was posted from this line: match it, or reverse it first/);
  expect((await findLine(ann, "Monthly fee")).suggestions[0]?.reason).toBe(
    `Entry ${entry.number} was posted from this line`,
  );
  await ann("POST", `entries/${entry.id}/reverse`, { text: "Wrong account" });
  const second = await ann<BankLine>("POST", `bank-lines/${line.id}/post`, { counterAccount: "2000" });
  expect([second.status, second.body.state]).toEqual([200, "matched"]);
  await expectReconciled();
});

test("above the limit a line waits for the approval of its entry, and can then be accepted", async () => {
  await ann("PUT", "settings", { approvalMinor: 100_000 });
  await send(bankCsv(["2026-03-04", "Rent", "", "-5000"]));
  const line = await findLine(ann, "Rent");
  const posted = await ann<BankLine>("POST", `bank-lines/${line.id}/post`, { counterAccount: "5000" });
  const [pending] = (await ann<{ items: LedgerEntry[] }>("GET", "entries?state=pending")).body.items;
  expect(posted.body).toMatchObject({ state: "open", note: `Waits for approval of entry ${pending?.number}.` });
  expect((await ann("POST", `bank-lines/${line.id}/explain`, { text: "Known" })).status).toBe(409);
  expect((await ben("POST", `entries/${pending?.id}/approve`)).status).toBe(200);
  expect((await ann<{ matched: number }>("POST", "bank-lines/accept", { account: "1000" })).body.matched).toBe(1);
});

test("a line is explained and leaves the queue until that is taken back", async () => {
  await send(bankCsv(["2026-03-04", "Opening balance", "", "100"]));
  const line = await findLine(ann, "Opening balance");
  const explained = await ann<BankLine>("POST", `bank-lines/${line.id}/explain`, { text: "Carried over" });
  expect(explained.body).toMatchObject({ state: "explained", explanation: { text: "Carried over", by: "ann" } });
  expect((await readQueue(ann)).items).toEqual([]);
  expect(await reconcile()).toMatchObject({ explainedMinor: 10_000, unmatchedMinor: 0, bankMinor: 10_000 });
  expect((await ann("POST", `bank-lines/${line.id}/explain`, { text: "Again" })).status).toBe(409);
  expect((await ann<BankLine>("POST", `bank-lines/${line.id}/explain`, { text: null })).body.state).toBe("open");
});

test("the balance of the bank is that of the book less what it has not, plus what only it has", async () => {
  await deposit(1000, null, "2026-01-10");
  expect(await reconcile()).toEqual({
    currency: "AED",
    bookMinor: 1000,
    since: null,
    outstandingMinor: null,
    unmatchedMinor: null,
    explainedMinor: null,
    bankMinor: null,
  });
  await deposit(500, "A-1", "2026-03-02");
  await deposit(300, "A-2", "2026-03-10");
  await send(bankCsv(["2026-03-02", "First", "", "-1"], ["2026-03-04", "A-1", "A-1", "5"]));
  await ann("POST", "bank-lines/accept", { account: "1000" });
  expect(await reconcile()).toEqual({
    currency: "AED",
    bookMinor: 1800,
    since: "2026-03-02",
    outstandingMinor: 300,
    unmatchedMinor: -100,
    explainedMinor: 0,
    bankMinor: 1400,
  });
  const expected = await ann<Outstanding>("GET", "bank-outstanding?account=1000&isExpected=true");
  expect(expected.body.items.map(({ amountMinor }) => amountMinor)).toEqual([300]);
  expect((await outstanding()).map(({ amountMinor }) => amountMinor)).toEqual([1000, 300]);
  // On the day before the bank has said it, the matched entry is outstanding still.
  expect(await reconcile("2026-03-03")).toMatchObject({ bookMinor: 1500, outstandingMinor: 500, bankMinor: 900 });
  await expectReconciled(1000);
});

test("lines of the book that are nearest to a day come first, over all pages", async () => {
  for (const [minor, day] of [
    [100, "2026-01-10"],
    [200, "2026-03-02"],
    [300, "2026-03-10"],
  ] as const) {
    await deposit(minor, null, day);
  }
  const amounts: number[] = [];
  let cursor = "";
  do {
    const address = `bank-outstanding?account=1000&near=2026-03-03&limit=1${cursor}`;
    const { body } = await ann<Outstanding & { next: string | null }>("GET", address);
    amounts.push(...body.items.map(({ amountMinor }) => amountMinor));
    cursor = body.next === null ? "" : `&cursor=${encodeURIComponent(body.next)}`;
  } while (cursor !== "");
  expect(amounts).toEqual([200, 300, 100]);
});

test("a rule is tried before it is switched on, and then posts new lines once", async () => {
  const rule = {
    account: "1000",
    name: "Card fees",
    textContains: "fee",
    direction: "out",
    mostMinor: 5000,
    counterAccount: "5000",
  };
  expect((await ben("POST", "bank-rules", rule)).status).toBe(403);
  expect((await ann("POST", "bank-rules", { account: "1000", name: "All", counterAccount: "5000" })).status).toBe(400);
  const made = (await ann<BankRule>("POST", "bank-rules", rule)).body;
  const before = [
    ["2026-03-10", "Card FEE", "", "-1"],
    ["2026-01-10", "Old fee", "", "-1"],
    ["2026-03-11", "Fee back", "", "1"],
  ];
  await send(bankCsv(...(before as [string, string, string, string][])));
  expect((await readQueue(ann)).counts.open).toBe(3);
  expect((await ann("POST", `bank-rules/${made.id}/switch`, { isOn: true })).status).toBe(409);
  const trial = (await ann<BankRuleTrial>("POST", `bank-rules/${made.id}/trial`)).body;
  expect([trial.lines, trial.fits, trial.items.map(({ text }) => text), trial.sums]).toEqual([
    2,
    1,
    ["Card FEE"],
    [{ currency: "AED", amountMinor: -100 }],
  ]);
  expect((await readQueue(ann)).counts.open).toBe(3);
  const { account: _account, ...content } = rule;
  await ann("PUT", `bank-rules/${made.id}`, { ...content, mostMinor: 6000 });
  expect((await ann("POST", `bank-rules/${made.id}/switch`, { isOn: true })).status).toBe(409);
  await ann("POST", `bank-rules/${made.id}/trial`);
  expect((await ann<BankRule>("POST", `bank-rules/${made.id}/switch`, { isOn: true })).body.isOn).toBe(true);
  await post(ann, makeEntry("5000", "1000", 400, { valueDay: "2026-03-12" }));
  const taken = await send(
    bankCsv(
      ["2026-03-10", "Card FEE", "", "-1"],
      ["2026-03-12", "Card fee two", "", "-2"],
      ["2026-03-12", "Fee in the book", "", "-4"],
      ["2026-03-12", "Large fee", "", "-60.01"],
    ),
  );
  expect(taken.body.import).toMatchObject({ rowsWritten: 3, rowsDuplicate: 1, rowsPosted: 1 });
  expect((await findLine(ann, "Card fee two", "matched")).match?.reason).toBe("Posted by the rule “Card fees”");
  expect((await findLine(ann, "Fee in the book")).note).toMatch(/its entry may be in the book already/);
  await findLine(ann, "Card FEE");
  await findLine(ann, "Large fee");
  const changed = await ann<BankRule>("PUT", `bank-rules/${made.id}`, { ...content, counterAccount: "2000" });
  expect([changed.body.isOn, changed.body.triedAt]).toEqual([false, null]);
});

test("what a rule cannot post stays in the queue with the reason", async () => {
  const rule = { account: "1000", name: "Fuel", textContains: "fuel", counterAccount: "5000" };
  const made = (await ann<BankRule>("POST", "bank-rules", rule)).body;
  await ann("POST", `bank-rules/${made.id}/trial`);
  await ann("POST", `bank-rules/${made.id}/switch`, { isOn: true });
  const [fuel] = (await ann<{ items: { id: string }[] }>("GET", "accounts?q=5000")).body.items;
  await ann("PATCH", `accounts/${fuel?.id}`, { isOpen: false });
  const taken = await send(bankCsv(["2026-03-12", "Fuel station", "", "-2"]));
  expect(taken.body.import).toMatchObject({ rowsWritten: 1, rowsPosted: 0 });
  expect((await findLine(ann, "Fuel station")).note).toBe("The rule “Fuel” has not posted it: Account 5000 is closed.");
});

test("a rule posts nothing that the book has, however many older lines wait", async () => {
  const rule = { account: "1000", name: "Rent", textContains: "rent", counterAccount: "5000" };
  const made = (await ann<BankRule>("POST", "bank-rules", rule)).body;
  await ann("POST", `bank-rules/${made.id}/trial`);
  await ann("POST", `bank-rules/${made.id}/switch`, { isOn: true });
  await post(ann, makeEntry("5000", "1000", 77_700, { reference: "RENT-3", valueDay: "2026-03-10" }));
  // Suggestions for the queue stop at the oldest 1,000 lines.
  const older = Array.from({ length: 1001 }, (_, place) => {
    return ["2026-02-01", `Transfer ${place}`, "", `${place + 1}.01`] as [string, string, string, string];
  });
  await send(bankCsv(...older));
  const { body } = await send(bankCsv(["2026-03-10", "Rent of March", "RENT-3", "-777.00"]));
  expect(body.import).toMatchObject({ rowsWritten: 1, rowsPosted: 0 });
  const { items } = await readQueue(ann, "account=1000&q=rent");
  expect(items[0]?.note).toBe("The rule “Rent” has not posted it: its entry may be in the book already.");
});

test("a line is matched, undone, posted or explained once, however many try at once", async () => {
  const { id: entry } = await deposit(5000, "R-1", "2026-03-10");
  await send(bankCsv(["2026-03-10", "First", "R-1", "50.00"], ["2026-03-11", "Second", "", "60.00"]));
  const [first, second] = [await findLine(ann, "First"), await findLine(ann, "Second")];
  const lines = [{ entry, line: 1 }];
  const matches = await atOnce(12, (place) =>
    place % 2 === 0
      ? ann<{ matched: number }>("POST", "bank-lines/accept", { account: "1000" })
      : ann<{ matched?: number }>("POST", `bank-lines/${first.id}/match`, { lines }),
  );
  const done = matches.filter(({ status, body }) => status === 200 && body.matched !== 0);
  expect(done).toHaveLength(1);
  await atOnce(12, (place) =>
    ann("POST", `bank-lines/${first.id}/${place % 2 === 0 ? "match" : "unmatch"}`, place % 2 === 0 ? { lines } : {}),
  );
  const { counts } = await readQueue(ann);
  expect(counts.open + counts.matched).toBe(2);
  const ends = await atOnce(12, (place) =>
    place % 2 === 0
      ? ann("POST", `bank-lines/${second.id}/post`, { counterAccount: "4000" })
      : ben("POST", `bank-lines/${second.id}/explain`, { text: "Not ours" }),
  );
  expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
  await expectReconciled();
  const file = bankCsv(["2026-03-12", "Third", "", "1.00"]);
  const files = await atOnce(8, () => send(file));
  expect(files.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
});
