import { sql } from "kysely";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { NoticePeople } from "../notices/index.ts";

type Row = { uid: string; email: string | null; role: string; timeZone: string };

/** People of a tenant read all times in its zone, those of the platform in their own. */
const columns = sql`u.uid, u.email, u.role, coalesce(t.time_zone, u.time_zone, 'UTC') as "timeZone"
  from users u left join tenants t on t.id = u.tenant_id`;

/** Whom notices reach. */
export const noticePeople: NoticePeople = {
  async findPerson({ db }, uid) {
    const { rows } = await sql<Row>`select ${columns} where u.uid = ${uid} and u.status <> 'removed'`.execute(db);
    return rows[0] ?? null;
  },
  async listPeople({ db, tenantId }) {
    const isHome =
      tenantId === platformTenant
        ? sql`u.tenant_id is null and u.role in ('admin', 'superadmin')`
        : sql`u.tenant_id = ${tenantId}`;
    const { rows } = await sql<Row>`select ${columns}
      where ${isHome} and u.status in ('active', 'invited') order by u.uid`.execute(db);
    return rows;
  },
};

/** Those of some tenants that do not exist. */
export async function findUnknownTenants({ db }: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("tenants")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  const existing = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !existing.has(id));
}
