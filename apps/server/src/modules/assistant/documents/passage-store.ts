import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DocumentKey } from "./document-store.ts";
import { hashPassage, type Passage } from "./passage.ts";
import { spellingKeys, weighWords } from "./passage-words.ts";

type Scope = Pick<Context, "db">;
export type PassageState = "found" | "off" | "held" | "rejected";

export type PassageRow = {
  id: string;
  position: number;
  kind: "text" | "table";
  headings: string[];
  page: number | null;
  content: string;
  original: string | null;
  hash: string;
  state: PassageState;
  reason: string | null;
  is_released: boolean;
};

const batchRows = 500;
const batchWords = 20_000;

/** What someone has decided about passages, by what was read. */
type Decisions = ReadonlyMap<string, Pick<PassageRow, "state" | "content" | "original" | "is_released">>;

/** What is held back and what can be found of a document. */
export type PassageCounts = { found: number; held: number };

/** Puts the passages of a version in the place of those before, with their words: nothing of the old ones is left. */
export async function replacePassages(
  context: Pick<Context, "db">,
  key: DocumentKey,
  title: string,
  passages: readonly Passage[],
): Promise<PassageCounts> {
  const decisions = await selectDecisions(context, key);
  await removePassages(context, key);
  const counts = { found: 0, held: 0 };
  for (let at = 0; at < passages.length; at += batchRows) {
    const rows = passages.slice(at, at + batchRows).map((passage, place) => {
      const hash = hashPassage(passage);
      const decided = decisions.get(hash);
      const state: PassageState = decided?.is_released
        ? decided.state
        : passage.reason !== null
          ? decided?.state === "rejected"
            ? "rejected"
            : "held"
          : (decided?.state ?? "found");
      if (state === "found") counts.found++;
      if (state === "held") counts.held++;
      return {
        position: at + place,
        kind: passage.kind,
        headings: passage.headings,
        page: passage.page,
        content: decided && decided.original !== null ? decided.content : passage.content,
        original: decided && decided.original !== null ? passage.content : null,
        hash,
        state,
        reason: passage.reason,
        is_released: decided?.is_released ?? false,
      };
    });
    const inserted = await insertPassages(context, key, rows);
    await insertWords(
      context,
      key,
      title,
      inserted.filter(({ state }) => state === "found"),
    );
  }
  await insertSpellings(context, key);
  return counts;
}

