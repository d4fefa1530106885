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

function readAsked(question: string): SearchedWord[] {
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
  const looked = words.flatMap(({ word, others }, place) => [
    { word, place, factor: 1 },
    ...others.filter((other) => other !== word).map((other) => ({ word: other, place, factor: otherCounts })),
  ]);
  // The scopes stand in the query as a list that its index takes apart: each word is looked up by equality.
  const { rows: found } = await sql<Found>`
    with asked as materialized (
      select word, place, factor from unnest(${looked.map(({ word }) => word)}::text[],
        ${looked.map(({ place }) => place)}::int[], ${looked.map(({ factor }) => factor)}::real[]) as a (word, place, factor)
    ), gone as materialized (
      select id from training_documents where tenant_id = any(${scopes}::text[])
        and (status = 'archived' or expires_on < ${now.toISOString().slice(0, 10)}::date)
    ), hits as materialized (
      select w.tenant_id, w.passage, w.word, w.weight from passage_words w
      where w.tenant_id = any(${scopes}::text[]) and w.word = any(${looked.map(({ word }) => word)}::text[])
        and not exists (select 1 from gone where gone.id = w.document)
    ), rare as materialized (
      select word, ln(1 + (${total}::real - count(*) + 0.5) / (count(*) + 0.5)) as idf from hits group by word
    ), places as materialized (
      -- What a word of the question is worth: as much as it or its rarest substitute is, or as one that is nowhere.
      select a.place, coalesce(max(r.idf) filter (where a.factor = 1), max(r.idf), ln(1 + ${total}::real / 0.5)) as idf
      from asked a left join rare r on r.word = a.word group by a.place
    ), parts as (
      select h.tenant_id, h.passage, a.place, max(h.weight * a.factor * greatest(r.idf, 0.05)) as score, max(a.factor) as factor
      from hits h join asked a on a.word = h.word join rare r on r.word = h.word
      group by h.tenant_id, h.passage, a.place
    )
    select p.tenant_id, p.passage::text as passage, sum(p.score)::float8 as score,
      (sum(p.factor * s.idf) / (select sum(idf) from places))::float8 as coverage, array_agg(p.place) as words
    from parts p join places s on s.place = p.place
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
