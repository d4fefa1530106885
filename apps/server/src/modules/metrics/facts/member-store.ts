import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { completeMembers } from "./complete-members.ts";
import { indexMemberWords } from "./member-word-store.ts";
import type { NamedMember } from "./read-records.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;
type WriteScope = Pick<TenantScope, "db" | "tenantId" | "now">;

/** Members by their dimension and key. */
export type ByMember<Value> = Map<string, Map<string, Value>>;

/** The ids of members; null when one of them is not known yet, or by another name. */
export async function findStoredMembers(
  scope: Scope,
  namedMembers: ByMember<NamedMember>,
): Promise<ByMember<number> | null> {
  const storedMembers = namedMembers.size > 0 ? await selectMembers(scope, namedMembers) : new Map();
  const isMissing = [...namedMembers].some(([dimension, members]) => {
    const byKey = storedMembers.get(dimension);
    return [...members.values()].some((member) => !hasName(byKey?.get(member.key), member));
  });
  return isMissing ? null : toIds(storedMembers);
}

/** No row has a member of this id. */
const noMember = -1;

/** The ids of members; one that is not there has an id that no row has. */
export async function findMembers(scope: Scope, namedMembers: ByMember<NamedMember>): Promise<ByMember<number>> {
  const storedMembers: ByMember<Member> = namedMembers.size > 0 ? await selectMembers(scope, namedMembers) : new Map();
  return new Map(
    [...namedMembers].map(([dimension, members]) => {
      const byKey = storedMembers.get(dimension);
      return [dimension, new Map([...members.keys()].map((key) => [key, byKey?.get(key)?.id ?? noMember]))];
    }),
  );
}

/** The ids of members; those that are not there yet are made, and a new name replaces the old one. */
export async function resolveMembers(
  scope: WriteScope,
  namedMembers: ByMember<NamedMember>,
): Promise<ByMember<number>> {
  const storedMembers = await selectMembers(scope, namedMembers);
  const members = inOrder(namedMembers);
  const fresh = members.filter(({ dimension, key }) => !storedMembers.get(dimension)?.has(key));
  await insertMembers(scope, fresh);
  await completeMembers(scope, fresh);
  for (const member of members) {
    const existing = storedMembers.get(member.dimension)?.get(member.key);
    if (existing && !hasName(existing, member)) await renameMember(scope, member);
  }
  await indexMemberWords(scope);
  return toIds(await selectMembers(scope, namedMembers));
}

type MemberKey = NamedMember & { dimension: string };

/** Always in the same order, so that two batches never wait for each other in a circle. */
function inOrder(namedMembers: ByMember<NamedMember>): MemberKey[] {
  return [...namedMembers.keys()]
    .sort()
    .flatMap((dimension) =>
      [...(namedMembers.get(dimension)?.values() ?? [])]
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map((member) => ({ ...member, dimension })),
    );
}

type Member = { id: number; dimension: string; key: string; name: string; given_name: string | null };

function hasName(stored: Member | undefined, member: NamedMember): boolean {
  const names = [stored?.name, stored?.given_name];
  return names.includes(member.name) || names.includes(disambiguated(member));
}

function toIds(members: ByMember<Member>): ByMember<number> {
  return new Map(
    [...members].map(([dimension, byKey]) => [dimension, new Map([...byKey].map(([key, { id }]) => [key, id]))]),
  );
}

async function selectMembers({ db, tenantId }: Scope, namedMembers: ByMember<NamedMember>): Promise<ByMember<Member>> {
  const keys = [...namedMembers].flatMap(([dimension, members]) =>
    [...members.keys()].map((key) => ({ dimension, key })),
  );
  const { rows } = await sql<Member>`select m.id, m.dimension, m.key, m.name, m.given_name
    from unnest(${keys.map(({ dimension }) => dimension)}::text[], ${keys.map(({ key }) => key)}::text[]) as w (dimension, key)
    join members m on m.tenant_id = ${tenantId} and m.dimension = w.dimension and m.key = w.key`.execute(db);
  const members: ByMember<Member> = new Map([...namedMembers.keys()].map((dimension) => [dimension, new Map()]));
  for (const row of rows) members.get(row.dimension)?.set(row.key, row);
  return members;
}

/** Two members never share a name: the second is told apart by its key. */
async function insertMembers(scope: WriteScope, members: readonly MemberKey[]): Promise<void> {
  const added = await insertNamed(scope, members);
  await insertNamed(
    scope,
    members.flatMap((member) =>
      added.get(member.dimension)?.has(member.key) ? [] : [{ ...member, name: disambiguated(member) }],
    ),
  );
}

/** Adds members whose names are free; gives the keys that it added, by dimension. */
async function insertNamed(
  { db, tenantId, now }: WriteScope,
  members: readonly MemberKey[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (members.length === 0) return new Map();
  const list = (field: keyof MemberKey) => sql`${members.map((member) => member[field])}::text[]`;
  const { rows } = await sql<{ dimension: string; keys: string[] }>`
    with added as (
      insert into members (tenant_id, dimension, key, name, added_at) select ${tenantId}, dimension, key, name, ${now}
      from unnest(${list("dimension")}, ${list("key")}, ${list("name")}) with ordinality as w (dimension, key, name, place)
      order by place on conflict do nothing returning dimension, key
    )
    select dimension, array_agg(key) as keys from added group by dimension`.execute(db);
  return new Map(rows.map(({ dimension, keys }) => [dimension, new Set(keys)]));
}

async function renameMember({ db, tenantId }: Scope, { dimension, key, name }: MemberKey): Promise<void> {
  const sameName = db
    .selectFrom("members")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("dimension", "=", dimension)
    .where("name", "=", name);
  await db
    .updateTable("members")
    .set({
      // A name of a list stays: what the facts say is kept for when the list is gone.
      given_name: sql<string | null>`case when given_name is not null then ${name}::text end`,
      name: sql<string>`case when given_name is not null then members.name
        when exists (${sameName}) then ${disambiguated({ key, name })} else ${name} end`,
    })
    .where("tenant_id", "=", tenantId)
    .where("dimension", "=", dimension)
    .where("key", "=", key)
    .execute();
}

function disambiguated({ key, name }: NamedMember): string {
  return `${name} (${key})`;
}

/** The members of a dimension that were there before an instant. */
export async function listMembersBefore(
  { db, tenantId }: Scope,
  dimension: string,
  before: Date,
): Promise<{ key: string; name: string }[]> {
  return await db
    .selectFrom("members")
    .select(["key", "name"])
    .where("tenant_id", "=", tenantId)
    .where("dimension", "=", dimension)
    .where("added_at", "<", before)
    .orderBy("name")
    .execute();
}

/** The keys and names of members, by their dimensions; of very long lists only a part. */
export async function listMemberNames(
  { db, tenantId }: Scope,
  dimensions: readonly string[],
  limit = 20_000,
): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom("members")
    .select(["dimension", "key", "name"])
    .where("tenant_id", "=", tenantId)
    .where("dimension", "in", dimensions)
    .limit(limit)
    .execute();
  const names = new Map<string, Set<string>>();
  for (const { dimension, key, name } of rows) {
    names.set(dimension, (names.get(dimension) ?? new Set()).add(key).add(name));
  }
  return names;
}

/** The id of a member by its key; null where it is not known. */
export async function findMember(
  { db, tenantId }: Scope,
  { dimension, key }: { dimension: string; key: string },
): Promise<number | null> {
  const row = await db
    .selectFrom("members")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("dimension", "=", dimension)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.id ?? null;
}
