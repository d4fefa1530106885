import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LedgerEntry, LedgerEntryHead, LedgerPeriod, SourceRun } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { randomFrom } from "../../testing/random-from.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { isFullLength } from "../../testing/test-length.ts";
import { until } from "../../testing/until.ts";
import { ingestFacts } from "../metrics/index.ts";
import { sourcesJobs } from "../sources/index.ts";
import { followPostings } from "./arrivals/follow-postings.ts";
import { BookModel, base, type ModelPosting } from "./book-model-for-tests.ts";
import { expectAgreement } from "./expect-agreement-for-tests.ts";
import { asPerson, makeBook } from "./ledger-fixture-for-tests.ts";

const today = "2026-03-18";
const dataDir = mkdtempSync(path.join(tmpdir(), "histories-"));
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: `${today}T08:00:00Z`, DATA_DIR: dataDir } });
  // What reopened months promise is left to the histories, which try again themselves.
  await testApp.startJobs(sourcesJobs(testApp.sources) as Job[]);
});
afterAll(async () => {
  await testApp.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const seeds = Array.from({ length: isFullLength ? 400 : 6 }, (_, seed) => seed + 1);
const steps = 24;
const codes = ["1000", "1100", "1200", "2000", "2100", "3000", "4000", "5000"];
const types = ["Cash", "Receivable", "Other", "Payable", "Other", "Other", "Income", "Expense"];
const branches = ["Deira", "Marina"];
const customers = ["Nour", "Salem"];
/** Brings whole entries; the other one brings one side of them. */
const [whole, oneSided] = ["whole", "payments"];

test.each(seeds)("history %i balances everywhere, and all readings agree", async (seed) => {
  const history = await openHistory(seed);
  for (let step = 0; step < steps; step += 1) await history.act();
  await expectAgreement(testApp, history);
});

/** A tenant with a book, and what may happen to it. */
async function openHistory(seed: number) {
  const draw = randomFrom(seed);
  // The first numbers of neighbouring seeds are alike.
  for (let round = 0; round < 8; round += 1) draw(2);
  const chance = (share: number) => draw(1_000_000) < share * 1_000_000;
  const below = (limit: number) => draw(limit * 1000) % limit;
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const tenant = `model-${seed}`;
  const accounts = await makeBook(testApp, tenant);
  const [ann, ben] = [asPerson(testApp, tenant, "ann"), asPerson(testApp, tenant, "ben")];
  const named = codes.map((code, place) => [accounts[code]?.name ?? "", { code, type: types[place] ?? "" }] as const);
  const model = new BookModel(new Map(named), today, [oneSided]);
  const pending: LedgerEntry[] = [];
  const posted: LedgerEntry[] = [];
  const sent: object[] = [];
  const loads: { source: string; postings: ModelPosting[] }[] = [];
  /** Reversals of entries of sources that wait for a second person, by their id. */
  const waitingReversals = new Map<string, { source: string; entry: string; day: string }>();
  let numbers = 0;
  // Files are what a run has most around it: each third history brings its postings by them.
  const bringsFiles = seed % 3 === 0;
  if (chance(0.3)) expect((await ann("PUT", "settings", { approvalMinor: 90_000 })).status).toBe(200);

  const someDay = () => `2026-0${1 + below(3)}-1${below(9)}`;
  const keep = (entry: LedgerEntry) => {
    if (entry.state === "pending") pending.push(entry);
    else {
      model.count(entry);
      if (entry.reverses === null) posted.push(entry);
    }
  };

  function makeUp(): { key: string } & Record<string, unknown> {
    const amounts = Array.from({ length: 1 + below(3) }, () => 1 + below(100_000));
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    const sign = chance(0.5) ? 1 : -1;
    const isForeign = chance(0.2);
    const line = (amountMinor: number) => ({
      account: pick(codes),
      amountMinor,
      currency: isForeign ? "USD" : base,
      customer: chance(0.3) ? pick(customers) : null,
      branch: chance(0.3) ? pick(branches) : null,
    });
    numbers += 1;
    return {
      key: `key-${numbers}`,
      text: "Made up",
      isPending: chance(0.25),
      rates: isForeign && chance(0.5) ? { USD: `3.67${below(10)}` } : {},
      [chance(0.5) ? "postingDay" : "valueDay"]: someDay(),
      lines: [...amounts.map((amount) => line(sign * amount)), line(-sign * sum)],
    };
  }

  /** Someone posts, sometimes twice at once: one entry comes of it, or none where its month is closed. */
  async function post(): Promise<void> {
    const entry = makeUp();
    const person = pick([ann, ben]);
    const times = chance(0.2) ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: times }, () => person<LedgerEntry>("POST", "entries", entry)),
    );
    const [first] = answers;
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    if (first?.status === 201) {
      sent.push(entry);
      keep(first.body);
    } else expect(first?.status).toBe(400);
  }

  async function decide(): Promise<void> {
    const entry = pending.splice(below(pending.length), 1)[0];
    if (!entry) return;
    const isPosted = chance(0.6);
    const other = entry.createdBy === "ann" ? ben : ann;
    const verb = isPosted ? (entry.needsApproval ? "approve" : "post") : "void";
    const { status, body } = await other<LedgerEntry>("POST", `entries/${entry.id}/${verb}`);
    expect(status).toBe(200);
    const part = waitingReversals.get(entry.id);
    const standing = part && model.findStanding(part.source, part.entry, part.day);
    if (standing) {
      standing.waitsToBe = false;
      standing.isReversed = isPosted;
    }
    if (!isPosted) return;
    model.count(body);
    if (body.reverses === null) posted.push(body);
  }

  /** Two people reverse the same entry at once: one of them does. */
  async function reverse(): Promise<void> {
    const entry = posted.splice(below(posted.length), 1)[0];
    if (entry) keep(await reverseOnce(entry.id));
  }

  async function reverseOnce(id: string): Promise<LedgerEntry> {
    const answers = await Promise.all(
      [ann, ben].map((person) => person<LedgerEntry>("POST", `entries/${id}/reverse`, { text: "Undone" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    return answers.find(({ status }) => status === 201)?.body as LedgerEntry;
  }

  /** Somebody reverses by hand what a source has brought: it stays so until the source says something else. */
  async function reverseArrival(): Promise<void> {
    const posting = pick(model.listStored(whole).filter(({ minor }) => minor !== 0));
    const standing = posting && model.findStanding(whole, posting.entry, posting.day);
    if (!standing || standing.isReversed || standing.waitsToBe) return;
    const text = `${posting.entry} ${posting.day}`;
    const { body } = await ann<{ items: LedgerEntryHead[] }>(
      "GET",
      `entries?limit=100&state=posted&q=${encodeURIComponent(text)}`,
    );
    const head = body.items.find((item) => item.text === text && item.reverses === null);
    const reversal = await reverseOnce(head?.id ?? "");
    if (reversal.state === "pending") waitingReversals.set(reversal.id, { ...posting, source: whole });
    standing.waitsToBe = reversal.state === "pending";
    standing.isReversed = !standing.waitsToBe;
    keep(reversal);
  }

  async function turnMonth(): Promise<void> {
    const month = `2026-0${1 + below(3)}`;
    const verb = chance(0.55) ? "close" : "reopen";
    for (const person of [ann, ben]) {
      const { status, body } = await person<LedgerPeriod>("POST", `periods/${month}/${verb}`);
      if (status === 200) model.setMonth(month, body.state);
    }
  }

  /** What was sent before, once more: it changes nothing. */
  async function replay(): Promise<void> {
    const entry = sent.length > 0 ? pick(sent) : null;
    if (entry) expect((await ann("POST", "entries", entry)).status).toBe(201);
    const load = loads.at(-1);
    const again = () => (load ? bring(load.source, load.postings) : undefined);
    await again();
    if (!bringsFiles) await Promise.all([again(), again()]);
  }

  function makeUpPosting(entry: string, place: number, minor: number, day: string): ModelPosting {
    const code = below(codes.length);
    const isUnknown = chance(0.01);
    return {
      key: `${entry}-${place}`,
      entry,
      account: isUnknown ? "Nowhere" : (named[code]?.[0] ?? ""),
      type: types[code] ?? "",
      day,
      minor,
      currency: base,
      customer: pick(customers),
      branch: pick(branches),
      text: `${entry} ${day}`,
    };
  }

  /** Entries that are new to a source, a few of which do not balance. */
  function makeUpLoad(source: string): ModelPosting[] {
    return Array.from({ length: 1 + below(4) }, () => {
      numbers += 1;
      const entry = `E${numbers}`;
      const day = someDay();
      const amounts = Array.from({ length: 1 + below(3) }, () => 1 + below(50_000));
      const rest = amounts.reduce((sum, amount) => sum + amount, 0) + (chance(0.1) ? 1 : 0);
      const sides = source === oneSided ? amounts : [...amounts, -rest];
      const currency = chance(0.15) ? "USD" : base;
      return sides.map((minor, place) => ({ ...makeUpPosting(entry, place, minor, day), currency }));
    }).flat();
  }

  /** A load of a source as its run stores it: the facts, and the entries that follow from them. */
  async function storeLoad(context: Context, source: string, postings: readonly ModelPosting[], deletions: string[]) {
    const records = postings.map(({ key, entry, type, day, minor, ...said }) => ({
      ...said,
      source_key: key,
      entry_key: entry,
      account_type: type,
      posted_at: `${day}T09:00:00Z`,
      amount_minor: minor,
    }));
    const { rejected } = await ingestFacts(context, { fact: "ledger_postings", source, records, deletions });
    expect(rejected).toEqual([]);
    const entryKeys = [...new Set(postings.map(({ entry }) => entry))];
    await followPostings(context, { source, entryKeys, hasOneSide: source === oneSided });
  }

  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    testApp.as(systemCaller("test", tenant), work);

  async function bring(source: string, postings: ModelPosting[], deletions: string[] = []): Promise<void> {
    if (bringsFiles && source === whole) await sendFile(tenant, postings);
    else await inTenant((context) => storeLoad(context, source, postings, deletions));
    model.arrive(source, postings, deletions);
  }

  /** What a source may say of an entry when it is asked again: rows that it brings, and keys that it has no more. */
  type Change = { rows: ModelPosting[]; gone?: string[] };
  const changes: ((own: readonly ModelPosting[], one: ModelPosting) => Change)[] = [
    // Half of it has come before, or comes with another mistake.
    (own, one) => {
      const other = own.find(({ key }) => key !== one.key);
      const shift = 1 + below(900);
      const moved = other && chance(0.8) ? [{ ...other, minor: other.minor - shift }] : [];
      return { rows: [{ ...one, minor: one.minor + shift }, ...moved] };
    },
    (own) => {
      const day = someDay();
      return { rows: own.map((posting) => ({ ...posting, day, text: `${posting.entry} ${day}` })) };
    },
    (_, { entry, day, currency }) => {
      const minor = 1 + below(900);
      const added = [makeUpPosting(entry, 50 + below(9), minor, day), makeUpPosting(entry, 60 + below(9), -minor, day)];
      return { rows: added.map((posting) => ({ ...posting, currency })) };
    },
    (own) => ({ rows: own.map((posting) => ({ ...posting, branch: pick(branches) })) }),
    (own) => ({ rows: [], gone: own.filter(() => chance(0.8)).map(({ key }) => key) }),
  ];

  /** New entries, and the same source again with one that is changed, moved, added to or removed. */
  async function arrive(): Promise<void> {
    const source = chance(0.75) ? whole : oneSided;
    const stored = model.listStored(source);
    const postings = makeUpLoad(source);
    const one = stored.length > 0 ? pick(stored) : null;
    const own = stored.filter(({ entry }) => entry === one?.entry);
    const { rows, gone = [] }: Change = one ? pick(changes)(own, one) : { rows: [] };
    postings.push(...rows);
    loads.push({ source, postings });
    // A file says nothing of rows that are no more.
    await bring(source, postings, bringsFiles && source === whole ? [] : gone);
  }

  async function retry(): Promise<void> {
    expect((await ann("POST", "arrivals/retry", {})).status).toBe(200);
    model.retry();
  }

  /** Work that ends after it has written: nothing of it remains. */
  async function crash(): Promise<void> {
    const broken = new Error("The machine has stopped.");
    const load = makeUpLoad(whole);
    await expect(
      inTenant(async (context) => {
        await storeLoad(context, whole, load, []);
        throw broken;
      }),
    ).rejects.toBe(broken);
  }

  /** Several people and a source at once. */
  const crowd = () =>
    Promise.all([
      ...Array.from({ length: 2 + below(4) }, post),
      chance(0.5) ? arrive() : crash(),
      chance(0.4) ? reverse() : decide(),
    ]);

  /** What happens, as often as it stands here. */
  const acts: [number, () => Promise<unknown>][] = [
    [30, crowd],
    [20, arrive],
    [8, decide],
    [8, reverse],
    [6, reverseArrival],
    [12, turnMonth],
    [7, replay],
    [5, retry],
    [4, crash],
  ];
  const choices = acts.flatMap(([times, one]) => Array.from({ length: times }, () => one));
  const act = () => pick(choices)();

  return { tenant, ann, model, act };
}

const columns = {
  source_key: "key",
  entry_key: "entry",
  account: "account",
  account_type: "type",
  posted_at: "day",
  amount_minor: "amount",
  currency: "currency",
  customer: "customer",
  branch: "branch",
  text: "text",
};
const mapping = {
  fact: "ledger_postings",
  fields: Object.fromEntries(Object.entries(columns).map(([field, from]) => [field, { from }])),
};

/** A file of postings, taken in by the jobs of the sources. */
async function sendFile(tenant: string, postings: readonly ModelPosting[]): Promise<void> {
  const rows = postings.map(({ key, entry, account, type, day, minor, currency, customer, branch, text }) =>
    [key, entry, account, type, day, (minor / 100).toFixed(2), currency, customer, branch, text].join(),
  );
  const query = new URLSearchParams({ name: "postings.csv", mapping: JSON.stringify(mapping) });
  const response = await testApp.app.inject({
    method: "POST",
    url: `/api/sources/genesis/imports?${query}`,
    headers: { ...signedInAs("manager", tenant, "ann"), "content-type": "application/octet-stream" },
    payload: [Object.values(columns).join(), ...rows].join("\n"),
  });
  expect(response.statusCode, response.body).toBe(202);
  const { run } = response.json() as { run: SourceRun };
  await until(async () => {
    const answer = await testApp.app.inject({
      url: `/api/tenants/${tenant}/imports/${run.id}`,
      headers: signedInAs("admin"),
    });
    const { state } = answer.json() as SourceRun;
    return state !== "waiting" && state !== "running";
  });
}
