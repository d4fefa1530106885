import type { Context } from "../../../platform/context.ts";
import {
  mirrorPostings,
  type SourceEntry,
  type StoredPosting,
  selectOversized,
  selectPostings,
  takeChangedEntries,
} from "../../metrics/index.ts";
import type { AccountRow } from "../accounts/account-store.ts";
import { lockBook } from "../book/book-lock.ts";
import { sourceEntryCause } from "../book/entry-sources.ts";
import { type KeptEntry, type KeptOutcome, keepEntries } from "../book/keep-entries.ts";
import {
  addNamedAccounts,
  addsAccounts,
  findAccountProblem,
  findNamedAccounts,
  type KnownAccounts,
  requireClearing,
} from "./arrival-accounts.ts";
import {
  type Arrival,
  isOneSided,
  selectArrivalDays,
  selectWaitingKeys,
  storeArrivals,
  storeOneSided,
} from "./arrival-store.ts";

/** How many entries are looked at together. */
const entriesAtOnce = 500;
const longestText = 300;
/** An entry with more is a column that was mapped by mistake. */
const mostPostings = 10_000;

type Postings = { source: string; entryKeys: readonly string[]; hasOneSide: boolean };

/**
 * Takes the entries whose postings have changed into the book, in the transaction in which they have come. One that
 * cannot be posted waits with its reason, and counts nowhere until it can; it is tried again when it comes again.
 */
export async function followPostings(
  context: Context,
  { source, entryKeys, hasOneSide }: Postings,
): Promise<{ waiting: Map<string, string>; taken: string[] }> {
  const changed = await takeChangedEntries(context);
  const isChanged = new Set(changed.map(nameEntry));
  const again = (await selectWaitingKeys(context, source, entryKeys)).filter(
    (entryKey) => !isChanged.has(nameEntry({ source, entryKey })),
  );
  const waiting = new Map<string, string>();
  if (changed.length === 0 && again.length === 0) return { waiting, taken: [] };
  await lockBook(context);
  if (changed.some((entry) => entry.source === source)) await storeOneSided(context, source, hasOneSide);
  const entries = [...changed, ...again.map((entryKey) => ({ source, entryKey }))];
  const arrivals = await takeEntries(context, entries);
  // What waits counts nowhere either.
  await mirrorPostings(context, entries);
  const own = arrivals.filter((arrival) => arrival.source === source);
  for (const { entryKey, problem } of own) if (problem !== null) waiting.set(entryKey, problem);
  const taken = own.filter(({ entryKey }) => !waiting.has(entryKey)).flatMap(({ sourceKeys }) => sourceKeys);
  return { waiting, taken };
}

/**
 * Has the book say of entries of sources what these say now, and tell of those that are in it from then on; the caller
 * has the turn of the book. What `balances` leaves open in an entry goes to the clearing account.
 */
export async function takeEntries(
  context: Context,
  entries: readonly SourceEntry[],
  { balances = false }: { balances?: boolean } = {},
): Promise<TakenArrival[]> {
  const arrivals: TakenArrival[] = [];
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const piece = entries.slice(from, from + entriesAtOnce);
    const taken = await takePiece(context, piece, balances);
    const standing = new Set(taken.filter(({ problem }) => problem === null).map(nameEntry));
    await mirrorPostings(
      context,
      piece.filter((entry) => standing.has(nameEntry(entry))),
    );
    arrivals.push(...taken);
  }
  return arrivals;
}

const nameEntry = ({ source, entryKey }: SourceEntry) => `${source} ${entryKey}`;

/** The postings of an entry on one day; none where they have gone. */
type Part = SourceEntry & { day: string; postings: StoredPosting[] };

/** How an entry stands after it was tried, with the keys of its postings, and whether these balance by themselves. */
export type TakenArrival = Arrival & { sourceKeys: string[]; isBalanced: boolean };

