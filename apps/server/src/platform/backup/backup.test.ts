import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { installationKey } from "../crypto/secret-key.ts";
import { migrate } from "../db/migrate.ts";
import { prepareQueue, queueMigration } from "../jobs/queue.ts";
import { checkBackup, requireKnownSchema } from "./check-backup.ts";
import { type Following, makeBackup } from "./make-backup.ts";
import { readManifest, writeManifest } from "./manifest.ts";
import { requireEmpty, restoreRows } from "./restore-backup.ts";

const key = installationKey("a key that only this test would ever use");
const otherKey = installationKey("another key that this test would ever use");
const canary = "canary-secret-7316402";
const now = new Date("2026-03-01T01:30:00Z");
const following: Following = { signal: new AbortController().signal, say: () => {} };

const migrations = new URL("../../migrations/", import.meta.url);

async function migrateStorage(url: string, only?: ReadonlySet<string>): Promise<void> {
  await prepareQueue(url);
  await migrate(url, migrations, only);
}

let source: Awaited<ReturnType<typeof createTestDatabase>>;
let target: Awaited<ReturnType<typeof createTestDatabase>> | null = null;
let folder: string;
let backup: string;

/** Tables that name each other in a circle, and one that is divided by day. */
const moreTables = `
  create table hens (id int primary key, egg int not null);
  create table eggs (id int generated always as identity primary key, hen int not null references hens (id));
  alter table hens add constraint hens_egg foreign key (egg) references eggs (id) deferrable initially deferred;
  create table days (tenant_id text, at date, n int) partition by range (at);
  alter table days enable row level security; alter table days force row level security;
  create policy tenant_wall on days using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`;

const rows = `
  insert into tenants (id, name, aiq_type, created_at) values ('north', 'North', 'tookan', now()), ('south', 'South', 'tookan', now());
  set local app.tenant_id = 'north';
  insert into data_keys values ('north', 1, '\\x0102', '${key.id}', now());
  insert into events (tenant_id, type, data, created_at) values ('north', 'x', '{}', now());
  set local app.tenant_id = 'south';
  insert into data_keys values ('south', 1, '\\x0a0d5c', '${key.id}', now());
  set local app.tenant_id = '';
  insert into settings (name, value, updated_at) values ('odd', '"a\\\\tb\\nc ${canary} ä 𝄞"', now());
  set constraints all deferred;
  insert into hens values (1, 1); insert into eggs (hen) values (1), (1);
  create table days_1 partition of days for values from ('2026-01-01') to ('2026-01-02');
  create table days_2 partition of days for values from ('2026-01-02') to ('2026-01-03');
  alter table days_2 enable row level security; alter table days_2 force row level security;
  create policy tenant_wall on days_2 using (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
  insert into days_1 values ('north', '2026-01-01', 1);
  select graphile_worker.add_job('mail.deliver', '{"tenantId":"north"}', job_key => 'mail:1')`;

beforeAll(async () => {
  source = await createTestDatabase();
  await query(source.url, `${moreTables}; ${rows}`);
  // Makes the rows of what came since readable to a backup.
  await migrateStorage(source.url);
});
afterAll(() => source.drop());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "backup-"));
  backup = path.join(folder, "backup");
  mkdirSync(path.join(folder, "data/imports"), { recursive: true });
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await target?.drop();
  target = null;
});

async function query<Row extends pg.QueryResultRow = Record<string, unknown>>(
  url: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<Row>(`begin; set local app.whole_read = 'on'; ${text}; commit`);
    const results = [result].flat();
    return results.at(-2)?.rows ?? [];
  } finally {
    await client.end();
  }
}

const scope = () => ({
  url: source.url,
  key,
  dataDir: path.join(folder, "data"),
  folders: ["imports"],
  leftOut: ["events"],
});
const make = (more: Partial<Following> = {}) => makeBackup(scope(), backup, { ...following, ...more, now });

/** A database to restore into, and its address. */
async function openTarget(template?: string): Promise<string> {
  target = await createTestDatabase(template);
  return target.url;
}

