import { type RawBuilder, sql } from "kysely";
import { type Context, platformTenant } from "../context.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** The table of entries, for whoever lists it as it is. */
export const auditTable = "audit_entries";

/** The platform's own entries in the columns of log lines, so that both are read side by side. */
export const auditAsLines = sql`(select e.at, e.seq as id, 'info' as level, 'audit' as part, e.about_tenant as tenant_id,
  e.actor_uid as person, e.request_id, null::text as route, e.act || ' ' || e.subject as message, e.details,
  null::text as fingerprint from audit_entries e where e.tenant_id = ${sql.lit(platformTenant)})`;

/** People by uid, as a relation of SQL: the product hands it in, since the platform knows no people. */
export type PeopleRelation = RawBuilder<{ uid: string; name: string | null; email: string | null }>;

/** The entries about a subject before one of them, newest first, with the names of those who acted. */
export async function selectEntriesAbout(
  { db, tenantId }: Scope,
  { subject, before, limit }: { subject: string; before: number | null; limit: number },
  people: PeopleRelation,
) {
  return db
    .selectFrom("audit_entries as e")
    .leftJoin(people.as("u"), (join) => join.onRef("u.uid", "=", "e.actor_uid"))
    .select(["e.seq", "e.id", "e.at", "e.act", "e.subject", "e.actor_uid", "e.details", "u.name", "u.email"])
    .where("e.tenant_id", "=", tenantId)
    .where("e.subject", "=", subject)
    .where("e.seq", "<", before ?? Number.MAX_SAFE_INTEGER)
    .orderBy("e.seq", "desc")
    .limit(limit)
    .execute();
}

/** When something was first done to a subject. */
export async function findFirstEntry(
  { db, tenantId }: Scope,
  { subject, act }: { subject: string; act: string },
): Promise<Date | null> {
  const entry = await db
    .selectFrom("audit_entries")
    .select("at")
    .where("tenant_id", "=", tenantId)
    .where("subject", "=", subject)
    .where("act", "=", act)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return entry?.at ?? null;
}

/** Entries of one act between two instants; about one tenant, or null for all of them. */
export type ActScope = { act: string; since: Date; until: Date; timeZone: string; tenant: string | null };

/** How often something was done on each day of a time zone, as the platform's own audit log tells it. */
export async function countActDays(
  { db }: Pick<Context, "db">,
  { act, since, until, timeZone, tenant }: ActScope,
): Promise<{ day: string; times: number }[]> {
  const { rows } = await sql<{ day: string; times: number }>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::int as times from audit_entries
    where tenant_id = ${platformTenant} and act = ${act} and at >= ${since} and at < ${until}
      and (${tenant}::text is null or about_tenant = ${tenant}) group by 1`.execute(db);
  return rows;
}

/** When the platform's own audit log begins; null while it is empty. */
export async function findFirstInstant({ db }: Pick<Context, "db">): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from audit_entries
    where tenant_id = ${platformTenant}`.execute(db);
  return rows[0]?.at ?? null;
}
