import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { migrate } from "./migrate.ts";

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  database = await createTestDatabase();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
const run = () => migrate(database.url, pathToFileURL(`${folder}/`));

async function query(text: string, tenant = "") {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select set_config('app.tenant_id', $1, false)", [tenant]);
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

test("each migration runs once, in the order of its number", async () => {
  write("9002-second.sql", "insert into a values (2)");
  write("9001-first.sql", "create table a (n int)");
  expect(await run()).toEqual(["9001-first.sql", "9002-second.sql"]);
  expect(await run()).toEqual([]);
  expect(await query("select n from a")).toEqual([{ n: 2 }]);
});

test("two processes that start together apply each migration once", async () => {
  write("9001-first.sql", "create table a (n int); insert into a values (1); select pg_sleep(0.2)");
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(["9001-first.sql"]);
  expect(await query("select n from a")).toEqual([{ n: 1 }]);
});

test("a migration that fails leaves nothing of itself", async () => {
  write("9001-broken.sql", "create table a (n int); select 1 / 0");
  await expect(run()).rejects.toThrow(/division by zero/);
  expect(await query("select to_regclass('a') as a")).toEqual([{ a: null }]);
  write("9001-broken.sql", "create table a (n int)");
  expect(await run()).toEqual(["9001-broken.sql"]);
});

test("a migration sees the rows of all tenants, and the wall between them stands again after it", async () => {
  write(
    "9001-first.sql",
    `create table walled (tenant_id text, n int);
      insert into walled values ('north', 1), ('south', 1);
      alter table walled enable row level security;
      alter table walled force row level security;
      create policy tenant_wall on walled using (tenant_id = current_setting('app.tenant_id', true))`,
  );
  await run();
  write("9002-second.sql", "update walled set n = 2");
  await run();
  expect(await query("select n from walled"), "a caller without a tenant sees nothing").toEqual([]);
  expect(await query("select n from walled", "south")).toEqual([{ n: 2 }]);
  const walls = "select relforcerowsecurity as forced from pg_class where relname in ('walled', 'sale_lines')";
  expect(await query(walls)).toEqual([{ forced: true }, { forced: true }]);
});

test("a migration that was changed after it had run is refused by name", async () => {
  write("9001-first.sql", "create table a (n int)");
  await run();
  write("9001-first.sql", "create table a (n bigint)");
  await expect(run()).rejects.toThrow(/9001-first\.sql was changed/);
});

test("a database that cannot be reached is told in a sentence", async () => {
  await expect(migrate("postgres://x:y@127.0.0.1:9/z", pathToFileURL(`${folder}/`))).rejects.toThrow(
    /The database cannot be reached/,
  );
});
