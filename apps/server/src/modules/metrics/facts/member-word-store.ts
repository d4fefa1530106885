import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { listMemberWords, type WordKind, wordKinds } from "../model/member-words.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

const pieceSize = 2000;
/** So many members of a word are read: more of them cannot be told apart by it anyway. */
const mostPerWord = 12;

/** Takes the words of members that are new or have another name, a piece at a time; gives how many there were. */
export async function indexMemberWords({ db, tenantId }: Scope): Promise<number> {
  let indexed = 0;
  for (;;) {
    const { rows: members } = await sql<{ dimension: string; id: number; name: string }>`
      select dimension, id, name from members where tenant_id = ${tenantId} and worded_name is distinct from name
      limit ${pieceSize} for update skip locked`.execute(db);
    if (members.length === 0) return indexed;
    indexed += members.length;
    const ids = members.map(({ id }) => id);
    const dimensions = members.map(({ dimension }) => dimension);
    await sql`delete from member_words w using unnest(${dimensions}::text[], ${ids}::int[]) as m (dimension, id)
      where w.tenant_id = ${tenantId} and w.dimension = m.dimension and w.member_id = m.id`.execute(db);
    const words = members.flatMap(({ dimension, id, name }) =>
      listMemberWords(name).map(({ word, kind }) => ({ dimension, id, word, kind: wordKinds.indexOf(kind) })),
    );
    await sql`insert into member_words (tenant_id, word, dimension, member_id, kind)
      select ${tenantId}, word, dimension, id, kind from unnest(
        ${words.map(({ word }) => word)}::text[], ${words.map(({ dimension }) => dimension)}::text[],
        ${words.map(({ id }) => id)}::int[], ${words.map(({ kind }) => kind)}::smallint[]) as w (word, dimension, id, kind)
      on conflict do nothing`.execute(db);
    await sql`update members m set worded_name = w.name
      from unnest(${dimensions}::text[], ${ids}::int[], ${members.map(({ name }) => name)}::text[]) as w (dimension, id, name)
      where m.tenant_id = ${tenantId} and m.dimension = w.dimension and m.id = w.id`.execute(db);
  }
}

/** A member that a word leads to. */
export type WordedMember = { word: string; kind: WordKind; dimension: string; name: string };

/** The members that words lead to, those with the whole name first; of words that many share only some. */
export async function findWordedMembers({ db, tenantId }: Scope, words: readonly string[]): Promise<WordedMember[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string; kind: number; dimension: string; name: string }>`
    select wanted.word, found.kind, found.dimension, m.name
    from unnest(${words}::text[]) as wanted (word)
    cross join lateral (
      select w.kind, w.dimension, w.member_id from member_words w
      where w.tenant_id = ${tenantId} and w.word = wanted.word order by w.kind limit ${mostPerWord}
    ) found
    join members m on m.tenant_id = ${tenantId} and m.dimension = found.dimension and m.id = found.member_id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, kind: wordKinds[row.kind] ?? "part" }));
}
