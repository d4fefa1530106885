import { type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

type Scope = { db: Db };
export type StoredWindow = Selectable<DB["maintenance_windows"]>;

/** The windows that go on or are still to come for a tenant, the next first. */
export async function selectWindowsFor({ db }: Scope, tenant: string, now: Date): Promise<StoredWindow[]> {
  const { rows } = await sql<StoredWindow>`select * from maintenance_windows
    where not is_cancelled and ends_at > ${now} and (audience = 'all' or ${tenant} = any(tenants))
    order by starts_at, id limit 20`.execute(db);
  return rows;
}

/** Whether the whole platform is being worked on by a plan. */
export async function isInWindow({ db }: Scope, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from maintenance_windows where not is_cancelled and audience = 'all'
    and starts_at <= ${now} and ends_at > ${now} limit 1`.execute(db);
  return rows.length > 0;
}

export async function insertWindow({ db }: Scope, columns: Record<string, unknown>): Promise<void> {
  await sql`insert into maintenance_windows (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))})`.execute(db);
}
