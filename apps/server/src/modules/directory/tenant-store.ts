import type { TenantDocument } from "@console/contracts";
import { type Insertable, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

/** The document of a tenant, or null when there is none. */
export async function findTenant({ db }: Context, id: string): Promise<TenantDocument | null> {
  const row = await db
    .selectFrom("tenants")
    .select(["id", "name", "source", "aiq_type", "time_zone as timeZone"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** The logo of a tenant as the address of a picture that holds it; null where it has none. */
export async function findTenantLogo({ db }: Pick<Context, "db">, id: string): Promise<string | null> {
  const row = await db.selectFrom("tenants").select("logo").where("id", "=", id).executeTakeFirst();
  return row?.logo ?? null;
}

/** The reports that were chosen for a tenant; none means all. */
export async function findTenantReports({ db }: Pick<Context, "db">, id: string): Promise<string[]> {
  const row = await db.selectFrom("tenants").select("reports").where("id", "=", id).executeTakeFirst();
  return row?.reports ?? [];
}

/** Whether a tenant is served; `reason` is what its people are told when it is not. */
export async function isTenantOpen(
  { db }: Pick<Context, "db">,
  id: string,
): Promise<{ isOpen: boolean; reason: string | null }> {
  const row = await db.selectFrom("tenants").select(["state", "state_reason"]).where("id", "=", id).executeTakeFirst();
  return { isOpen: row === undefined || row.state === "active", reason: row?.state_reason ?? null };
}

/** Makes a tenant unless there is one with its id. */
export async function insertTenant(
  { db, now }: Context,
  tenant: Omit<Insertable<DB["tenants"]>, "created_at">,
): Promise<void> {
  await db
    .insertInto("tenants")
    .values({ ...tenant, created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Gives the caller's tenant another currency and time zone. */
export async function updateTenantLocale(
  { db, tenantId, now }: Context,
  { currency, timeZone }: { currency: string; timeZone: string },
): Promise<void> {
  await db
    .updateTable("tenants")
    .set((table) => ({ currency, time_zone: timeZone, updated_at: now, version: table("version", "+", 1) }))
    .where("id", "=", tenantId)
    .execute();
}

/** Tenants in the order of their names, after one of them; `search` is a part of the name or the id. */
export async function selectTenants(
  { db }: Pick<Context, "db">,
  { search, after, limit }: { search: string; after: { name: string; id: string } | null; limit: number },
): Promise<TenantDocument[]> {
  const part = search.toLowerCase();
  return await db
    .selectFrom("tenants")
    .select(["id", "name", "source", "aiq_type", "time_zone as timeZone"])
    .where(sql<boolean>`(${part} = '' or strpos(lower(name), ${part}) > 0 or strpos(lower(id), ${part}) > 0)`)
    .where(after ? sql<boolean>`(name, id) > (${after.name}, ${after.id})` : sql<boolean>`true`)
    .orderBy("name")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The ids of all tenants. */
export async function listTenantIds({ db }: Pick<Context, "db">): Promise<string[]> {
  const rows = await db.selectFrom("tenants").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}
