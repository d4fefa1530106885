import type { LimitMeasure } from "@console/contracts";
import { sql } from "kysely";
import { platformTenant } from "../../platform/context.ts";
import type { TenantScope } from "../../platform/db/database.ts";
import type { LimitPeriod } from "./limit-period.ts";

/** Who asks, as limits see them. */
export type Asker = { tenantId: string; uid: string; role: string };

export type StoredLimit = {
  id: string;
  tenantId: string;
  name: string;
  scope: "platform" | "tenant" | "role" | "person";
  countedFor: "together" | "each";
  what: LimitMeasure;
  period: "day" | "month";
  most: number;
  warnPercent: number;
  words: string | null;
  isEnabled: boolean;
};

/** What of a limit someone's messages use up. */
export type LimitPart = {
  limit: StoredLimit;
  owner: "person" | "role" | "tenant" | "platform";
  /** Names whose part it is among the counts. */
  subject: string;
  timeZone: string;
  period: LimitPeriod;
};

const columns = sql`id, tenant_id as "tenantId", name, scope, counted_for as "countedFor", what, period, most,
  warn_percent as "warnPercent", words, is_enabled as "isEnabled"`;

/** The limits that hold for someone, enabled or not: what is switched off for a while goes on counting. */
export async function selectLimitsOf(
  { db }: Pick<TenantScope, "db">,
  { tenantId, uid, role }: Asker,
): Promise<StoredLimit[]> {
  const { rows } = await sql<StoredLimit>`select ${columns} from assistant_limits
    where tenant_id in (${tenantId}, ${platformTenant})
      and (scope in ('platform', 'tenant') or (scope = 'role' and role = ${role}) or (scope = 'person' and uid = ${uid}))
    order by id`.execute(db);
  return rows;
}

export async function findLimit({ db }: Pick<TenantScope, "db">, id: string): Promise<StoredLimit | null> {
  // across tenants: platform admins set the limits of all of them.
  const { rows } = await sql<StoredLimit>`select ${columns} from assistant_limits where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function deleteLimit({ db }: Pick<TenantScope, "db">, id: string): Promise<void> {
  // across tenants: platform admins remove the limits of all of them.
  await db.deleteFrom("assistant_limits").where("id", "=", id).execute();
  await db.deleteFrom("assistant_counts").where("limit_id", "=", id).execute();
}

export type Count = { used: number; isWarned: boolean };
type Key = Pick<LimitPart, "subject"> & { limit: Pick<StoredLimit, "id">; period: Pick<LimitPeriod, "startsOn"> };

const ofKey = ({ limit, subject, period }: Key) =>
  sql`limit_id = ${limit.id} and subject = ${subject} and starts_on = ${period.startsOn}`;
const countColumns = sql`used::float8 as used, is_warned as "isWarned"`;

/** Adds to a count unless that would pass the most; null where it would, or nothing is counted yet. */
export async function addToCount(
  { db }: Pick<TenantScope, "db">,
  key: Key,
  { amount, most }: { amount: number; most: number | null },
): Promise<Count | null> {
  const { rows } = await sql<Count>`update assistant_counts set used = greatest(0, used + ${amount})
    where ${ofKey(key)} and (${most}::bigint is null or used + ${amount} <= ${most}::bigint)
    returning ${countColumns}`.execute(db);
  return rows[0] ?? null;
}

export async function findCount({ db }: Pick<TenantScope, "db">, key: Key): Promise<Count | null> {
  const { rows } = await sql<Count>`select ${countColumns} from assistant_counts where ${ofKey(key)}`.execute(db);
  return rows[0] ?? null;
}

/** Begins to count, unless another call has begun to meanwhile. */
export async function insertCount({ db }: Pick<TenantScope, "db">, key: Key, used: number): Promise<void> {
  await sql`insert into assistant_counts (limit_id, subject, starts_on, used)
    values (${key.limit.id}, ${key.subject}, ${key.period.startsOn}, ${used}) on conflict do nothing`.execute(db);
}

export async function markWarned({ db }: Pick<TenantScope, "db">, key: Key): Promise<void> {
  await sql`update assistant_counts set is_warned = true where ${ofKey(key)}`.execute(db);
}

/** Counts of periods that have been over for long. */
export async function deleteCountsBefore({ db }: Pick<TenantScope, "db">, day: string): Promise<void> {
  await db.deleteFrom("assistant_counts").where(sql<boolean>`starts_on < ${day}`).execute();
}

/** Notes that someone asks for more; false where they have asked on this day already. */
export async function insertAsk(
  { db, tenantId }: TenantScope,
  ask: { limit: string; uid: string; day: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("assistant_asks")
    .values({ tenant_id: tenantId, limit_id: ask.limit, uid: ask.uid, asked_on: ask.day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** The limits about which someone has asked for more on a day. */
export async function selectAsked({ db, tenantId }: TenantScope, uid: string, day: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("assistant_asks")
    .select("limit_id")
    .where("tenant_id", "=", tenantId)
    .where("uid", "=", uid)
    .where(sql<boolean>`asked_on = ${day}`)
    .execute();
  return new Set(rows.map((row) => row.limit_id));
}

export async function deleteAsksBefore({ db, tenantId }: TenantScope, day: string): Promise<void> {
  await db
    .deleteFrom("assistant_asks")
    .where("tenant_id", "=", tenantId)
    .where(sql<boolean>`asked_on < ${day}`)
    .execute();
}
