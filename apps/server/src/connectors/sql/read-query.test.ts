import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import type { RawRow } from "../connector.ts";
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

function makeInput(settings: object = {}, cursor: PlainInput["cursor"] = null): PlainInput {
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
  const { rows, cursor } = await readAll(makeInput());
  expect(new Set(rows.map(({ values }) => values.id)).size).toBe(5000);
  expect(rows).toHaveLength(5000);
  await client.query("insert into shop.sales values (9000, '2026-02-01', null)");
  const later = await readAll(makeInput({}, cursor));
  expect(later.rows.map(({ values }) => values)).toEqual([
    { id: "9000", changed_at: expect.stringContaining("2026-02-01") },
  ]);
});

test("what someone must mend is told apart from what passes", async () => {
  await expect(testQuery(makeInput({ query: "select 1 as one" }))).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery(makeInput({ query: "select nothing" }))).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery({ ...makeInput(), secret: "wrong" })).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery({ ...makeInput(), innerHosts: [] })).rejects.toMatchObject({ kind: "config" });
  await expect(testQuery(makeInput({ port: 1 }))).rejects.toMatchObject({ kind: "passing" });
  expect((await testQuery(makeInput())).message).toBe("The query can be read; it has 3 columns.");
});

test("rows of 2.5 MB are refused by their length, before they have come", async () => {
  const wide = "select n as changed_at, repeat('x', 2500000) as wide from generate_series(1, 100) n";
  await expect(readAll(makeInput({ query: wide }))).rejects.toMatchObject({
    kind: "config",
    message: "A row of the query is larger than 1 MB. Leave out its large columns, or cut them with left(…).",
  });
  const cell = "select n as changed_at, repeat('x', 200000) as wide from generate_series(1, 100) n";
  await expect(readAll(makeInput({ query: cell }))).rejects.toMatchObject({
    kind: "config",
    message: expect.stringContaining('"wide" holds a value of more than 100,000 characters'),
  });
});

test("large rows come in small pieces, and after a piece in the midst of a page none is left out", async () => {
  const wide = `select n as id, n / 30 as changed_at, ${[1, 2, 3].map((n) => `repeat('x', 90000) as w${n}`).join(", ")}
    from generate_series(1, 60) n`;
  const pieces: { keys: string[]; size: number; cursor: PlainInput["cursor"] }[] = [];
  for await (const { rows, cursor } of readQuery(makeInput({ query: wide }))) {
    const size = rows.reduce((sum, { values }) => sum + Object.values(values).join("").length, 0);
    pieces.push({ keys: rows.map(({ values }) => values.id ?? ""), size, cursor });
  }
  const keys = pieces.flatMap((piece) => piece.keys);
  expect([keys.length, new Set(keys).size]).toEqual([60, 60]);
  expect(pieces.length).toBeGreaterThan(3);
  expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThan(5 * 1024 ** 2);
  for (const [place, { cursor }] of pieces.entries()) {
    const before = pieces.slice(0, place + 1).flatMap((piece) => piece.keys);
    const { rows } = await readAll(makeInput({ query: wide }, cursor));
    expect(new Set([...before, ...rows.map(({ values }) => values.id)]).size).toBe(60);
  }
});

test("a server that only seems to be a database fills no memory", async () => {
  const message = (letter: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(letter), length, body]);
  };
  const ready = message("Z", Buffer.from("I"));
  let sent = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", Buffer.alloc(4)), ready]));
      socket.once("data", () => {
        // A row of two gigabytes is announced, and as much of it sent as is taken.
        socket.write(Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff]));
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) sent += 65_536;
        };
        socket.on("drain", more);
        more();
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const input = makeInput({ port, host: "127.0.0.1" });
  const failure = expect(testQuery({ ...input, innerHosts: ["127.0.0.1"] })).rejects;
  await failure.toMatchObject({ kind: "config", message: expect.stringContaining("larger than 1 MB") });
  expect(sent).toBeLessThan(32 * 1024 ** 2);
  server.close();
});
