import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";

/** A list that another system serves to those who bring the key. */
let body: string;
let served: number;
let server: Server;
let url: string;
let testApp: TestApp;
const tenantId = "north";
const path = `/api/tenants/${tenantId}/connections/sample`;

beforeAll(async () => {
  server = createServer((request, response) => {
    served++;
    if (request.headers["x-key"] !== "let me in") return void response.writeHead(401).end("{}");
    response.end(body);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sales`;
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: "North",
      aiq_type: "Genesis",
      time_zone: "Asia/Bahrain",
      currency: "USD",
    }),
  );
});
afterAll(async () => {
  await testApp.close();
  server.close();
});
beforeEach(() => {
  served = 0;
  serve([1, 2, 3].map(sale));
});

function serve(rows: object[]) {
  body = JSON.stringify({ sales: rows });
}

const sale = (number: number) => ({
  id: `s${number}`,
  receipt: `r${number}`,
  date: "2026-03-01 10:00",
  qty: "2",
  gross: "10.50",
  shop: { name: "Seef" },
});

const settings = () => ({ url, header: "x-key", prefix: "", paging: "page", pageSize: 25, rows: "/sales" });
const createPayload = (extra: object = {}) => ({
  source: "genesis",
  kind: "rest",
  settings: settings(),
  secret: "let me in",
  ...extra,
});

async function sample(payload: object, headers = signedInAs("admin"), address = path) {
  const response = await testApp.app.inject({ method: "POST", url: address, headers, payload });
  return { status: response.statusCode, body: response.json() };
}

test("a source that is not saved yet shows its columns, what fits them, and its first rows as they would be stored", async () => {
  serve(Array.from({ length: 25 }, (_, number) => sale(number)));
  const { status, body: answer } = await sample(createPayload());
  expect(status, JSON.stringify(answer)).toBe(200);
  expect(answer.problem).toBeNull();
  expect(answer.sample).toMatchObject({ read: 25, mapping: { fact: "sale_lines" } });
  expect(answer.sample.rows).toHaveLength(20);
  expect(answer.sample.columns).toContainEqual({
    name: "/shop/name",
    type: "text",
    samples: ["Seef"],
    filled: 25,
    decimal: null,
    dates: null,
  });
  expect(answer.sample.columns).toContainEqual({
    name: "gross",
    type: "number",
    samples: ["10.50"],
    filled: 25,
    decimal: expect.objectContaining({ style: "point", isSure: true }),
    dates: null,
  });
  expect(answer.sample.mapping.fields).toMatchObject({
    gross_minor: { from: "gross" },
    receipt_key: { from: "receipt" },
  });
  const [first] = answer.sample.rows;
  expect(first).toMatchObject({ line: 1, problems: [], values: { gross: "10.50" } });
  // Ten in the morning of the tenant's own clock.
  expect(first.record).toMatchObject({ gross_minor: 1050, quantity_milli: 2000, sold_at: "2026-03-01T07:00:00.000Z" });
  const tables = answer.sample.tables.map(({ fact }: { fact: string }) => fact);
  expect(tables).toEqual(["sale_lines", "branches", "sales_targets", "ledger_postings", "member_details"]);
  expect(served, "only the first piece is read").toBe(1);
});

test("what someone has chosen stays, an emptied field stays empty, and only the others are filled", async () => {
  const fields = { receipt_key: { from: "id" }, branch: { from: "/shop/name" }, gross_minor: { from: "" } };
  const { body: answer } = await sample(createPayload({ mapping: { fact: "sale_lines", fields } }));
  expect(answer.sample.mapping.fields).toMatchObject({ ...fields, quantity_milli: { from: "qty" } });
  expect(answer.sample.mapping.fields.source_key, "its column is taken").toBeUndefined();
  expect(answer.sample.rows[0].record).toMatchObject({ receipt_key: "s1", branch: "Seef" });
  expect(answer.sample.rows[0].problems).toEqual([{ field: "gross_minor", message: expect.any(String) }]);
});

test("each row tells what is wrong with it", async () => {
  serve([sale(1), { ...sale(2), gross: "a lot" }]);
  const { body: answer } = await sample(createPayload());
  expect(answer.sample.rows[0].problems).toEqual([]);
  expect(answer.sample.rows[1].problems).toEqual([{ field: "gross_minor", message: '"a lot" is not a number.' }]);
});

test("a list without rows is an answer", async () => {
  serve([]);
  const { body: answer } = await sample(createPayload());
  expect(answer).toMatchObject({ problem: null, sample: { read: 0, rows: [], columns: [] } });
});

test("a source that cannot be read says why, and whether someone must mend it", async () => {
  expect((await sample(createPayload({ secret: "wrong" }))).body).toMatchObject({
    sample: null,
    problem: { kind: "config" },
  });
  body = "<html>";
  expect((await sample(createPayload())).body).toMatchObject({
    problem: { kind: "passing", message: "The answer is not JSON." },
  });
  const inside = { ...settings(), url: "http://127.0.0.2:9/" };
  expect((await sample(createPayload({ settings: inside }))).body.problem).toMatchObject({ kind: "config" });
  const { status, body: refused } = await sample(createPayload({ settings: { url: "nowhere" } }));
  expect([status, Object.keys(refused.error.fields)]).toEqual([400, ["settings.url"]]);
});

test("a table that the source cannot fill is refused at its field", async () => {
  const { status, body: refused } = await sample(createPayload({ mapping: { fact: "documents", fields: {} } }));
  expect([status, Object.keys(refused.error.fields)]).toEqual([400, ["mapping.fact"]]);
  expect(served).toBe(0);
});

test("the secret of a stored connection is used where none is given, and nothing is written", async () => {
  const made = await sample(
    { ...createPayload(), name: "Tills" },
    signedInAs("admin"),
    `/api/tenants/${tenantId}/connections`,
  );
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { secret: _, ...without } = createPayload();
  expect((await sample(without)).body.problem).toMatchObject({ kind: "config" });
  expect((await sample({ ...without, connection: made.body.id })).body.sample.read).toBe(3);
  const other = await sample({ ...without, kind: "sql", connection: made.body.id });
  expect([other.status, Object.keys(other.body.error.fields)]).toEqual([400, ["kind"]]);
  const { rows } = await testApp.pool.query(
    "select (select count(*)::int from sale_lines) + (select count(*)::int from source_runs) as n",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("only platform admins read a sample, and only for a tenant that is there", async () => {
  expect((await sample(createPayload(), signedInAs("manager", tenantId))).status).toBe(403);
  expect((await sample(createPayload(), signedInAs("admin"), "/api/tenants/nobody/connections/sample")).status).toBe(
    404,
  );
  expect(served).toBe(0);
});

test("the first rows of a query are shown as they would be stored", async () => {
  const client = new pg.Client({ connectionString: testApp.databaseUrl });
  await client.connect();
  await client.query(
    "create schema shop; create table shop.sales (id int, receipt text, date timestamptz, qty int, gross numeric)",
  );
  await client.query(
    "insert into shop.sales select n, 'r' || n, '2026-03-01T10:00:00Z', 1, 9.5 from generate_series(1, 30) n",
  );
  await client.end();
  const at = new URL(testApp.databaseUrl);
  const place = {
    host: at.hostname,
    port: Number(at.port),
    database: at.pathname.slice(1),
    user: at.username,
    tls: false,
  };
  const sql = (query: string) => ({
    source: "genesis",
    kind: "sql",
    secret: decodeURIComponent(at.password),
    settings: { ...place, query, cursorColumn: "id" },
  });
  const { body: answer } = await sample(sql("select * from shop.sales"));
  expect(answer.sample).toMatchObject({
    read: 30,
    mapping: { fact: "sale_lines", fields: { sold_at: { from: "date" } } },
  });
  expect(answer.sample.rows[0]).toMatchObject({ problems: [], record: { receipt_key: "r1", gross_minor: 950 } });
  expect((await sample(sql("select * from shop.nothing"))).body.problem).toMatchObject({ kind: "config" });
  expect((await sample(sql("select * from shop.sales where false"))).body.sample).toMatchObject({ read: 0, rows: [] });
});
