import { type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

type Scope = { db: Db };
export type StoredIncident = Selectable<DB["incidents"]>;

/** The open incident of a check that is no part of another one. */
export async function findOpenIncident({ db }: Scope, check: string): Promise<StoredIncident | null> {
  const row = await db
    .selectFrom("incidents")
    .selectAll()
    .where("check_name", "=", check)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row ?? null;
}

/** Opens an incident of a check; null where one is open already. */
export async function insertIncident(
  { db }: Scope,
  incident: { check: string; title: string; concernsAll: boolean; now: Date },
): Promise<StoredIncident | null> {
  const { check, title, concernsAll, now } = incident;
  const row = await db
    .insertInto("incidents")
    .values({ check_name: check, title, opened_at: now, concerns_all: concernsAll })
    .onConflict((conflict) => conflict.column("check_name").where("state", "=", "open").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Adds parts to an incident; gives those that are new in it. */
export async function addIncidentChecks(
  { db }: Scope,
  id: string,
  { checks, now }: { checks: readonly string[]; now: Date },
): Promise<string[]> {
  if (checks.length === 0) return [];
  const rows = await db
    .insertInto("incident_checks")
    .values(checks.map((check_name) => ({ incident_id: id, check_name, added_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("check_name")
    .execute();
  return rows.map(({ check_name }) => check_name);
}

/** The checks whose incidents are open and part of no other. */
export async function selectOpenRoots({ db }: Scope): Promise<string[]> {
  const rows = await db.selectFrom("incidents").select("check_name").where("state", "=", "open").execute();
  return rows.map(({ check_name }) => check_name);
}

/** Sets which tenants an incident concerns now; gives those that are new in it. */
export async function setIncidentTenants({ db }: Scope, id: string, tenants: readonly string[]): Promise<string[]> {
  await sql`delete from incident_tenants where incident_id = ${id} and tenant <> all(${tenants}::text[])`.execute(db);
  const { rows } = await sql<{ tenant: string }>`insert into incident_tenants (incident_id, tenant)
    select ${id}, unnest(${tenants}::text[]) on conflict do nothing returning tenant`.execute(db);
  return rows.map(({ tenant }) => tenant);
}

/** Makes open incidents of other checks parts of one; gives the checks. */
export async function foldIncidents(
  { db }: Scope,
  root: StoredIncident,
  { checks, now }: { checks: readonly string[]; now: Date },
): Promise<void> {
  if (checks.length === 0) return;
  await sql`update incidents set parent_id = ${root.id}, state = 'resolved', resolved_at = ${now}, version = version + 1
    where check_name = any(${checks}::text[]) and state = 'open' and id <> ${root.id}`.execute(db);
}

export async function endIncident(
  { db }: Scope,
  id: string,
  { now, by }: { now: Date; by: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("incidents")
    .set((row) => ({ state: "resolved", resolved_at: now, resolved_by: by, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export async function insertNote(
  { db }: Scope,
  { incident, text, now, by }: { incident: string; text: string; now: Date; by: string | null },
): Promise<void> {
  await db.insertInto("incident_notes").values({ incident_id: incident, at: now, written_by: by, text }).execute();
}

export async function selectNotes({ db }: Scope, incident: string) {
  return db
    .selectFrom("incident_notes")
    .select(["at", "written_by", "text"])
    .where("incident_id", "=", incident)
    .orderBy("id")
    .execute();
}

/** An incident with the parts and tenants that it touches. */
export type IncidentRow = StoredIncident & { checks: string[]; tenants: string[] };

const touched = sql`array(select c.check_name from incident_checks c where c.incident_id = i.id
    order by (c.check_name <> i.check_name), c.added_at, c.check_name) as checks,
  array(select t.tenant from incident_tenants t where t.incident_id = i.id order by t.tenant) as tenants`;

export async function selectIncidents(
  { db }: Scope,
  { state, after, limit }: { state: string | null; after: string | null; limit: number },
): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`select i.*, ${touched} from incidents i
    where i.parent_id is null and (${state}::text is null or i.state = ${state})
      and (${after}::text is null or (i.opened_at, i.id) < (select a.opened_at, a.id from incidents a where a.id = ${after}))
    order by i.opened_at desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findIncident({ db }: Scope, id: string): Promise<IncidentRow | null> {
  const { rows } = await sql<IncidentRow>`select i.*, ${touched} from incidents i where i.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Incidents whose title holds a text, the newest first. */
export async function selectIncidentsNamed({ db }: Scope, text: string, limit: number): Promise<StoredIncident[]> {
  const { rows } = await sql<StoredIncident>`select * from incidents
    where parent_id is null and strpos(lower(title), lower(${text})) > 0
    order by opened_at desc limit ${limit}`.execute(db);
  return rows;
}

/** The open incidents that concern a tenant. */
export async function selectIncidentsFor({ db }: Scope, tenant: string): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`select i.*, ${touched} from incidents i
    where i.state = 'open' and i.parent_id is null
      and (i.concerns_all or exists (select from incident_tenants t where t.incident_id = i.id and t.tenant = ${tenant}))
    order by i.opened_at`.execute(db);
  return rows;
}

/** The incidents that concerned a tenant and are over, newest first. */
export async function selectPastIncidentsFor({ db }: Scope, tenant: string, since: Date): Promise<StoredIncident[]> {
  const { rows } = await sql<StoredIncident>`select i.* from incidents i
    where i.state = 'resolved' and i.parent_id is null and i.resolved_at > ${since}
      and (i.concerns_all or exists (select from incident_tenants t where t.incident_id = i.id and t.tenant = ${tenant}))
    order by i.resolved_at desc limit 20`.execute(db);
  return rows;
}

/** Keeps what was learnt; false where someone else wrote in between. */
export async function updatePostMortem(
  { db }: Scope,
  id: string,
  { text, version }: { text: string; version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("incidents")
    .set({ post_mortem: text === "" ? null : text, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Forgets incidents that ended long ago. */
export async function deleteIncidentsBefore({ db }: Scope, instant: Date): Promise<void> {
  await sql`delete from incidents where parent_id in (select id from incidents where resolved_at < ${instant})`.execute(
    db,
  );
  await sql`delete from incidents where resolved_at < ${instant}`.execute(db);
}
