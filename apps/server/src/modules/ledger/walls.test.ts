import {
  type BankLine,
  type BankRule,
  type CashDeposit,
  type CodPayout,
  type HandIn,
  type LedgerEntry,
  type LedgerRule,
  type LedgerSettlement,
  type PayoutLine,
  pathParameters,
  type Route,
  routes,
} from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { fingerprintTenant } from "../../testing/canary-tenant.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "../metrics/index.ts";
import { followPostings } from "./arrivals/follow-postings.ts";
import { bankCsv, bankFiles } from "./bank/bank-fixture-for-tests.ts";
import {
  bringDeliveries,
  collectedRule,
  feeRule,
  follow,
  makeCodBook,
  makeDelivery,
  switchOnRule,
} from "./cod/cod-fixture-for-tests.ts";
import { makeEntry, type Person, post } from "./ledger-fixture-for-tests.ts";

const [theirs, stranger] = ["theirs", "stranger"];
/** It is in every text and name of the tenant that must not be seen. */
const canary = "Canary";

let testApp: TestApp;
let book: Awaited<ReturnType<typeof fillBook>>;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
  book = await fillBook(theirs);
  // One of its own, so that what is not found is not missing for want of a book.
  await makeCodBook(testApp, stranger);
});
afterAll(() => testApp.close());

