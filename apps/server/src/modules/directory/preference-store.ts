import { sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";

type Scope = TenantScope & { uid: string };

/** What a person has chosen under some names; names without a choice are missing. */
export async function readPreferences(
  { db, tenantId, uid }: Omit<Scope, "now">,
  names: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await db
    .selectFrom("user_choices")
    .select(["name", "value"])
    .where("tenant_id", "=", tenantId)
    .where("uid", "=", uid)
    .where("name", "in", names)
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Keeps a choice; null forgets it. */
export async function writePreference({ db, tenantId, uid, now }: Scope, name: string, value: unknown): Promise<void> {
  if (value === null || value === undefined) {
    await db
      .deleteFrom("user_choices")
      .where("tenant_id", "=", tenantId)
      .where("uid", "=", uid)
      .where("name", "=", name)
      .execute();
    return;
  }
  await sql`insert into user_choices (tenant_id, uid, name, value, updated_at)
    values (${tenantId}, ${uid}, ${name}, ${JSON.stringify(value)}::jsonb, ${now})
    on conflict (tenant_id, uid, name) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  );
}

/** Changes what the people of a tenant have chosen under a name, and what was chosen for all of them. */
export async function changePreferences(
  { db, tenantId, now }: TenantScope,
  name: string,
  change: (value: unknown) => unknown,
): Promise<void> {
  const rows = await db
    .selectFrom("user_choices")
    .select(["uid", "value"])
    .where("tenant_id", "=", tenantId)
    .where("name", "=", name)
    .forUpdate()
    .execute();
  for (const { uid, value } of rows) {
    const changed = change(value);
    if (JSON.stringify(changed) !== JSON.stringify(value)) {
      await writePreference({ db, tenantId, now, uid }, name, changed);
    }
  }
}
