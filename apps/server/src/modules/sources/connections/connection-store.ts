import type { ConnectionKind, SourceName } from "@console/contracts";
import { type Selectable, sql, type Updateable } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** A connection as it is stored. */
export type Connection = Omit<
  Selectable<DB["source_connections"]>,
  "source" | "kind" | "settings" | "mapping" | "cursor"
> & {
  source: SourceName;
  kind: ConnectionKind;
  settings: Record<string, unknown>;
  mapping: Record<string, unknown>;
  cursor: Record<string, unknown> | null;
};

/** Stores a new connection. */
export async function insertConnection(
  { db, tenantId, now }: TenantScope,
  {
    settings,
    mapping,
    ...rest
  }: Pick<
    Connection,
    | "id"
    | "source"
    | "kind"
    | "name"
    | "settings"
    | "secret"
    | "mapping"
    | "interval_minutes"
    | "next_run_at"
    | "hook_id"
    | "hook_secret"
  >,
): Promise<void> {
  await db
    .insertInto("source_connections")
    .values({
      tenant_id: tenantId,
      ...rest,
      published_state: "pending",
      created_at: now,
      updated_at: now,
      settings: JSON.stringify(settings),
      mapping: JSON.stringify(mapping),
    })
    .execute();
  await showState({ db, tenantId }, rest.id);
}

/** A connection by its id; `lock` keeps others from changing it until the transaction ends. */
export async function findConnection(scope: Scope, id: string, lock = false): Promise<Connection | null> {
  const connection = await findEvenRemoved(scope, id, lock);
  return connection?.removed_at === null ? connection : null;
}

/** The same, also where it was removed: its loads can still be undone. */
export async function findEvenRemoved({ db, tenantId }: Scope, id: string, lock = false): Promise<Connection | null> {
  const query = db.selectFrom("source_connections").selectAll().where("tenant_id", "=", tenantId).where("id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return (row as Connection | undefined) ?? null;
}

/** The connection that a webhook's address belongs to. */
export async function findHook({ db, tenantId }: Scope, hookId: string): Promise<Connection | null> {
  const row = await db
    .selectFrom("source_connections")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("hook_id", "=", hookId)
    .executeTakeFirst();
  return (row as Connection | undefined) ?? null;
}

/** The caller's connections by name. */
export async function selectConnections(scope: Scope): Promise<Connection[]> {
  return (await selectEvenRemoved(scope)).filter(({ removed_at }) => removed_at === null);
}

/** The same with those that were removed. */
export async function selectEvenRemoved({ db, tenantId }: Scope): Promise<Connection[]> {
  const rows = await db
    .selectFrom("source_connections")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .orderBy("name")
    .execute();
  return rows as unknown as Connection[];
}

/** The tenant's connections of one source that files come in through, the oldest first. */
export async function selectFileConnections({ db, tenantId }: Scope, source: SourceName): Promise<Connection[]> {
  const rows = await db
    .selectFrom("source_connections")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("source", "=", source)
    .where("kind", "=", "file")
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows as unknown as Connection[];
}

type Fields = Omit<Updateable<DB["source_connections"]>, "tenant_id" | "id" | "settings" | "mapping" | "cursor"> &
  Partial<Pick<Connection, "settings" | "mapping" | "cursor">>;

/** Changes fields of a connection, and what platform admins see of it. */
export async function updateConnectionRow({ db, tenantId }: Scope, id: string, fields: Fields): Promise<void> {
  const { settings, mapping, cursor, ...rest } = fields;
  await db
    .updateTable("source_connections")
    .set({
      ...rest,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(cursor !== undefined && { cursor: cursor === null ? null : JSON.stringify(cursor) }),
    })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
  await showState({ db, tenantId }, id);
}

/** Notes until when someone watches a connection; platform admins see nothing of that. */
export async function noteWatched({ db, tenantId }: Scope, id: string, until: Date): Promise<void> {
  await db
    .updateTable("source_connections")
    .set({ watched_until: until })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
}

/** What goes with a connection at once, however long its runs are kept. */
const ownTables = ["source_rejects", "source_values", "source_changes", "source_reconciliations", "source_checks"];

/**
 * Removes a connection; the facts that came through it stay. Its runs are kept where they can be undone, until retention
 * takes them with what was before them.
 */
export async function deleteConnection(
  { db, tenantId, now }: TenantScope,
  { id, kind }: Pick<Connection, "id" | "kind">,
): Promise<void> {
  if (kind === "tookan") {
    await db.deleteFrom("source_connections").where("tenant_id", "=", tenantId).where("id", "=", id).execute();
  } else {
    for (const table of ownTables) {
      await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and connection_id = ${id}`.execute(db);
    }
    await sql`update source_runs set state = 'cancelled', ended_at = ${now} where tenant_id = ${tenantId}
      and connection_id = ${id} and state in ('draft', 'waiting', 'running')`.execute(db);
    await sql`update source_connections set removed_at = ${now}, settings = '{}', mapping = '{}', secret = null,
      hook_id = null, hook_secret = null, next_run_at = null, interval_minutes = null
      where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  }
  await db.deleteFrom("source_states").where("tenant_id", "=", tenantId).where("connection_id", "=", id).execute();
}

/** Copies what platform admins may see of a connection to where they read it. */
async function showState({ db, tenantId }: Scope, id: string): Promise<void> {
  const columns = sql.raw(`tenant_id, source, kind, name, is_paused, interval_minutes, problem, problem_kind, failures,
    published_state, last_attempt_at, last_success_at, last_loaded_at, last_event_at, next_run_at, created_at`);
  await db.deleteFrom("source_states").where("tenant_id", "=", tenantId).where("connection_id", "=", id).execute();
  await sql`insert into source_states (connection_id, ${columns}) select id, ${columns} from source_connections
    where tenant_id = ${tenantId} and id = ${id} and removed_at is null`.execute(db);
}

/** Forgets connections that were removed before, with their runs. */
export async function deleteRemovedBefore({ db, tenantId }: Scope, before: Date): Promise<void> {
  await sql`delete from source_connections where tenant_id = ${tenantId} and removed_at < ${before}`.execute(db);
}
