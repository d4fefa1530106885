import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { SourceProblem } from "../connector.ts";
import type { PlainInput } from "../reading/reading-task.ts";
import { honestQueries, hostileQueries } from "./hostile-queries-for-tests.ts";
import { openClient } from "./open-client.ts";
import { readQuery, testQuery } from "./read-query.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
const reader = `reader_${process.pid}`;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create schema shop; create table shop.goods (id int); insert into shop.goods values (1), (2), (3);
    create sequence shop.numbers; create procedure shop.wipe() language sql as 'delete from shop.goods';
    create function shop.sneak() returns int language plpgsql as $$ begin delete from shop.goods; return 1; end $$`);
});
afterAll(async () => {
  await client.query(`reset role; drop owned by ${reader}; drop role ${reader}`).catch(() => {});
  await client.end();
  await database.drop();
});

function makeInput(query: string, { user, secret }: { user?: string; secret?: string } = {}): PlainInput {
  const url = new URL(database.url);
  return {
    settings: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: user ?? url.username,
      tls: false,
      query,
      cursorColumn: "id",
    },
    secret: secret ?? decodeURIComponent(url.password),
    cursor: null,
    innerHosts: [url.hostname],
  };
}

/** Everything that a trick could have changed, in one text. */
async function readState(): Promise<string> {
  const { rows } = await client.query(`select (select array_agg(id order by id) from shop.goods)::text as goods,
    (select last_value::text || is_called::text from shop.numbers) as numbers,
    (select string_agg(oid::text, ',' order by oid) from pg_class where relkind in ('r', 'S', 'v')) as relations,
    (select count(*)::text from pg_largeobject_metadata) as objects,
    (select count(*)::text from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())) as locks`);
  return JSON.stringify(rows[0]);
}

async function readAll(query: string): Promise<number> {
  let rows = 0;
  for await (const batch of readQuery(makeInput(query))) rows += batch.rows.length;
  return rows;
}

test.each(hostileQueries)("%j is refused at the connector, and nothing is changed", async (query) => {
  const before = await readState();
  await expect(readAll(query)).rejects.toBeInstanceOf(SourceProblem);
  await expect(testQuery(makeInput(query))).rejects.toBeInstanceOf(SourceProblem);
  expect(await readState()).toBe(before);
});

/** Without the look at the text: what holds is the transaction, and the protocol that takes one statement. */
async function runBare(text: string): Promise<void> {
  const bare = await openClient(makeInput("select 1 as id"));
  try {
    await bare.query(text.replaceAll("\0", ""));
  } finally {
    await bare.close();
  }
}

const waits = /pg_sleep|terminate|cancel|reload|advisory|copy|large|lo_|lowrite|notify/;

test.each(hostileQueries.filter((query) => !waits.test(query) && query.includes("select")))(
  "%j writes nothing even where its text is not looked at",
  async (query) => {
    const before = await readState();
    await runBare(`select * from (${query}\n) source limit 0`).catch(() => {});
    await runBare(`declare thief no scroll cursor for select * from (${query}\n) source`).catch(() => {});
    if (!/^(commit|rollback)/.test(query)) await runBare(query).catch(() => {});
    expect(await readState()).toBe(before);
  },
);

test("a function of their own that writes is stopped by the transaction", async () => {
  const before = await readState();
  await expect(readAll("select shop.sneak() as id")).rejects.toMatchObject({ kind: "config" });
  expect(await readState()).toBe(before);
});

test.each(honestQueries)("%j is read", async (query) => {
  const named = query.startsWith("values") ? "select column1 as id from (values (1), (2)) v" : query;
  expect(await readAll(named)).toBeGreaterThan(0);
});

test("the test warns of a user that can write, and of one that can only read it does not", async () => {
  const query = "select id from shop.goods";
  const { rows } = await client.query("select rolsuper from pg_roles where rolname = current_user");
  expect((await testQuery(makeInput(query))).warning).toMatch(rows[0].rolsuper ? /it is a superuser/ : /it owns /);
  await client.query(`create role ${reader} login password 'to read'; grant usage on schema shop to ${reader};
    grant select on shop.goods to ${reader}; revoke create on schema public from public`);
  const own = makeInput(query, { user: reader, secret: "to read" });
  expect(await testQuery(own)).toEqual({ message: "The query can be read; it has 1 columns.", warning: null });
  const warned = async (grant: string, revoke: string) => {
    await client.query(grant);
    const { warning } = await testQuery(own);
    await client.query(revoke);
    return warning;
  };
  const words = (reason: string) => `The user "${reader}" can write: ${reason}. Use one that can only read.`;
  const { rows: names } = await client.query("select current_database() as name");
  expect(await warned(`grant delete on shop.goods to ${reader}`, `revoke delete on shop.goods from ${reader}`)).toBe(
    words("it can change rows of shop.goods"),
  );
  expect(
    await warned(`grant update (id) on shop.goods to ${reader}`, `revoke update (id) on shop.goods from ${reader}`),
  ).toBe(words("it can change rows of shop.goods"));
  expect(await warned(`grant create on schema shop to ${reader}`, `revoke create on schema shop from ${reader}`)).toBe(
    words("it can create tables in the schema shop"),
  );
  expect(
    await warned(
      `grant create on database "${names[0].name}" to ${reader}`,
      `revoke create on database "${names[0].name}" from ${reader}`,
    ),
  ).toBe(words(`it can create schemas in the database ${names[0].name}`));
});
