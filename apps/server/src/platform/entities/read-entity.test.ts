import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import type { Entity } from "./entity.ts";

/** Boxes whose weight no index holds; every seventh has none. */
const boxes = {
  name: "boxes",
  one: "Box",
  many: "Boxes",
  table: "boxes" as string as Entity["table"],
  people: sql`(select uid, name, email from users)`,
  title: "name",
  permissions: { read: "users.read", manage: "tenants.manage" },
  fields: {
    name: { label: "Name", type: "text", isRequired: true, isSearched: true, shown: "list", max: 40 },
    weight: { label: "Weight", type: "count", edit: "never", column: sql`(select r.grams / 10)`, shown: "list" },
  },
} satisfies Entity;

const count = 2300;
let testApp: TestApp;
const admin = signedInAs("admin", "platform", "boss");

beforeAll(async () => {
  testApp = await createTestApp({ entities: [boxes] });
  await testApp.pool.query(`create table boxes (id text primary key, name text not null, grams integer,
    version integer not null default 1, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now())`);
});
beforeEach(async () => {
  await testApp.pool.query("truncate boxes");
  await testApp.pool.query(
    `insert into boxes (id, name, grams) select 'b' || lpad(n::text, 5, '0'), 'Box ' || n,
      case when n % 7 > 0 then (n * 7919) % 1000 end from generate_series(1, $1) n`,
    [count],
  );
});
afterAll(() => testApp.close());

type Box = { id: string; name: string; weight: number | null; version: number };

async function list(query: Record<string, string>): Promise<{ items: Box[]; next: string | null; total: number }> {
  const url = `/api/admin/boxes?${new URLSearchParams({ limit: "100", ...query })}`;
  const response = await testApp.app.inject({ url, headers: admin });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function leafThrough(query: Record<string, string>, between = async (_page: Box[]) => {}): Promise<Box[]> {
  const all: Box[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await list({ ...query, ...(cursor && { cursor }) });
    all.push(...page.items);
    await between(page.items);
    cursor = page.next;
  }
  return all;
}

async function inOrder(dir: "asc" | "desc", where = "true"): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    `select id from boxes where ${where} order by grams / 10 ${dir} nulls last,
      case when grams is null then id end, id ${dir}`,
  );
  return rows.map(({ id }) => id);
}

const listIds = (rows: Box[]) => rows.map(({ id }) => id);

test("pages in an order that no index holds give every row once, beyond those that are remembered too", async () => {
  expect(listIds(await leafThrough({ sort: "weight" }))).toEqual(await inOrder("asc"));
  expect(listIds(await leafThrough({ sort: "-weight" }))).toEqual(await inOrder("desc"));
  expect((await list({ sort: "weight" })).total).toBe(count);
  const rows = await leafThrough({ sort: "-weight", search: "box 1" });
  expect(listIds(rows)).toEqual(await inOrder("desc", "name like '%1%'"));
});

test("rows that are removed while someone leafs through take no others with them", async () => {
  const removed: string[] = [];
  const seen = await leafThrough({ sort: "weight" }, async (page) => {
    if (removed.length >= 6) return;
    // The last row of this page, by which the next one is found, and one that stands somewhere behind it.
    const rest = (await inOrder("asc")).slice((removed.length / 2 + 1) * 100);
    const leaving = [page.at(-1)?.id, rest[10]].filter((id) => id !== undefined);
    removed.push(...leaving);
    await testApp.pool.query("delete from boxes where id = any($1)", [leaving]);
  });
  const ids = listIds(seen);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of await inOrder("asc")) expect(ids, id).toContain(id);
});

test("what is changed through the product shows at once in a list that is remembered", async () => {
  const [first] = (await list({ sort: "weight", search: "box" })).items;
  const response = await testApp.app.inject({
    method: "PATCH",
    url: `/api/admin/boxes/rows/${first?.id}`,
    headers: admin,
    payload: { fields: { name: "Crate" }, version: first?.version },
  });
  expect(response.statusCode, response.body).toBe(200);
  expect((await list({ sort: "weight", search: "box" })).total).toBe(count - 1);
});

test("a row that no longer matches is not shown from what is remembered, whoever has changed it", async () => {
  const before = await list({ sort: "weight", search: "box" });
  const [gone] = before.items;
  await testApp.pool.query("update boxes set name = 'Crate' where id = $1", [gone?.id]);
  const after = await list({ sort: "weight", search: "box" });
  expect(listIds(after.items)).not.toContain(gone?.id);
  expect([before.items.length, after.items.length, after.total]).toEqual([100, 100, count - 1]);
});