async function must<Answer>(person: Person, path: string, payload: object = {}): Promise<Answer> {
  const { status, body } = await person<Answer>("POST", path, payload);
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

/** A book with one of everything that a book can have. */
async function fillBook(tenant: string) {
  const { keeper, accounts } = await makeCodBook(testApp, tenant);
  const names = { driver: `${canary} driver`, customer: `${canary} shop` };
  const rules = [
    { name: `${canary} COD`, since: "2026-03-01", content: { ...collectedRule(accounts), text: `${canary} COD` } },
    { name: `${canary} fee`, since: "2026-03-01", content: { ...feeRule(accounts), text: `${canary} fee` } },
  ];
  const codRules: LedgerRule[] = [];
  for (const rule of rules) codRules.push(await switchOnRule(keeper, rule));
  const days = ["2026-03-14", "2026-03-15", "2026-03-16"];
  await bringDeliveries(
    testApp,
    tenant,
    days.map((day) => makeDelivery(`${canary}-${day}`, day, names)),
  );
  await follow(testApp, tenant);
  const handIn = await must<HandIn>(keeper, "hand-ins", {
    key: "hand-in",
    driver: names.driver,
    days: ["2026-03-14"],
    denominations: [{ valueMinor: 10_000, count: 1 }],
  });
  const deposit = await must<CashDeposit>(keeper, "deposits", { key: "deposit", handIns: [handIn.id] });
  const payable = await keeper<{ items: PayoutLine[] }>(
    "GET",
    `payable/lines?kind=customer&currency=AED&party=${encodeURIComponent(names.customer)}`,
  );
  const owed = payable.body.items.flatMap(({ entry, line, openMinor }) => (openMinor < 0 ? { entry, line } : []));
  const payout = await must<CodPayout>(keeper, "payouts", {
    key: "payout",
    kind: "customer",
    party: names.customer,
    currency: "AED",
    lines: owed.slice(0, 1),
  });
  const explanation = await must<{ id: string }>(keeper, "matching/explanations", {
    driver: names.driver,
    day: "2026-03-15",
    currency: "AED",
    reason: `${canary} is ill`,
    owner: canary,
  });
  const said = (minor: number, more: object = {}) =>
    post(keeper, {
      ...makeEntry(accounts.bank.code, accounts.delivery_fee.code, minor, { text: `${canary} entry` }),
      ...more,
    });
  const reference = `${canary}-ORDER`;
  const entry = await said(4100, { reference });
  const another = await said(4400);
  const pending = await said(4200, { isPending: true });
  const reversed = await said(4300);
  await must(keeper, `entries/${reversed.id}/reverse`, { text: `${canary} undone` });
  const open: LedgerEntry[] = [];
  for (const minor of [500, -500]) {
    const line = (account: string, amountMinor: number) => ({ account, amountMinor, customer: names.customer });
    open.push(
      await post(keeper, {
        key: `open ${minor}`,
        text: `${canary} open`,
        lines: [line(accounts.cod_owed.code, minor), line(accounts.bank.code, -minor)],
      }),
    );
  }
  const parts = open.map(({ id }, place) => ({ entry: id, line: 1, amountMinor: place === 0 ? 500 : -500 }));
  const settlement = await must<LedgerSettlement>(keeper, "settlements", {
    account: accounts.cod_owed.id,
    currency: "AED",
    parts,
  });
  const bankRule = await must<BankRule>(keeper, "bank-rules", {
    account: accounts.bank.id,
    name: `${canary} rule`,
    textContains: canary,
    counterAccount: accounts.cod_fee.id,
  });
  const sent = await bankFiles(
    testApp,
    tenant,
    "keeper",
  )(
    bankCsv(
      ["2026-03-10", `${canary} in`, "", "41.00"],
      ["2026-03-11", `${canary} unknown`, "", "7.00"],
      ["2026-03-40", `${canary} wrong`, "", "7.00"],
    ),
    { account: accounts.bank.id },
  );
  const line: BankLine = await findBankLine(keeper, accounts.bank.id);
  await testApp.as(systemCaller("test", tenant), async (context) => {
    const records = [
      {
        source_key: canary,
        entry_key: `${canary}-waits`,
        account: accounts.bank.name,
        account_type: "Cash",
        posted_at: "2026-03-02T10:00:00Z",
        amount_minor: 900,
      },
    ];
    await ingestFacts(context, { fact: "ledger_postings", source: "list", records });
    await followPostings(context, { source: "list", entryKeys: [`${canary}-waits`], hasOneSide: false });
  });
  return {
    keeper,
    accounts,
    names,
    reference,
    parts,
    owed: owed.slice(1, 2),
    rule: rules[0],
    handIn,
    deposit,
    ids: {
      entry: entry.id,
      another: another.id,
      pending: pending.id,
      account: accounts.bank.id,
      codRule: codRules[0]?.id ?? "",
      bankRule: bankRule.id,
      import: sent.body.import?.id ?? "",
      bankLine: line.id,
      payout: payout.id,
      explanation: explanation.id,
      settlement: settlement.id,
    },
  };
}

async function findBankLine(person: Person, account: string): Promise<BankLine> {
  const { body } = await person<{ items: BankLine[] }>("GET", `bank-lines?account=${account}&state=open&limit=100`);
  const [line] = body.items;
  if (!line) throw new Error("No line of the bank is open.");
  return line;
}

type Call = { path?: Record<string, string>; query?: Record<string, string>; payload?: object };

/** For each route a call that names what is theirs; how it is answered to them shows that it could be answered. */
function listCalls(): Record<string, Call> {
  const { ids, names, accounts, parts, owed, rule, reference, handIn } = book;
  const account = { account: ids.account };
  const bankRule = { name: "Mine", textContains: "x", counterAccount: accounts.cod_fee.id };
  const entry = { path: { entry: ids.another } };
  const pending = { path: { entry: ids.pending } };
  const codRule = { path: { rule: ids.codRule } };
  const ruleOfBank = { path: { rule: ids.bankRule } };
  const bankLine = { path: { bankLine: ids.bankLine } };
  const period = { path: { period: "2026-02" } };
  return {
    listLedgerAccounts: {},
    createLedgerAccount: { payload: { code: "9000", name: "Mine", type: "asset" } },
    changeLedgerAccount: { path: account, payload: { name: "Mine" } },
    listLedgerEntries: { query: { q: canary } },
    postLedgerEntry: { payload: makeEntry(ids.account, accounts.cod_fee.id, 100) },
    getLedgerEntry: entry,
    reverseLedgerEntry: { ...entry, payload: { text: "Mine" } },
    postPendingEntry: pending,
    voidPendingEntry: pending,
    approveLedgerEntry: pending,
    getLedgerStatement: { query: account },
    getLedgerStatementMonths: { query: account },
    listLedgerParties: { query: { kind: "customer" } },
    getTrialBalance: {},
    getLedgerAgeing: { query: { side: "payable" } },
    getLedgerAgeingLines: { query: { side: "payable", currency: "AED", bucket: "Not due" } },
    listLedgerPeriods: {},
    addLedgerPeriod: { payload: { month: "2026-02" } },
    closeLedgerPeriod: period,
    reopenLedgerPeriod: period,
    verifyLedger: {},
    getLedgerSettings: {},
    changeLedgerSettings: { payload: { approvalMinor: null } },
    listLedgerArrivals: {},
    retryLedgerArrivals: { payload: {} },
    importBankFile: { query: account },
    listBankImports: { query: account },
    listBankRejects: { path: { import: ids.import } },
    listBankLines: { query: account },
    matchBankLine: { ...bankLine, payload: { lines: [{ entry: ids.entry, line: 1 }] } },
    acceptBankSuggestions: { payload: account },
    unmatchBankLine: bankLine,
    postBankLine: { ...bankLine, payload: { counterAccount: accounts.cod_fee.id } },
    explainBankLine: { ...bankLine, payload: { text: "Mine" } },
    listBankOutstanding: { query: account },
    getBankReconciliation: { query: account },
    listBankRules: { query: account },
    createBankRule: { payload: { ...account, ...bankRule } },
    changeBankRule: { ...ruleOfBank, payload: bankRule },
    switchBankRule: { ...ruleOfBank, payload: { isOn: false } },
    tryBankRule: ruleOfBank,
    removeBankRule: ruleOfBank,
    addCodAccounts: {},
    listDriverCash: { query: { driver: names.driver } },
    listHandIns: { query: { driver: names.driver } },
    addHandIn: {
      payload: { key: "mine", driver: names.driver, reason: "Mine", denominations: [{ valueMinor: 100, count: 1 }] },
    },
    listDeposits: {},
    addDeposit: { payload: { key: "mine", handIns: [handIn.id] } },
    listPayable: {},
    listPayableLines: { query: { kind: "customer", party: names.customer, currency: "AED" } },
    listPayouts: {},
    getPayout: { path: { payout: ids.payout } },
    addPayout: { payload: { key: "mine", kind: "customer", party: names.customer, currency: "AED", lines: owed } },
    getCodMatching: {},
    listMatchingTasks: { query: { driver: names.driver, day: "2026-03-15", currency: "AED" } },
    explainMatching: {
      payload: { driver: names.driver, day: "2026-03-15", currency: "AED", reason: "Mine", owner: "Me" },
    },
    takeBackExplanation: { path: { explanation: ids.explanation } },
    listLedgerOpenItems: { query: { customer: names.customer } },
    listLedgerSettlements: {},
    settleLedgerLines: { payload: { account: accounts.cod_owed.id, currency: "AED", parts } },
    undoLedgerSettlement: { path: { settlement: ids.settlement } },
    suggestLedgerSettlement: { query: { account: accounts.cod_owed.id, currency: "AED" } },
    listLedgerRules: {},
    addLedgerRule: { payload: rule ?? {} },
    changeLedgerRule: { ...codRule, payload: { name: "Mine", since: "2026-03-01", content: rule?.content } },
    switchLedgerRule: { ...codRule, payload: { isOn: false } },
    tryLedgerRule: codRule,
    removeLedgerRule: codRule,
    listLedgerRuleProblems: { query: { rule: ids.codRule } },
    saveLedgerStatement: { payload: account },
    sendLedgerStatement: { payload: { ...account, email: "someone@example.com" } },
    getOrder: { path: { reference } },
  };
}

const ledgerRoutes = Object.entries(routes as Record<string, Route>).filter(([, { path }]) =>
  /^\/api\/(ledger|orders)\b/.test(path),
);

async function ask(route: Route, { path = {}, query = {}, payload }: Call, tenant: string) {
  const address = pathParameters(route.path).reduce<string>(
    (url, name) => url.replace(`{${name}}`, encodeURIComponent(path[name] ?? "")),
    route.path,
  );
  const isFile = route.path === "/api/ledger/imports" && route.method === "POST";
  const content = isFile ? bankCsv(["2026-03-12", "Mine", "", "1.00"]) : (payload ?? {});
  return testApp.app.inject({
    method: route.method,
    url: `${address}?${new URLSearchParams(query)}`,
    headers: {
      ...signedInAs("manager", tenant, `someone of ${tenant}`),
      ...(isFile && { "content-type": "application/octet-stream" }),
    },
    ...(route.method !== "GET" && route.method !== "DELETE" && { payload: content }),
  });
}

/** What an answer says of their book that the call has not said itself. */
function findMarks(answer: string, call: Call): string[] {
  const accounts = Object.values(book.accounts).map(({ id }) => id);
  const marks = [canary, ...Object.values(book.ids), ...accounts, ...book.parts.map(({ entry }) => entry)];
  const asked = JSON.stringify(call);
  return marks.filter((mark) => answer.includes(mark) && !asked.includes(mark));
}

test("every route of the book and of orders is in the walk", () => {
  expect(Object.keys(listCalls()).sort()).toEqual(ledgerRoutes.map(([name]) => name).sort());
});

test("no route gives or changes anything of another tenant's book, whatever real ids it is given", async () => {
  const calls = listCalls();
  const before = await fingerprintTenant(testApp.pool, theirs);
  const leaks: string[] = [];
  for (const [name, route] of ledgerRoutes) {
    const call = calls[name] ?? {};
    const response = await ask(route, call, stranger);
    const seen = findMarks(response.body, call);
    if (seen.length > 0) leaks.push(`${name} tells ${seen}: ${response.body.slice(0, 200)}`);
    if (response.statusCode >= 500) leaks.push(`${name} answers ${response.statusCode}`);
    const isNamed = call.path !== undefined && !("period" in call.path);
    if (isNamed && response.statusCode !== 404) leaks.push(`${name} answers ${response.statusCode}: ${response.body}`);
  }
  expect(leaks).toEqual([]);
  expect(await fingerprintTenant(testApp.pool, theirs)).toEqual(before);
});

test("the same calls of the tenant itself are answered or done: each could have given something away", async () => {
  const calls = listCalls();
  const refused: string[] = [];
  let telling = 0;
  const [others, removals] = [false, true].map((isRemoval) =>
    ledgerRoutes.filter(([, { method }]) => (method === "DELETE") === isRemoval),
  );
  for (const [name, route] of [...(others ?? []), ...(removals ?? [])]) {
    const call = calls[name] ?? {};
    const response = await ask(route, call, theirs);
    // A conflict comes from what earlier calls have done, and names it.
    const isReached = response.statusCode < 300 || response.statusCode === 409;
    if (!isReached) refused.push(`${name} answers ${response.statusCode}: ${response.body.slice(0, 200)}`);
    if (findMarks(response.body, call).length > 0) telling += 1;
  }
  expect(refused).toEqual([]);
  expect(telling).toBeGreaterThan(30);
});