async function takePiece(
  context: Context,
  entries: readonly SourceEntry[],
  balances: boolean,
): Promise<TakenArrival[]> {
  const oversized = await selectOversized(context, entries, mostPostings);
  const isOversized = new Set(oversized.map(nameEntry));
  const readable = entries.filter((entry) => !isOversized.has(nameEntry(entry)));
  const postings = await selectPostings(context, readable);
  const parts = splitByDay(postings, await selectArrivalDays(context, readable));
  const accounts = (await addsAccounts(context))
    ? await addNamedAccounts(context, postings)
    : await findNamedAccounts(context, postings);
  const oneSided = new Map<string, boolean>();
  for (const { source } of entries) {
    if (!oneSided.has(source)) oneSided.set(source, balances || (await isOneSided(context, source)));
  }
  const clearing = [...oneSided.values()].some(Boolean) ? await requireClearing(context) : null;
  const problems = new Map<string, string>();
  const kept: KeptEntry[] = [];
  for (const part of parts) {
    const reading = readPart(part, { accounts, clearing: oneSided.get(part.source) ? clearing : null });
    if (typeof reading === "string") problems.set(keyFor(part), reading);
    else kept.push(reading);
  }
  const outcomes = await keepEntries(context, kept);
  const arrivals = parts.map((part): TakenArrival => {
    const { source, entryKey, day, postings: own } = part;
    const problem = problems.get(keyFor(part)) ?? readProblem(outcomes.get(keyFor(part)));
    const sourceKeys = own.map(({ sourceKey }) => sourceKey);
    return {
      source,
      entryKey,
      day,
      postings: own.length,
      problem,
      sourceKeys,
      isBalanced: sumByCurrency(own).length === 0,
    };
  });
  for (const { source, entryKey, day } of oversized) {
    const problem = `Entry ${entryKey} has more than ${mostPostings.toLocaleString("en-US")} postings.`;
    arrivals.push({ source, entryKey, day, postings: mostPostings, problem, sourceKeys: [], isBalanced: false });
  }
  await storeArrivals(context, arrivals);
  return arrivals;
}

const readProblem = (outcome: KeptOutcome | undefined) => (outcome && "problem" in outcome ? outcome.problem : null);

const keyFor = ({ source, entryKey, day }: Part) => `${source} ${entryKey} ${day}`;

/** Entries by their days, also those on which an entry has been before. */
function splitByDay(postings: readonly StoredPosting[], before: readonly (SourceEntry & { day: string })[]): Part[] {
  const parts = new Map<string, Part>();
  for (const { source, entryKey, day } of [...before, ...postings]) {
    const part = { source, entryKey, day, postings: [] };
    parts.set(keyFor(part), part);
  }
  for (const posting of postings) parts.get(keyFor({ ...posting, postings: [] }))?.postings.push(posting);
  return [...parts.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The clearing account is given where a source has one side only. */
type Reading = { accounts: KnownAccounts; clearing: AccountRow | null };
type Line = NonNullable<KeptEntry["entry"]>["lines"][number];
type Attributes = NonNullable<KeptEntry["attributes"]>[number];

/** What should stand in the book for a part, or why nothing can. */
function readPart(part: Part, { accounts, clearing }: Reading): KeptEntry | string {
  const { source, entryKey, day } = part;
  const thing = {
    key: keyFor(part),
    origin: { source: "a source", cause: { kind: sourceEntryCause, id: `${source} ${entryKey}` } },
    why: `Entry ${entryKey} has changed at its source.`,
  };
  // A posting of zero moves nothing.
  const postings = part.postings.filter(({ amountMinor }) => amountMinor !== 0);
  if (postings.length === 0) return { ...thing, entry: null };
  for (const posting of postings) {
    const problem = findAccountProblem(posting, accounts);
    if (problem !== null) return problem;
  }
  const lines = postings.map((posting) => readLine(posting, accounts));
  const attributes: Attributes[] = postings.map((posting) => posting.attributes);
  if (clearing) {
    for (const [currency, sum] of sumByCurrency(postings)) {
      lines.push({ ...emptyLine, account: clearing.id, currency, amountMinor: -sum });
      attributes.push("other side");
    }
  }
  const [first] = postings;
  const text = (first?.text ?? "") === "" ? `Entry ${entryKey}` : (first?.text ?? "");
  return {
    ...thing,
    entry: {
      text: text.slice(0, longestText),
      postingDay: day,
      reference: postings.find(({ orderReference }) => orderReference !== null)?.orderReference ?? null,
      rates: {},
      isPending: false,
      lines,
    },
    attributes,
  };
}

/** What postings leave open, by currency. */
function sumByCurrency(postings: readonly StoredPosting[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of postings) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return [...sums].filter(([, sum]) => sum !== 0);
}

const emptyLine = {
  customer: null,
  supplier: null,
  driver: null,
  branch: null,
  costCenter: null,
  dueDay: null,
  text: null,
};

function readLine(
  { account, amountMinor, currency, attributes, dueDay, text }: StoredPosting,
  accounts: KnownAccounts,
): Line {
  const { customer, supplier, driver, branch, cost_center: costCenter } = attributes;
  return {
    account: accounts.get(account.key)?.id ?? "",
    amountMinor,
    currency,
    customer: customer?.name ?? null,
    supplier: supplier?.name ?? null,
    driver: driver?.name ?? null,
    branch: branch?.name ?? null,
    costCenter: costCenter?.name ?? null,
    dueDay,
    text,
  };
}
