import { sql } from "kysely";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { readableScopes } from "./document-store.ts";
import { findNearestWord, listStems, splitWords, stemWord, typedKeys } from "./passage-words.ts";

/** A word of a question, and the words by which passages are found for it. */
export type SearchedWord = {
  /** As it was typed. */
  typed: string;
  /** What it is looked up by: its stem, or the word that it was mended to. */
  word: string;
  isMended: boolean;
  /** Words that were taught to mean the same. */
  others: string[];
};

/** A passage that was found, with how it was. */
export type PassageHit = {
  tenantId: string;
  document: string;
  title: string;
  passage: string;
  headings: string[];
  page: number | null;
  kind: "text" | "table";
  content: string;
  score: number;
  /** How much of what was asked for it speaks of, by how rare the words are: from 0 to 1. */
  coverage: number;
  /** The words of the question that it has. */
  words: string[];
};

/** Words that were taught to stand for others. */
export type Synonyms = (stems: readonly string[]) => readonly (readonly string[])[];

export type PassageSearch = { words: SearchedWord[]; hits: PassageHit[] };

const mostWords = 24;
/** A word in the place of another tells less than the word itself. */
const otherCounts = 0.6;
const mostOthers = 8;
const candidates = 40;

/** Finds the passages that a question speaks of, the best first, among those that the caller may read. */
export async function searchPassages(
  context: Context,
  question: string,
  { most, synonyms = () => [] }: { most: number; synonyms?: Synonyms },
): Promise<PassageSearch> {
  const scopes = readableScopes(context);
  const total = await countFound(context, scopes);
  const asked = readAsked(question);
  if (total === 0 || asked.length === 0) return { words: asked, hits: [] };
  const mended = await mendWords(context, scopes, asked);
  const meanings = synonyms(mended.map(({ word }) => word));
  const words = mended.map((one, place) => ({ ...one, others: [...(meanings[place] ?? [])].slice(0, mostOthers) }));
  return { words, hits: await findHits(context, scopes, words, { most, total }) };
}

/** The words that a question is searched by. */
export function readAsked(question: string): SearchedWord[] {
  const typed = new Map<string, string>();
  for (const word of splitWords(question)) {
    const [stem] = listStems(word);
    if (stem !== undefined && !typed.has(stem)) typed.set(stem, word);
  }
  return [...typed].slice(0, mostWords).map(([word, text]) => ({ typed: text, word, isMended: false, others: [] }));
}

