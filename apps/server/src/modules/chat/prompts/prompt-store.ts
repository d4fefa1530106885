import { type Selectable, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

export type PromptRow = Pick<Selectable<DB["assistant_prompts"]>, "id" | "name" | "body">;

const columns = ["id", "name", "body"] as const;

/** The prompts that the platform offers to a role of a tenant. */
export async function selectOffered({ db, tenantId }: TenantScope, role: string): Promise<PromptRow[]> {
  return db
    .selectFrom("assistant_prompts")
    .select(columns)
    .where("is_enabled", "=", true)
    .where(
      sql<boolean>`case audience when 'tenants' then ${tenantId} = any(tenants)
        when 'roles' then ${role} = any(roles) else true end`,
    )
    .orderBy(sql`lower(name)`)
    .execute();
}

export async function deleteOffered({ db }: Pick<TenantScope, "db">, id: string): Promise<void> {
  await db.deleteFrom("assistant_prompts").where("id", "=", id).execute();
}

/** The prompts that a person has kept. */
export async function selectOwn({ db, tenantId }: TenantScope, uid: string): Promise<PromptRow[]> {
  return db
    .selectFrom("assistant_own_prompts")
    .select(columns)
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Keeps a prompt, in the place of the one with the same name. */
export async function writeOwn(
  { db, tenantId, now }: TenantScope,
  uid: string,
  { name, text }: { name: string; text: string },
): Promise<PromptRow> {
  const { rows } = await sql<PromptRow>`insert into assistant_own_prompts (tenant_id, owner_uid, name, body, created_at)
    values (${tenantId}, ${uid}, ${name}, ${text}, ${now})
    on conflict (tenant_id, owner_uid, lower(name)) do update set name = excluded.name, body = excluded.body
    returning id, name, body`.execute(db);
  return rows[0] as PromptRow;
}

export async function deleteOwn({ db, tenantId }: TenantScope, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("assistant_own_prompts")
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
