import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { NamedMember } from "./read-records.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** The ids of members by their keys; those that are not there yet are made, and a new name replaces the old one. */
export async function resolveMembers(
  { db, tenantId }: Scope,
  dimension: string,
  named: ReadonlyMap<string, NamedMember>,
): Promise<Map<string, number>> {
  const keys = [...named.keys()];
  const known = await selectMembers({ db, tenantId }, dimension, keys);
  const fresh = keys.filter((key) => !known.has(key));
  if (fresh.length > 0)
    await insertMembers(
      { db, tenantId },
      dimension,
      fresh.map((key) => named.get(key) as NamedMember),
    );
  for (const [key, { name }] of known) {
    const wanted = named.get(key)?.name;
    if (wanted && wanted !== name && name !== disambiguated({ key, name: wanted })) {
      await renameMember({ db, tenantId }, dimension, { key, name: wanted });
    }
  }
  const all = fresh.length > 0 ? await selectMembers({ db, tenantId }, dimension, keys) : known;
  return new Map([...all].map(([key, { id }]) => [key, id]));
}

async function selectMembers({ db, tenantId }: Scope, dimension: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom("members")
    .select(["id", "key", "name"])
    .where("tenant_id", "=", tenantId)
    .where("dimension", "=", dimension)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
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