async function countFound({ db }: Context, scopes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(passages), 0)::int as total from training_documents
    where tenant_id = any(${scopes}::text[]) and status = 'active'`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Words that no passage has are mended to the one word that is nearest, where there is one. */
async function mendWords(
  { db }: Context,
  scopes: readonly string[],
  asked: readonly SearchedWord[],
): Promise<SearchedWord[]> {
  const { rows: known } = await sql<{
    word: string;
  }>`select a.word from unnest(${asked.map(({ word }) => word)}::text[]) as a (word)
    where exists (select 1 from passage_words w where w.tenant_id = any(${scopes}::text[]) and w.word = a.word)`.execute(
    db,
  );
  const knownWords = new Set(known.map(({ word }) => word));
  const unknown = asked.filter(({ word }) => !knownWords.has(word));
  if (unknown.length === 0) return [...asked];
  const forms = unknown.map(({ word, typed }) => ({ word, forms: [...new Set([word, stemWord(typed)])] }));
  const keys = [...new Set(forms.flatMap((one) => one.forms.flatMap(typedKeys)))];
  if (keys.length === 0) return [...asked];
  const { rows } = await sql<{ word: string }>`select distinct word from passage_spellings
    where tenant_id = any(${scopes}::text[]) and key = any(${keys}::text[])`.execute(db);
  const near = rows.map(({ word }) => word);
  return asked.map((one) => {
    if (knownWords.has(one.word)) return one;
    const meant = findNearestWord(one.word, near);
    return meant === null ? one : { ...one, word: meant, isMended: true };
  });
}

type Found = { tenant_id: string; passage: string; score: number; coverage: number; words: number[] };

async function findHits(
  { db, now, tenantId }: Context,
  scopes: readonly string[],
  words: readonly SearchedWord[],
  { most, total }: { most: number; total: number },
): Promise<PassageHit[]> {
  const looked = await weighRarity({ db }, scopes, words, total);
  const leading = chooseLeading(looked);
  const worth = words.map((_, place) => worthFor(looked, place, total));
  // Each word is looked up by equality. The rarer ones say which passages it may be; those alone are scored in full.
  const { rows: found } = await sql<Found>`
    with asked as materialized (
      select word, place, score from unnest(${looked.map(({ word }) => word)}::text[],
        ${looked.map(({ place }) => place)}::int[], ${looked.map(({ factor, idf }) => factor * idf)}::real[])
        as a (word, place, score)
    ), gone as materialized (
      select id from training_documents where tenant_id = any(${scopes}::text[])
        and (status = 'archived' or expires_on < ${now.toISOString().slice(0, 10)}::date)
    ), likely as materialized (
      select w.tenant_id, w.passage from passage_words w join asked a on a.word = w.word
      where w.tenant_id = any(${scopes}::text[]) and w.word = any(${leading}::text[])
        and not exists (select 1 from gone where gone.id = w.document)
      group by w.tenant_id, w.passage order by sum(w.weight * a.score) desc, w.passage limit ${mostScored}
    ), parts as (
      select l.tenant_id, l.passage, a.place, max(w.weight * a.score) as score, max(a.score) as best
      from likely l cross join asked a
      join passage_words w on w.tenant_id = l.tenant_id and w.word = a.word and w.passage = l.passage
      group by l.tenant_id, l.passage, a.place
    )
    select p.tenant_id, p.passage::text as passage, sum(p.score)::float8 as score,
      (sum(least(p.best, w.worth)) / ${worth.reduce((sum, value) => sum + value, 0)}::float8)::float8 as coverage,
      array_agg(p.place) as words
    from parts p join unnest(${words.map((_, place) => place)}::int[], ${worth}::real[]) as w (place, worth)
      on w.place = p.place
    group by p.tenant_id, p.passage order by score desc, p.passage limit ${Math.max(most, candidates)}`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<Omit<PassageHit, "score" | "coverage" | "words">>`
    select p.tenant_id as "tenantId", p.document, d.name as title, p.id::text as passage, p.headings, p.page, p.kind,
      p.content
    from passages p join training_documents d on d.tenant_id = p.tenant_id and d.id = p.document
    where p.tenant_id = any(${scopes}::text[]) and p.id = any(${found.map(({ passage }) => passage)}::bigint[])
      and p.state = 'found'`.execute(db);
  const byId = new Map(rows.map((row) => [row.passage, row]));
  const hits = found.flatMap(({ passage, score, coverage, words: places }): PassageHit[] => {
    const row = byId.get(passage);
    if (!row) return [];
    const named = [...places].sort((a, b) => a - b).map((place) => words[place]?.typed ?? "");
    // Most of what is asked for counts more than much of one word of it.
    return [{ ...row, score: score * (0.4 + 0.6 * coverage), coverage, words: named }];
  });
  const own = (hit: PassageHit) => (hit.tenantId === tenantId && tenantId !== platformTenant ? 1 : 0);
  return hits.sort((a, b) => b.score - a.score || own(b) - own(a)).slice(0, most);
}

type Looked = { word: string; place: number; factor: number; count: number; idf: number };

/** More passages than these with one word are not counted. */
const mostCounted = 4000;
/** So many places of the rarer words are looked at, and so many passages scored in full. */
const mostLeading = 6000;
const mostScored = 300;

/** How rare each word is that is looked up. */
async function weighRarity(
  { db }: Pick<Context, "db">,
  scopes: readonly string[],
  words: readonly SearchedWord[],
  total: number,
): Promise<Looked[]> {
  const looked = words.flatMap(({ word, others }, place) => [
    { word, place, factor: 1 },
    ...others.filter((other) => other !== word).map((other) => ({ word: other, place, factor: otherCounts })),
  ]);
  const { rows } = await sql<{ word: string; count: number }>`select a.word, (select count(*)::int from (
      select 1 from passage_words w where w.tenant_id = any(${scopes}::text[]) and w.word = a.word
      limit ${mostCounted + 1}) as places) as count
    from unnest(${[...new Set(looked.map(({ word }) => word))]}::text[]) as a (word)`.execute(db);
  const counts = new Map(rows.map(({ word, count }) => [word, count]));
  return looked.map((one) => {
    const counted = counts.get(one.word) ?? 0;
    // A word in more passages than were counted may be in any number of them.
    const count = counted > mostCounted ? Math.max(counted, total / 3) : counted;
    return { ...one, count, idf: Math.max(0.05, rarity(count, total)) };
  });
}

/** How much it tells that a passage has a word, by how many of all have it. */
export function rarity(count: number, total: number): number {
  return Math.log(1 + Math.max(0, total - count + 0.5) / (count + 0.5));
}

/** The rarer words, as long as they are not in too many passages together; at least one. */
function chooseLeading(looked: readonly Looked[]): string[] {
  const leading: string[] = [];
  let places = 0;
  for (const { word, count } of [...looked].sort((a, b) => a.count - b.count)) {
    if (count === 0) continue;
    if (leading.length > 0 && places + count > mostLeading) break;
    places += count;
    leading.push(word);
  }
  return leading;
}

/** What a word of a question is worth: as much as it or its rarest substitute, or as one that is nowhere. */
function worthFor(looked: readonly Looked[], place: number, total: number): number {
  const own = looked.filter((one) => one.place === place && one.count > 0);
  const idf = own.find(({ factor }) => factor === 1)?.idf ?? Math.max(0, ...own.map((one) => one.idf));
  return idf > 0 ? idf : rarity(0, total);
}
