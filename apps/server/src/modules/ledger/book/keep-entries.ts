import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Addition, BookLine } from "./book-entry.ts";
import { lockBook } from "./book-lock.ts";
import { type Desk, draftEntry, type EntryInput, type EntryOrigin, fingerprintEntry, loadDesk } from "./draft-entry.ts";
import { draftReversal } from "./draft-reversal.ts";
import { selectLines } from "./entry-store.ts";
import { decidePostingDay } from "./posting-day.ts";
import { readState, requireEntry } from "./present-entry.ts";
import { requireOpenAccounts } from "./require-open-accounts.ts";
import { findStandingReversal } from "./reverse-entry.ts";
import { writeBook } from "./write-book.ts";

/** What should stand in the book for a thing outside it, such as a delivery; null where nothing should any more. */
export type KeptEntry = {
  /** What the thing is known by, the same for ever. */
  key: string;
  entry: Omit<EntryInput, "key"> | null;
  origin: EntryOrigin;
  /** What a reversal says where it changes. */
  why: string;
  /** What the postings of its lines say beside that in figures, line by line; lines without are no postings. */
  attributes?: readonly (NonNullable<BookLine["attributes"]> | "other side")[];
};

export type KeptOutcome =
  | { outcome: "unchanged" | "posted" | "replaced" | "reversed" | "none"; entry: string | null }
  | { problem: string };

type KeptRow = { key: string; revision: number; entry_id: string | null; fingerprint: string | null };

/** How many entries are written by one call of the database. */
const mostAtATime = 200;

/**
 * Has the book say of things outside it what they say now: an entry is posted for what is new; where it has changed the
 * entry is reversed and another takes its place, and where it is gone it is reversed. What cannot be posted keeps what
 * stood before, with the problem in words. No entry waits for a second person: nobody has made it.
 */
export async function keepEntries(context: Context, things: readonly KeptEntry[]): Promise<Map<string, KeptOutcome>> {
  const outcomes = new Map<string, KeptOutcome>();
  if (things.length === 0) return outcomes;
  await lockBook(context);
  const desk = await loadDesk(
    context,
    things.flatMap(({ entry }) => entry ?? []),
  );
  const stored = await selectKept(
    context,
    things.map(({ key }) => key),
  );
  for (let from = 0; from < things.length; from += mostAtATime) {
    const additions: Addition[] = [];
    const kept: KeptRow[] = [];
    const piece = things.slice(from, from + mostAtATime);
    const takenKeys = await selectTakenKeys(
      context,
      piece.map((thing) => nextKey(thing.key, stored.get(thing.key))),
    );
    for (const thing of piece) {
      try {
        const step = await keepEntry(context, thing, { before: stored.get(thing.key), desk, takenKeys });
        additions.push(...step.additions);
        if (step.kept) kept.push(step.kept);
        outcomes.set(thing.key, step.outcome);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        outcomes.set(thing.key, { problem: error.message });
      }
    }
    await writeBook(context, additions);
    await storeKept(context, kept);
  }
  return outcomes;
}

type Step = { additions: Addition[]; kept: KeptRow | null; outcome: KeptOutcome };
type Place = { before: KeptRow | undefined; desk: Desk; takenKeys: ReadonlyMap<string, number> };

async function keepEntry(context: Context, thing: KeptEntry, { before, desk, takenKeys }: Place): Promise<Step> {
  const standing = before?.entry_id ?? null;
  if (thing.entry === null && standing === null) {
    return { additions: [], kept: null, outcome: { outcome: "none", entry: null } };
  }
  const key = nextKey(thing.key, before);
  const input = thing.entry && { ...thing.entry, key };
  const fingerprint = input && fingerprintEntry(input, desk.accounts);
  if (before && standing !== null && before.fingerprint === fingerprint) {
    return { additions: [], kept: null, outcome: { outcome: "unchanged", entry: standing } };
  }
  const number = takenKeys.get(key);
  if (input && number !== undefined) throw new AppError("conflict", `The key ${key} belongs to entry ${number}.`);
  // Drafted before the reversal: what cannot be posted leaves what stands.
  const draft = input && draftEntry(context, input, { origin: thing.origin, desk, id: randomUUID() });
  draft?.lines.forEach((line, place) => {
    const attributes = thing.attributes?.[place];
    if (attributes === "other side") line.isOtherSide = true;
    else if (attributes) line.attributes = attributes;
  });
  const reversal = standing === null ? [] : await reverseStanding(context, standing, { desk, why: thing.why });
  const entry = draft?.entry.id ?? null;
  return {
    additions: draft ? [...reversal, draft] : reversal,
    kept: { key: thing.key, revision: (before?.revision ?? 0) + 1, entry_id: entry, fingerprint },
    outcome: { outcome: draft ? (standing === null ? "posted" : "replaced") : "reversed", entry },
  };
}

/** The key of the entry that comes next for a thing. */
function nextKey(key: string, before: KeptRow | undefined): string {
  return before ? `${key} #${before.revision + 1}` : key;
}

/** What takes back the entry that stands; nothing where somebody has reversed it. */
async function reverseStanding(
  context: Context,
  id: string,
  { desk, why }: { desk: Desk; why: string },
): Promise<Addition[]> {
  const row = await requireEntry(context, id);
  if (readState(row) === "reversed") return [];
  const waiting = await findStandingReversal(context, id);
  if (waiting) throw new AppError("conflict", `Entry ${row.seq} waits to be reversed by entry ${waiting.seq}.`);
  const lines = await selectLines(context, id);
  await requireOpenAccounts(context, lines);
  // It counts where the entry does, unless that month is closed: so the figures of open days are what is known now.
  const days = decidePostingDay(desk, { postingDay: undefined, valueDay: row.posting_day });
  return [draftReversal(context, { row, lines, text: why, days })];
}

async function selectKept({ db, tenantId }: Context, keys: readonly string[]): Promise<Map<string, KeptRow>> {
  const rows = await db
    .selectFrom("ledger_kept_entries")
    .select(["key", "revision", "entry_id", "fingerprint"])
    .where("tenant_id", "=", tenantId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** The numbers of entries that have keys already, such as one that somebody has posted by hand. */
async function selectTakenKeys({ db, tenantId }: Context, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("ledger_entries")
    .select([sql<string>`key`.as("key"), "seq"])
    .where("tenant_id", "=", tenantId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return new Map(rows.map(({ key, seq }) => [key, seq]));
}

async function storeKept({ db, tenantId }: Context, kept: readonly KeptRow[]): Promise<void> {
  if (kept.length === 0) return;
  await db
    .insertInto("ledger_kept_entries")
    .values(kept.map((row) => ({ ...row, tenant_id: tenantId })))
    .onConflict((conflict) =>
      conflict.columns(["tenant_id", "key"]).doUpdateSet((values) => ({
        revision: values.ref("excluded.revision"),
        entry_id: values.ref("excluded.entry_id"),
        fingerprint: values.ref("excluded.fingerprint"),
      })),
    )
    .execute();
}
