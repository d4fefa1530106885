import { sql } from "kysely";
import { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { listTenantTables } from "../../../platform/db/tenant-tables.ts";
import { defineJob, enqueue, type Job } from "../../../platform/jobs/define-job.ts";
import type { AccountAdmin } from "../account-admin.ts";

/** The audit log stays, also of those who are gone. */
const permanentTables = new Set(["audit_entries", "audit_heads"]);
/** Tables of the platform that tell of a tenant. */
const telling = ["embed_links", "embed_clients", "source_states", "tenant_volumes"] as const;
const nothing = z.object({});

type Parts = {
  accountAdmin: AccountAdmin;
  /** Removes what lies outside the database. */
  removeFiles: (context: Context) => Promise<void>;
  /** Removes the entries of its book, which no statement of the application removes, and counts them. */
  removeBook: (context: Context) => Promise<Record<string, number>>;
};

/** Nightly: removes tenants whose time to be kept is over, each in a transaction of its own. */
export function tenantJobs(parts: Parts): Job[] {
  const removal = defineJob({
    name: "tenants.remove",
    input: nothing,
    attempts: 5,
    run: (context) => removeTenant(context, parts),
  });
  const nightly = defineJob({
    name: "tenants.remove-due",
    input: nothing,
    attempts: 3,
    schedule: "29 2 * * *",
    async run(context) {
      for (const tenantId of await dueTenants(context)) {
        await enqueue({ ...context, tenantId }, removal, {}, { key: `${removal.name}:${tenantId}` });
      }
    },
  });
  return [nightly, removal] as Job[];
}

async function dueTenants({ db, now }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom("tenants")
    .select("id")
    .where("state", "=", "leaving")
    .where("leaves_at", "<=", now)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes all rows of a tenant that leaves, its people and itself, and certifies in the platform's record how many. */
async function removeTenant(context: Context, { accountAdmin, removeFiles, removeBook }: Parts): Promise<void> {
  const { db, tenantId, now } = context;
  // Whoever resumes it at the same moment waits, and finds it gone; or was first, and it stays.
  const tenant = await db
    .selectFrom("tenants")
    .select(["name"])
    .where("id", "=", tenantId)
    .where("state", "=", "leaving")
    .where("leaves_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
  if (!tenant) return;
  await removeFiles(context);
  const rows = await removeBook(context);
  const remove = async (table: string) => {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where tenant_id = ${tenantId}`.execute(db);
    rows[table] = Number(numAffectedRows);
  };
  const tables = (await listTenantTables(db)).filter(({ name }) => !permanentTables.has(name) && !(name in rows));
  for (const { name } of tables) await remove(name);
  for (const table of telling) await remove(table);
  const people = await db.selectFrom("users").select("uid").where("tenant_id", "=", tenantId).execute();
  await remove("users");
  for (const { uid } of people) await accountAdmin.remove(context, uid);
  await db.deleteFrom("tenants").where("id", "=", tenantId).execute();
  await recordAudit(context, {
    act: "tenants.removed",
    subject: `tenants/${tenantId}`,
    tenant: platformTenant,
    details: { title: tenant.name, accounts: people.length, rows },
  });
}
