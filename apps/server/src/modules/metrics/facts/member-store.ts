import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { NamedMember } from "./read-records.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Members by their dimension and key. */
export type ByMember<Value> = Map<string, Map<string, Value>>;

/** The ids of members; null when one of them is not known yet, or by another name. */
export async function findKnownMembers(scope: Scope, named: ByMember<NamedMember>): Promise<ByMember<number> | null> {
  const known = named.size > 0 ? await selectMembers(scope, named) : new Map();
  const isMissing = [...named].some(([dimension, members]) => {
    const found = known.get(dimension);
    return [...members.values()].some((member) => !isKnown(found?.get(member.key), member));
  });
  return isMissing ? null : idsOf(known);
}

/** The ids of members; those that are not there yet are made, and a new name replaces the old one. */
export async function resolveMembers(scope: Scope, named: ByMember<NamedMember>): Promise<ByMember<number>> {
  const known = await selectMembers(scope, named);
  // In the order of their names, so that two batches never wait for each other in a circle.
  for (const dimension of [...named.keys()].sort()) {
    const members = [...(named.get(dimension)?.values() ?? [])];
    const found = known.get(dimension);
    await insertMembers(
      scope,
      dimension,
      members.filter(({ key }) => !found?.has(key)),
    );
    for (const member of members) {
      if (found?.has(member.key) && !isKnown(found.get(member.key), member))
        await renameMember(scope, dimension, member);
    }
  }
  return idsOf(await selectMembers(scope, named));
}

type Member = { id: number; dimension: string; key: string; name: string };

function isKnown(found: Member | undefined, member: NamedMember): boolean {
  return found !== undefined && (found.name === member.name || found.name === disambiguated(member));
}

function idsOf(members: ByMember<Member>): ByMember<number> {
  return new Map(
    [...members].map(([dimension, found]) => [dimension, new Map([...found].map(([key, { id }]) => [key, id]))]),
  );
}

async function selectMembers({ db, tenantId }: Scope, named: ByMember<NamedMember>): Promise<ByMember<Member>> {
  const wanted = [...named].flatMap(([dimension, members]) => [...members.keys()].map((key) => ({ dimension, key })));
  const { rows } = await sql<Member>`select m.id, m.dimension, m.key, m.name
    from unnest(${wanted.map(({ dimension }) => dimension)}::text[], ${wanted.map(({ key }) => key)}::text[]) as w (dimension, key)
    join members m on m.tenant_id = ${tenantId} and m.dimension = w.dimension and m.key = w.key`.execute(db);
  const found: ByMember<Member> = new Map([...named.keys()].map((dimension) => [dimension, new Map()]));
  for (const row of rows) found.get(row.dimension)?.set(row.key, row);
  return found;
}

/** Two members never share a name: the second is told apart by its key. */
async function insertMembers(
  { db, tenantId }: Scope,
  dimension: string,
  members: readonly NamedMember[],
): Promise<void> {
  for (const member of [...members].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    for (const name of [member.name, disambiguated(member)]) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("members")
        .values({ tenant_id: tenantId, dimension, key: member.key, name })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (Number(numInsertedOrUpdatedRows) > 0) break;
    }
  }
}

async function renameMember({ db, tenantId }: Scope, dimension: string, { key, name }: NamedMember): Promise<void> {
  const taken = db
    .selectFrom("members")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("dimension", "=", dimension)
    .where("name", "=", name);
  await db
    .updateTable("members")
    .set({ name: sql<string>`case when exists (${taken}) then ${disambiguated({ key, name })} else ${name} end` })
    .where("tenant_id", "=", tenantId)
    .where("dimension", "=", dimension)
    .where("key", "=", key)
    .execute();
}

function disambiguated({ key, name }: NamedMember): string {
  return `${name} (${key})`;
}