async function selectDecisions({ db }: Scope, { tenantId, id }: DocumentKey): Promise<Decisions> {
  const { rows } = await sql<PassageRow>`select * from passages where tenant_id = ${tenantId} and document = ${id}
    and (state in ('off', 'rejected') or original is not null or is_released)`.execute(db);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Removes all passages of a document, with their words. */
export async function removePassages({ db }: Scope, { tenantId, id }: DocumentKey): Promise<void> {
  await sql`delete from passages where tenant_id = ${tenantId} and document = ${id}`.execute(db);
  await sql`delete from passage_spellings where tenant_id = ${tenantId} and document = ${id}`.execute(db);
}

async function insertPassages(
  { db }: Scope,
  { tenantId, id }: DocumentKey,
  rows: readonly Omit<PassageRow, "id">[],
): Promise<PassageRow[]> {
  const { rows: inserted } = await sql<PassageRow>`insert into passages
      (tenant_id, document, position, kind, headings, page, content, original, hash, state, reason, is_released)
    select ${tenantId}, ${id}, position, kind, headings, page, content, original, hash, state, reason, is_released
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position int, kind text, headings text[], page int,
      content text, original text, hash text, state text, reason text, is_released boolean)
    returning *`.execute(db);
  return inserted;
}

type Worded = Pick<PassageRow, "id" | "headings" | "content">;

/** Writes the words by which passages are found. */
async function insertWords(
  { db }: Scope,
  { tenantId, id }: DocumentKey,
  title: string,
  rows: readonly Worded[],
): Promise<void> {
  const all = rows.flatMap(({ id: passage, headings, content }) =>
    [...weighWords({ title, headings, content })].map(([word, weight]) => ({ word, passage, weight })),
  );
  for (let at = 0; at < all.length; at += batchWords) {
    const batch = all.slice(at, at + batchWords);
    await sql`insert into passage_words (tenant_id, document, word, passage, weight)
      select ${tenantId}, ${id}, word, passage, weight from unnest(
        ${batch.map(({ word }) => word)}::text[], ${batch.map(({ passage }) => passage)}::bigint[],
        ${batch.map(({ weight }) => weight)}::real[]) as w (word, passage, weight)`.execute(db);
  }
}

/** Writes by which beginnings and ends the words of a document are found that were typed with an error. */
async function insertSpellings({ db }: Scope, { tenantId, id }: DocumentKey): Promise<void> {
  const { rows } = await sql<{ word: string }>`select distinct w.word from passages p
    join passage_words w on w.tenant_id = p.tenant_id and w.passage = p.id
    where p.tenant_id = ${tenantId} and p.document = ${id}`.execute(db);
  const all = rows.flatMap(({ word }) => spellingKeys(word).map((key) => ({ key, word })));
  for (let at = 0; at < all.length; at += batchWords) {
    const batch = all.slice(at, at + batchWords);
    await sql`insert into passage_spellings (tenant_id, document, key, word)
      select ${tenantId}, ${id}, key, word from unnest(
        ${batch.map(({ key }) => key)}::text[], ${batch.map(({ word }) => word)}::text[]) as s (key, word)
      on conflict do nothing`.execute(db);
  }
}

/** Writes the words of one passage anew, after it was mended or switched. */
export async function reindexPassage(
  { db }: Scope,
  key: DocumentKey,
  title: string,
  passage: PassageRow,
): Promise<void> {
  await sql`delete from passage_words where tenant_id = ${key.tenantId} and passage = ${passage.id}`.execute(db);
  if (passage.state === "found") await insertWords({ db }, key, title, [passage]);
  await sql`delete from passage_spellings where tenant_id = ${key.tenantId} and document = ${key.id}`.execute(db);
  await insertSpellings({ db }, key);
}

/** Writes the words of all passages of a document anew, because its title has changed. */
export async function reindexDocument({ db }: Scope, key: DocumentKey, title: string): Promise<void> {
  await sql`delete from passage_words w using passages p
    where w.tenant_id = ${key.tenantId} and p.tenant_id = ${key.tenantId} and p.document = ${key.id}
      and w.passage = p.id`.execute(db);
  for (let from = 0; ; ) {
    const passages = await selectPassages({ db }, key, { from, most: batchRows, states: ["found"] });
    await insertWords({ db }, key, title, passages);
    const last = passages.at(-1);
    if (!last) break;
    from = last.position + 1;
  }
  await sql`delete from passage_spellings where tenant_id = ${key.tenantId} and document = ${key.id}`.execute(db);
  await insertSpellings({ db }, key);
}

/** Passages of a document in the order of reading. */
export async function selectPassages(
  { db }: Scope,
  { tenantId, id }: DocumentKey,
  { from, most, states }: { from: number; most: number; states: readonly PassageState[] },
): Promise<PassageRow[]> {
  const { rows } = await sql<PassageRow>`select * from passages
    where tenant_id = ${tenantId} and document = ${id} and position >= ${from} and state = any(${states}::text[])
    order by position limit ${most}`.execute(db);
  return rows;
}

/** How many passages of a document stand in which state. */
export async function countPassages(
  { db }: Scope,
  { tenantId, id }: DocumentKey,
): Promise<Record<PassageState, number>> {
  const { rows } = await sql<{ state: PassageState; count: number }>`select state, count(*)::int as count from passages
    where tenant_id = ${tenantId} and document = ${id} group by state`.execute(db);
  const counts: Record<PassageState, number> = { found: 0, off: 0, held: 0, rejected: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** Where a passage stands in its document, and by what it is known again. */
export type PassagePlace = Pick<PassageRow, "headings" | "page" | "hash">;

/** The ids of the passages at a place: the passage itself where its text is the same still, else what stands there now. */
export async function selectPassagesAt(
  { db }: Scope,
  scopes: readonly string[],
  document: string,
  { headings, page, hash }: PassagePlace,
): Promise<string[]> {
  const { rows } = await sql<PassagePlace & { id: string }>`select id::text as id, headings, page, hash from passages
    where tenant_id = any(${[...scopes]}::text[]) and document = ${document}
      and (hash = ${hash} or headings = ${[...headings]}::text[])`.execute(db);
  const same = rows.filter((row) => row.hash === hash);
  const under = headings.length > 0 ? rows : rows.filter((row) => row.page !== null && row.page === page);
  const onPage = under.filter((row) => row.page === page);
  const [nearest = []] = [same, onPage, under].filter((list) => list.length > 0);
  return nearest.map(({ id }) => id);
}

/** A question is spoken of by a passage that has so much of its words. */
const spokenPart = 0.62;

/** The places of the questions, each given by its words, that one passage of a document speaks of. */
export async function selectSpoken(
  { db }: Scope,
  { tenantId, id }: DocumentKey,
  questions: readonly (readonly string[])[],
): Promise<Set<number>> {
  const words = questions.flatMap((stems, place) => stems.map((stem) => ({ stem, place, all: stems.length })));
  const { rows } = await sql<{ place: number }>`select distinct place from (
      select a.place, w.passage from unnest(${words.map(({ stem }) => stem)}::text[],
        ${words.map(({ place }) => place)}::int[], ${words.map(({ all }) => all)}::int[]) as a (word, place, all_words)
      join passage_words w on w.tenant_id = ${tenantId} and w.word = a.word and w.document = ${id}
      group by a.place, w.passage, a.all_words having count(*) >= a.all_words * ${spokenPart}::float8) as spoken`.execute(
    db,
  );
  return new Set(rows.map(({ place }) => place));
}

/** One passage of a document; locked where it is about to change. */
export async function findPassage(
  { db }: Scope,
  { tenantId, id }: DocumentKey,
  passage: string,
  isLocked = false,
): Promise<PassageRow | null> {
  if (!/^\d{1,18}$/.test(passage)) return null;
  const { rows } = await sql<PassageRow>`select * from passages
    where tenant_id = ${tenantId} and document = ${id} and id = ${passage} ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Writes what was decided about a passage. */
export async function updatePassage(
  { db }: Scope,
  { tenantId }: DocumentKey,
  { id, content, original, state, is_released }: PassageRow,
): Promise<void> {
  await sql`update passages set content = ${content}, original = ${original}, state = ${state},
    is_released = ${is_released} where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}
