import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Reference } from "../../platform/entities/entity.ts";

/** A field that names a tenant: platform admins may name any, others their own. */
export function tenantReference(title: RawBuilder<unknown> = sql`t.name`): Reference {
  return {
    entity: "tenants",
    by: "name",
    title,
    isAvailable: isTenantAvailable,
    withTitle: (word) => sql`select id from tenants where strpos(lower(name), ${word}) > 0`,
  };
}

async function isTenantAvailable({ db, permissions, tenantId }: Context, id: string): Promise<boolean> {
  if (!permissions.has("platform.read") && id !== tenantId) return false;
  return (await db.selectFrom("tenants").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
