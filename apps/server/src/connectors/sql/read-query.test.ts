import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { type RawRow, SourceProblem } from "../connector.ts";
import type { PlainInput } from "../reading/reading-task.ts";
import { readQuery, testQuery } from "./read-query.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "create schema shop; create table shop.sales (id int primary key, changed_at timestamptz, note text)",
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const query = "select id, changed_at, note from shop.sales";

function inputOf(settings: object = {}, cursor: PlainInput["cursor"] = null): PlainInput {
  const url = new URL(database.url);
  return {
    settings: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: url.username,
      tls: false,
      query,
      cursorColumn: "changed_at",
      ...settings,
    },
    secret: decodeURIComponent(url.password),
    cursor,
    innerHosts: [url.hostname],
  };
}

async function readAll(input: PlainInput) {
  const rows: RawRow[] = [];
  let cursor: PlainInput["cursor"] = null;
  for await (const batch of readQuery(input)) {
    rows.push(...batch.rows);
    cursor = batch.cursor;
  }
  return { rows, cursor };
}

test("rows are read once, page after page, and rows of the same instant are not torn apart", async () => {
  await client.query(`insert into shop.sales select n, '2026-01-01'::timestamptz + (n / 700) * interval '1 second', 'x'
    from generate_series(1, 5000) n`);
  const { rows, cursor } = await readAll(inputOf());
  expect(new Set(rows.map(({ values }) => values.id)).size).toBe(5000);
  expect(rows).toHaveLength(5000);
  await client.query("insert into shop.sales values (9000, '2026-02-01', null)");
  const later = await readAll(inputOf({}, cursor));
  expect(later.rows.map(({ values }) => values)).toEqual([
    { id: "9000", changed_at: expect.stringContaining("2026-02-01") },
  ]);
});

test("the other database is only read, whatever the query says", async () => {
  const writing = "with gone as (delete from shop.sales returning *) select id, changed_at from gone";
  await expect(readAll(inputOf({ query: writing }))).rejects.toBeInstanceOf(SourceProblem);
  await expect(readAll(inputOf({ query: "select 1 as changed_at) x; drop table shop.sales; --" }))).rejects.toThrow();
  expect((await client.query("select count(*)::int as n from shop.sales")).rows[0].n).toBe(5001);
});

test("what somebody must mend is told apart from what passes", async () => {
  await expect(testQuery(inputOf({ query: "select 1 as one" }))).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery(inputOf({ query: "select nothing" }))).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery({ ...inputOf(), secret: "wrong" })).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery({ ...inputOf(), innerHosts: [] })).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery(inputOf({ port: 1 }))).rejects.toMatchObject({ kind: "passing" });
  expect(await testQuery(inputOf())).toContain("3 columns");
});