async function restore(url: string, more: Partial<Following> = {}): Promise<void> {
  const manifest = await checkBackup(backup, key, following);
  await migrateStorage(url, new Set(manifest.migrations.map(({ name }) => name)));
  await query(url, moreTables);
  await migrateStorage(url);
  const place = { url, dataDir: path.join(folder, "new-data") };
  await restoreRows(manifest, place, { ...following, ...more, folder: backup });
}

test("the rows of all tenants, jobs, sequences, partitions and files come back as they were", async () => {
  writeFileSync(path.join(folder, "data/imports", "file-1"), "id,name\n1,a\n");
  expect(await make()).toMatchObject({ files: 1 });
  const url = await openTarget("template1");
  await requireEmpty(url);
  await restore(url);
  for (const table of ["tenants", "data_keys", "settings", "hens", "eggs", "days", "schema_migrations"]) {
    const all = `select t::text as row from ${table} t order by 1`;
    expect(await query(url, all), table).toEqual(await query(source.url, all));
  }
  expect(await query(url, "select tenant_id from data_keys order by 1")).toHaveLength(2);
  expect(await query(url, "select key, attempts from graphile_worker.jobs")).toEqual([{ key: "mail:1", attempts: 0 }]);
  expect(await query(url, "select count(*)::int as n from events")).toEqual([{ n: 0 }]);
  expect(await query(url, "insert into eggs (hen) values (1) returning id")).toEqual([{ id: 3 }]);
  expect(readFileSync(path.join(folder, "new-data/imports/file-1"), "utf8")).toBe("id,name\n1,a\n");
});

