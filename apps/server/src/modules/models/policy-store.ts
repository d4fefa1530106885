import type { ModelPolicy } from "@console/contracts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { DB } from "../../platform/db/schema.gen.ts";
import { sortRoles } from "./role-policies.ts";

type PolicyVersion = Selectable<DB["model_policies"]>;

/** What holds where nobody has said anything: every model may be chosen, and none answers by itself. */
const firstPolicy: ModelPolicy = {
  models: null,
  defaultModel: null,
  roles: {},
  instructions: "",
  isChatOn: true,
  writesProse: true,
  keepsFigures: false,
  allowsAttachments: true,
};
const mostVersions = 20;

export function toPolicy(row: PolicyVersion): ModelPolicy {
  return {
    models: row.models,
    defaultModel: row.default_model,
    roles: sortRoles(row.roles as ModelPolicy["roles"]),
    instructions: row.instructions,
    isChatOn: row.is_chat_on,
    writesProse: row.writes_prose,
    keepsFigures: row.keeps_figures,
    allowsAttachments: row.allows_attachments,
  };
}

/** What holds in a tenant: its own policy, or that of the platform. */
export async function findPolicy({ db }: Pick<Context, "db">, tenantId: string): Promise<ModelPolicy> {
  const rows = await db
    .selectFrom("model_policies")
    .selectAll()
    .distinctOn("tenant_id")
    .where("tenant_id", "in", [tenantId, platformTenant])
    .orderBy("tenant_id")
    .orderBy("version", "desc")
    .execute();
  const held = rows.filter(({ is_own }) => is_own);
  const row = held.find(({ tenant_id }) => tenant_id === tenantId) ?? held[0];
  return row ? toPolicy(row) : firstPolicy;
}

/** The last versions of a tenant's own policy, newest first. */
export async function selectPolicyVersions({ db }: Pick<Context, "db">, tenantId: string): Promise<PolicyVersion[]> {
  return db
    .selectFrom("model_policies")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .orderBy("version", "desc")
    .limit(mostVersions)
    .execute();
}

/** Writes the next version; false where someone else has written it already. */
export async function insertPolicyVersion(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, version, by, policy }: { tenantId: string; version: number; by: string; policy: ModelPolicy | null },
): Promise<boolean> {
  const { models, defaultModel, roles, instructions, isChatOn, writesProse, keepsFigures, allowsAttachments } =
    policy ?? firstPolicy;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("model_policies")
    .values({
      tenant_id: tenantId,
      version,
      is_own: policy !== null,
      models,
      default_model: defaultModel,
      roles: JSON.stringify(roles),
      instructions,
      is_chat_on: isChatOn,
      writes_prose: writesProse,
      keeps_figures: keepsFigures,
      allows_attachments: allowsAttachments,
      changed_by: by,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["tenant_id", "version"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether a stored policy `held` names a model. */
export function namesModel(model: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`held.is_own and (held.default_model = ${model} or ${model} = any(held.models)
    or jsonb_path_exists(held.roles, '$.** ? (@ == $model)', jsonb_build_object('model', ${model})))`;
}

/** The tenants whose policy names a model. */
export async function selectTenantsNaming({ db }: Pick<Context, "db">, model: string): Promise<string[]> {
  // across tenants: whoever deletes a model is told of all who use it.
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from (
      select distinct on (tenant_id) * from model_policies order by tenant_id, version desc
    ) as held
    where ${namesModel(sql`${model}::text`)}
    order by tenant_id`.execute(db);
  return rows.map(({ tenant_id }) => tenant_id);
}
