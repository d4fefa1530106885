import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupProblem } from "../startup-problem.ts";
import { applicationRole } from "./database.ts";
import { allowWholeRead } from "./whole-read.ts";

const advisoryLock = 7_316_402;
const lockNotAvailable = "55P03";

/**
 * Brings the database up to the newest migration: forward only, each once, one process at a time. With `only` it stops
 * at an earlier state, which had those.
 */
export async function migrate(url: string, folder: URL, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect().catch((error) => {
    throw new StartupProblem(`The database cannot be reached: ${error.message}.`);
  });
  try {
    await requireVersion(client);
    await client.query("select pg_advisory_lock($1)", [advisoryLock]);
    await ensureApplicationRole(client);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = await applyMissing(client, await readMigrations(folder, only));
    await withShortLocks(client, () => allowWholeRead(client));
    return applied;
  } finally {
    await client.end();
  }
}

/** A migration of a folder. */
type Migration = { name: string; sql: string; checksum: string };

/** The migrations of a folder, in the order in which they are applied. */
export async function readMigrations(folder: URL, only?: ReadonlySet<string>): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql") && (only?.has(name) ?? true)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** The migrations that a database has, with the checksums they had then. */
export async function listApplied(client: pg.ClientBase): Promise<Pick<Migration, "name" | "checksum">[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from public.schema_migrations order by name",
  );
  return rows;
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const applied = new Map((await listApplied(client)).map((row) => [row.name, row.checksum]));
  for (const migration of migrations) {
    const { name, checksum } = migration;
    if (!applied.has(name)) await withShortLocks(client, () => applyOne(client, migration));
    else if (applied.get(name) !== checksum) {
      throw new StartupProblem(`The migration ${name} was changed after it had been applied to this database.`);
    }
  }
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const walls = await liftRowSecurity(client);
  await client.query(sql);
  await forceRowSecurity(client, walls);
  await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
}

/** A table in use is not waited for longer than two seconds, so that queries behind us do not pile up. */
async function withShortLocks(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("begin; set local lock_timeout = '2s'");
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (attempt >= 30 || !(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error;
      await sleep(1000);
    }
  }
}

/**
 * Forced row-level security hides the rows of all tenants from the owner of the tables too, so that a migration would
 * change none of them without a word. It is lifted behind the locks of the migration: nobody else ever sees it lifted.
 */
export async function liftRowSecurity(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ oid: number; name: string }>(`
    select c.oid::int as oid, c.oid::regclass::text as name from pg_class c join pg_roles r on r.oid = c.relowner
    where c.relforcerowsecurity and r.rolname = current_user and not r.rolsuper and not r.rolbypassrls`);
  for (const { name } of rows) await client.query(`alter table ${name} no force row level security`);
  return rows.map(({ oid }) => oid);
}

/** A table may have another name since, or be gone. */
export async function forceRowSecurity(client: pg.ClientBase, oids: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where oid = any ($1::oid[])",
    [oids],
  );
  for (const { name } of rows) await client.query(`alter table ${name} force row level security`);
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000) {
    throw new StartupProblem(`PostgreSQL 15 or newer is needed; this server is ${Math.floor(version / 10_000)}.`);
  }
}

async function ensureApplicationRole(client: pg.Client): Promise<void> {
  try {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${applicationRole}') then
        create role ${applicationRole} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
      if not pg_has_role(current_user, '${applicationRole}', 'usage') then
        execute format('grant ${applicationRole} to %I', current_user);
      end if;
    end $$`);
    await client.query(`begin; set local role ${applicationRole}; rollback`);
  } catch (error) {
    throw new StartupProblem(
      `The database user may not set up the role ${applicationRole} (${error instanceof Error ? error.message : error}); ` +
        `as an administrator run: create role ${applicationRole} nologin; grant ${applicationRole} to <this user>.`,
    );
  }
  const { rows } = await client.query<{ unsafe: boolean }>(
    "select rolsuper or rolbypassrls as unsafe from pg_roles where rolname = $1",
    [applicationRole],
  );
  if (rows[0]?.unsafe) {
    throw new StartupProblem(
      `The role ${applicationRole} may pass row-level security; remove superuser and bypassrls from it.`,
    );
  }
}