test("after a restore the walls and the foreign keys stand as before", async () => {
  await make();
  const url = await openTarget();
  await restore(url);
  const walls = `select c.relname, relrowsecurity, relforcerowsecurity,
    (select array_agg(polname || ' ' || pg_get_expr(polqual, polrelid) order by polname) from pg_policy where polrelid = c.oid) as walls
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
  expect(await query(url, walls)).toEqual(await query(source.url, walls));
  const keys = "select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2";
  expect(await query(url, keys)).toEqual(await query(source.url, keys));
});

test("after a restore every index stands as before", async () => {
  await make();
  const url = await openTarget();
  await restore(url);
  const indexes =
    "select indexname, indexdef from pg_indexes where schemaname in ('public', 'graphile_worker') order by 1";
  expect(await query(url, indexes)).toEqual(await query(source.url, indexes));
});

test("where row-level security would hide rows, the backup is refused and nothing is left of it", async () => {
  await query(source.url, "drop policy whole_read on data_keys");
  await expect(make()).rejects.toThrow(/Row-level security hides rows of data_keys/);
  expect(readdirSync(folder)).toEqual(["data"]);
  await migrateStorage(source.url);
  await make();
});

test("every file and folder of it is readable to its owner alone, and no listing tells of what is in the rows", async () => {
  const lines: string[] = [];
  await make({ say: (line) => void lines.push(line) });
  const files = readdirSync(backup, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const { mode } = statSync(path.join(file.parentPath, file.name));
    expect(mode & 0o077, file.name).toBe(0);
  }
  const listing = [
    ...lines,
    ...files.map(({ name }) => name),
    readFileSync(path.join(backup, "manifest.json"), "utf8"),
  ];
  expect(listing.join("\n")).not.toContain(canary);
  expect(listing.join("\n")).not.toContain("a key that only this test");
});

test("another key is refused by its fingerprint", async () => {
  await make();
  await expect(checkBackup(backup, otherKey, following)).rejects.toThrow(
    `made under another SECRET_KEY: its fingerprint is ${key.id}, and that of this installation is ${otherKey.id}`,
  );
});

test("a file that is torn, swapped or missing is refused by its name", async () => {
  await make();
  const file = path.join(backup, "tables/public.tenants.gz");
  const whole = readFileSync(file);
  truncateSync(file, whole.length - 5);
  await expect(checkBackup(backup, key, following)).rejects.toThrow(
    /^tables\/public\.tenants\.gz of the backup is torn/,
  );
  writeFileSync(file, readFileSync(path.join(backup, "tables/public.settings.gz")));
  await expect(checkBackup(backup, key, following)).rejects.toThrow(
    /^tables\/public\.tenants\.gz of the backup is torn/,
  );
  rmSync(file);
  await expect(checkBackup(backup, key, following)).rejects.toThrow(
    "tables/public.tenants.gz of the backup is missing",
  );
  rmSync(path.join(backup, "manifest.json"));
  await expect(checkBackup(backup, key, following)).rejects.toThrow(/no whole backup/);
});

test("a list of contents that was changed is refused", async () => {
  await make();
  const file = path.join(backup, "manifest.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("public.tenants.gz", "public.settings.gz"));
  await expect(checkBackup(backup, key, following)).rejects.toThrow(/was changed after the backup was made/);
});

test("a schema that this version does not know is refused as newer", async () => {
  await make();
  const manifest = await readManifest(backup, key);
  const newer = { ...manifest, migrations: [...manifest.migrations, { name: "9999-later.sql", checksum: "0" }] };
  const { text } = writeManifest(newer, key);
  writeFileSync(path.join(backup, "manifest.json"), text);
  const known = { folder: migrations, queueMigration };
  await requireKnownSchema(manifest, known);
  await expect(requireKnownSchema(await readManifest(backup, key), known)).rejects.toThrow(/newer schema .*9999-later/);
  await expect(requireKnownSchema({ ...manifest, queueMigration: 1000 }, known)).rejects.toThrow(/newer schema/);
});

test("the queue's last migration is the one that its library brings", async () => {
  expect(await query(source.url, "select max(id)::int as n from graphile_worker.migrations")).toEqual([
    { n: queueMigration },
  ]);
});

test("a database with rows is refused by the table that has them; one with a schema alone is empty", async () => {
  await expect(requireEmpty(source.url)).rejects.toThrow(/The database is not empty: \S+ has rows/);
  const url = await openTarget();
  await requireEmpty(url);
  await query(url, "set local app.tenant_id = 'north'; insert into data_keys values ('north', 1, '', '', now())");
  await expect(requireEmpty(url)).rejects.toThrow("public.data_keys has rows");
});

test("a restore that is ended early leaves no row and no file", async () => {
  writeFileSync(path.join(folder, "data/imports", "file-1"), "id\n");
  await make();
  const ending = new AbortController();
  const say = (line: string) => {
    if (line.startsWith("Restored 20 of")) ending.abort(new Error("stopped"));
  };
  const url = await openTarget();
  await expect(restore(url, { signal: ending.signal, say })).rejects.toThrow(/stopped|abort/i);
  await requireEmpty(url);
  expect(readdirSync(folder)).not.toContain("new-data");
});

test("a backup that is ended early leaves nothing, and one folder is not written twice", async () => {
  const ending = new AbortController();
  const say = () => ending.abort(new Error("stopped"));
  await expect(make({ signal: ending.signal, say })).rejects.toThrow(/stopped|abort/i);
  expect(readdirSync(folder)).toEqual(["data"]);
  await make();
  await expect(make()).rejects.toThrow(/is not empty\. Name a new one/);
});

test("rows that come while it is made are not in it, and a second one at the same time is refused", async () => {
  const extra = randomUUID();
  let other: Promise<unknown> = Promise.resolve();
  const insert = `insert into settings (name, value, updated_at) values ('${extra}', '1', now())`;
  const say = (line: string) => {
    if (line.startsWith("1 of"))
      other = Promise.all([query(source.url, insert), make().catch((error) => error.message)]);
  };
  await make({ say });
  expect(await other).toEqual([[], "Another backup of this database is under way."]);
  const url = await openTarget();
  await restore(url);
  expect(await query(source.url, `select from settings where name = '${extra}'`)).toHaveLength(1);
  expect(await query(url, `select from settings where name = '${extra}'`)).toHaveLength(0);
});
