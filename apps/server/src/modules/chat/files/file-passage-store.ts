import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { type Passage, weighWords } from "../../assistant/index.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** A passage of a file in use. */
export type FilePassage = Omit<Passage, "reason"> & { file: string; position: number; title: string };
export type PassageKey = Pick<FilePassage, "file" | "position">;

const batchRows = 500;

/** Puts the passages of a file in the place of those before. */
export async function replaceFilePassages(
  { db, tenantId }: Scope,
  { id, name }: { id: string; name: string },
  passages: readonly Passage[],
): Promise<void> {
  await db.deleteFrom("assistant_file_passages").where("tenant_id", "=", tenantId).where("file_id", "=", id).execute();
  for (let at = 0; at < passages.length; at += batchRows) {
    const rows = passages.slice(at, at + batchRows).map((passage, place) => {
      const { kind, headings, page, content, reason } = passage;
      const words = reason === null ? weighWords({ title: name, headings, content }) : new Map<string, number>();
      const position = at + place;
      return {
        position,
        kind,
        headings,
        page,
        content,
        reason,
        words: [...words.keys()],
        weights: [...words.values()],
      };
    });
    await sql`insert into assistant_file_passages
        (tenant_id, file_id, position, kind, headings, page, content, reason, words, weights)
      select ${tenantId}, ${id}, position, kind, headings, page, content, reason, words, weights
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position int, kind text, headings text[], page int,
        content text, reason text, words text[], weights real[])`.execute(db);
  }
}

const columns = sql`p.file_id as file, p.position, f.name as title, p.kind, p.headings, p.page, p.content`;
const ofFiles = (tenantId: string, files: readonly string[]) => sql`assistant_file_passages p
  join assistant_files f on f.tenant_id = p.tenant_id and f.id = p.file_id
  where p.tenant_id = ${tenantId} and p.file_id = any(${[...files]}::text[]) and p.reason is null`;

/** How much there is to quote of files. */
export async function measurePassages(
  { db, tenantId }: Scope,
  files: readonly string[],
): Promise<{ passages: number; letters: number }> {
  const { rows } = await sql<{ passages: number; letters: number }>`select count(*)::int as passages,
    coalesce(sum(length(p.content)), 0)::int as letters from ${ofFiles(tenantId, files)}`.execute(db);
  return rows[0] ?? { passages: 0, letters: 0 };
}

/** The passages with any of the words, each with how much those tell of it. */
export async function selectWeighed(
  { db, tenantId }: Scope,
  files: readonly string[],
  words: readonly string[],
): Promise<(PassageKey & { weights: Record<string, number> })[]> {
  const asked = [...words];
  const { rows } = await sql<PassageKey & { weights: Record<string, number> }>`select p.file_id as file, p.position,
      (select jsonb_object_agg(w.word, w.weight) from unnest(p.words, p.weights) as w (word, weight)
        where w.word = any(${asked}::text[])) as weights
    from ${ofFiles(tenantId, files)} and p.words && ${asked}::text[]
    order by array_position(${[...files]}::text[], p.file_id), p.position`.execute(db);
  return rows;
}

const mostWords = 20_000;

/** Words of files that are as long as others, or one letter longer or shorter. */
export async function selectWordsLike(
  { db, tenantId }: Scope,
  files: readonly string[],
  typed: readonly string[],
): Promise<string[]> {
  const lengths = [...new Set(typed.flatMap((word) => [word.length - 1, word.length, word.length + 1]))];
  const { rows } = await sql<{ word: string }>`select distinct w.word from (
      select p.words from ${ofFiles(tenantId, files)}) as p cross join unnest(p.words) as w (word)
    where length(w.word) = any(${lengths}::int[]) limit ${mostWords}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The passages of files in the order of reading, from the first of each on. */
export async function selectFirst(
  { db, tenantId }: Scope,
  files: readonly string[],
  most: number,
): Promise<FilePassage[]> {
  const { rows } = await sql<FilePassage>`select * from (
      select ${columns}, row_number() over (partition by p.file_id order by p.position) as place
      from ${ofFiles(tenantId, files)}) as first
    where place <= ${most} order by array_position(${[...files]}::text[], file), position`.execute(db);
  return rows;
}

/** Passages by their places, in the order in which they are named. */
export async function selectByKeys({ db, tenantId }: Scope, keys: readonly PassageKey[]): Promise<FilePassage[]> {
  const files = keys.map(({ file }) => file);
  const positions = keys.map(({ position }) => position);
  const { rows } = await sql<FilePassage>`select ${columns}
    from unnest(${files}::text[], ${positions}::int[]) with ordinality as k (file, position, place)
    join assistant_file_passages p on p.tenant_id = ${tenantId} and p.file_id = k.file and p.position = k.position
    join assistant_files f on f.tenant_id = p.tenant_id and f.id = p.file_id
    where p.reason is null order by k.place`.execute(db);
  return rows;
}

/** The text of a file from a place on, and how many of its passages are left out. */
export async function selectText(
  { db, tenantId }: Scope,
  file: string,
  { from, most }: { from: number; most: number },
): Promise<{ passages: FilePassage[]; leftOut: number }> {
  const { rows } = await sql<FilePassage>`select ${columns} from ${ofFiles(tenantId, [file])}
    and p.position >= ${from} order by p.position limit ${most}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from assistant_file_passages
    where tenant_id = ${tenantId} and file_id = ${file} and reason is not null`.execute(db);
  return { passages: rows, leftOut: counts[0]?.count ?? 0 };
}
