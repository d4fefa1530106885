import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../testing/until.ts";
import { type ImportFixture, manager, openImportFixture, tenantId } from "../imports/import-fixture-for-tests.ts";

let fixture: ImportFixture;
let server: Server;
let url: string;
/** What another system serves. */
let served: object[] = [];
beforeAll(async () => {
  server = createServer((_request, response) => void response.end(JSON.stringify(served))).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  fixture = await openImportFixture();
});
afterAll(async () => {
  await fixture.close();
  server.close();
});

const computed = [
  { name: "Key", expression: '[Invoice] & "/" & [Code]' },
  { name: "Amount", expression: "[Price] * [Quantity]" },
  { name: "Paid", expression: "addMinutes([Date], [Minutes])" },
  { name: "Return", expression: 'startsWith([Invoice], "kC")' },
  { name: "Shop", expression: 'lookup([Country], "UK", "London", "FR", "Paris")' },
];
const mapping = {
  fact: "sale_lines",
  fields: {
    source_key: { from: "Key" },
    receipt_key: { from: "Invoice" },
    sold_at: { from: "Paid" },
    quantity_milli: { from: "Quantity" },
    gross_minor: { from: "Amount" },
    is_return: { from: "Return" },
    branch: { from: "Shop", isRequired: true, newNames: "take" },
  },
  signs: "negative",
  computed,
};
const header = "Invoice,Code,Quantity,Price,Date,Minutes,Country";

function toFile(...lines: string[]): string {
  return [header, ...lines, ""].join("\n");
}

function withExpression(expression: string) {
  return { ...mapping, computed: [...computed, { name: "New", expression }] };
}

const query = (value: object) => ({ mapping: JSON.stringify(value) });

test("a file is stored with an amount, a time and a key that are computed, and a row that cannot be computed says why", async () => {
  const run = await fixture.take(
    toFile(
      "k1,A,6,2.55,12/13/2010 08:26,90,UK",
      "kC2,B,-1,0.1,12/01/2010 08:26,0,FR",
      "k3,A,abc,2.55,12/01/2010 08:26,1,UK",
      "k4,A,,2.55,12/01/2010 08:26,1,UK",
      "k5,A,1,2.55,12/01/2010 08:26,1,US",
      "k6,A,3,0.1,12/02/2010 08:26,1,FR",
    ),
    query(mapping),
  );
  expect(run).toMatchObject({ state: "done", rows: { read: 6, written: 3, rejected: 3 } });
  expect(await fixture.stored("k")).toEqual([
    // The days of the column are month first, as the first row shows.
    { source_key: "k1/A", gross_minor: 1530, sold_at: new Date("2010-12-13T06:56:00.000Z") },
    { source_key: "k6/A", gross_minor: 30, sold_at: new Date("2010-12-02T05:27:00.000Z") },
    { source_key: "kC2/B", gross_minor: 10, sold_at: new Date("2010-12-01T05:26:00.000Z") },
  ]);
  expect(await fixture.listRejects(run)).toEqual([
    'line 4: "abc" is not a number. Amount: "abc" in the column "Quantity" is not a number.',
    'line 5: Quantity is empty; the column is "Quantity". Gross is empty; the column is "Amount".',
    'line 6: Shop: "US" is not in the list of lookup.',
  ]);
});

test("an amount that is computed in another currency is rejected, unless its row says that currency", async () => {
  const file = toFile("e1,A,6,EUR 2.55,2010-12-01 08:26,0,UK", "e2,A,6,$2.55,2010-12-01 08:26,0,UK");
  const run = await fixture.take(file, query(mapping));
  expect(run.rows).toMatchObject({ read: 2, written: 1, rejected: 1 });
  expect(await fixture.listRejects(run)).toEqual([
    'line 2: "EUR 15.3" is not in USD. Map a column to the currency of each row.',
  ]);
  const code = { name: "Code of price", expression: 'if(startsWith([Price], "EUR"), "EUR", "USD")' };
  const fields = { ...mapping.fields, currency: { from: "Code of price" } };
  const own = await fixture.take(file, query({ ...mapping, fields, computed: [...computed, code] }));
  expect(own.rows).toMatchObject({ read: 2, written: 1, unchanged: 1, rejected: 0 });
  expect(await fixture.stored("e1")).toMatchObject([{ source_key: "e1/A", gross_minor: 1530 }]);
});

test("the same file again changes nothing, and rejected rows are replayed with the expressions of today", async () => {
  const file = toFile("p1,A,6,2.55,12/13/2010 08:26,90,UK", "p2,A,2,2.55,12/02/2010 08:26,0,US");
  const run = await fixture.take(file, query(mapping));
  expect(run.rows).toMatchObject({ read: 2, written: 1, rejected: 1 });
  expect((await fixture.take(file, query(mapping))).rows).toMatchObject({ written: 0, unchanged: 1, rejected: 1 });
  const path = `/api/tenants/${tenantId}/connections/${run.connection}`;
  const { body: connection } = await fixture.call("GET", path);
  const shops = computed.map((column) =>
    column.name === "Shop" ? { ...column, expression: 'lookup([Country], "UK", "London", "Elsewhere")' } : column,
  );
  const changed = { version: connection.version, mapping: { ...mapping, computed: shops } };
  expect((await fixture.call("PATCH", path, changed)).status).toBe(200);
  const { body: replay } = await fixture.call("POST", `${path}/rejects/replay`, {});
  await until(async () => (await fixture.call("GET", `${path}/runs/${replay.id}`)).body.state === "done");
  expect(await fixture.stored("p2")).toEqual([
    { source_key: "p2/A", gross_minor: 510, sold_at: new Date("2010-12-02T05:26:00.000Z") },
  ]);
});

test("a preview shows computed columns as columns, the whole file is counted with them, and a field may name them", async () => {
  const { body: draft } = await fixture.send(toFile("v1,A,6,2.55,2010-12-01 08:26,90,UK", "v2,A,x,1,2010-12-01,0,UK"), {
    ...query(mapping),
    draft: "1",
  });
  const path = `/api/tenants/${tenantId}/imports/${draft.run.id}/preview`;
  const { body: preview } = await fixture.call("POST", path, { mapping, isDryRun: true }, manager);
  expect(preview.columns).toContainEqual(
    expect.objectContaining({ name: "Amount", type: "number", samples: ["15.3"] }),
  );
  expect(preview.rows[0]).toMatchObject({ values: { Price: "2.55", Amount: "15.3", Key: "v1/A" }, problems: [] });
  expect(preview.rows[0].record).toMatchObject({ gross_minor: 1530, branch: "London", is_return: false });
  expect(preview.counts).toMatchObject({ read: 2, written: 1, rejected: 1 });
  const { body: other } = await fixture.call(
    "POST",
    path,
    { mapping: { ...mapping, fact: "branches", fields: {} } },
    manager,
  );
  expect(other.mapping).toMatchObject({ fact: "branches", computed });
});

test.each([
  ["[Nonsense] * 2", 'New, character 1: There is no column "Nonsense".'],
  ["[Price] * ", "New, character 11: A value is missing at the end."],
  [
    '[Price] * "x"',
    "New, character 11: A number is needed here, and this is a text. Use number(…) where the text is one.",
  ],
])("a file with the wrong expression %s is refused at its column and place", async (expression, message) => {
  const { status, body } = await fixture.send(
    toFile("w1,A,6,2.55,2010-12-01,90,UK"),
    query(withExpression(expression)),
  );
  expect([status, body.error.kind]).toEqual([400, "invalid_input"]);
  expect(body.error.fields).toEqual({ "mapping.computed.5.expression": message });
});

test("a computed column that the next file cannot fill is left out with the fields that it filled", async () => {
  await fixture.take(toFile("n1,A,6,2.55,2010-12-01,0,UK"), query(mapping));
  const { body: draft } = await fixture.send("Invoice,Code,Quantity,Price,Date,Minutes\nn2,A,1,1,2010-12-01,0\n", {
    draft: "1",
  });
  const path = `/api/tenants/${tenantId}/imports/${draft.run.id}/preview`;
  const { body: preview } = await fixture.call("POST", path, {}, manager);
  expect(preview.mapping.computed).toEqual(computed.slice(0, 4));
  expect(preview.mapping.fields).not.toHaveProperty("branch");
  expect(preview.mapping.fields).toMatchObject({ gross_minor: { from: "Amount" } });
});

const connections = `/api/tenants/${tenantId}/connections`;
const rest = () => ({ source: "genesis", kind: "rest", settings: { url } });

test("a list of another system is sampled and stored through the same columns", async () => {
  served = [
    { Invoice: "r1", Code: "A", Quantity: 6, Price: "2.55", Date: "2010-12-01T08:26:00Z", Minutes: 90, Country: "UK" },
    { Invoice: "r2", Code: "B", Quantity: 1, Price: 0.1, Date: "2010-12-01T08:26:00Z", Minutes: 0, Country: "FR" },
  ];
  const { body: sampled } = await fixture.call("POST", `${connections}/sample`, { ...rest(), mapping });
  expect(sampled.sample.mapping.computed).toEqual(computed);
  expect(sampled.sample.columns).toContainEqual(
    expect.objectContaining({ name: "Amount", type: "number", samples: ["15.3", "0.1"] }),
  );
  expect(sampled.sample.rows[0].values).toMatchObject({ Minutes: "90", Amount: "15.3" });
  const { body: made } = await fixture.call("POST", connections, { ...rest(), name: "Tills", mapping });
  const path = `${connections}/${made.id}`;
  const { body: run } = await fixture.call("POST", `${path}/runs`, {});
  await until(async () => (await fixture.call("GET", `${path}/runs/${run.id}`)).body.state === "done");
  expect(await fixture.stored("r")).toEqual([
    { source_key: "r1/A", gross_minor: 1530, sold_at: new Date("2010-12-01T09:56:00.000Z") },
    { source_key: "r2/B", gross_minor: 10, sold_at: new Date("2010-12-01T08:26:00.000Z") },
  ]);
  const changed = computed.map((column) => {
    return column.name === "Key" ? { name: "Key", expression: "[Invoice]" } : column;
  });
  const others = changed.map((column) => {
    return column.name === "Amount" ? { name: "Amount", expression: "round([Price] * [Quantity], 1)" } : column;
  });
  const { body: impact } = await fixture.call("POST", `${path}/impact`, { mapping: { ...mapping, computed: others } });
  expect(impact).toMatchObject({ hasOtherKeys: true });
  expect(impact.fields).toMatchObject([
    {
      field: "gross_minor",
      change: "changed",
      before: "the computed column “Amount”, [Price] * [Quantity]",
      after: "the computed column “Amount”, round([Price] * [Quantity], 1)",
    },
  ]);
});

test("a connection with a wrong expression is neither sampled, judged nor stored", async () => {
  const wrong = withExpression("rund([Price])");
  const field = { "mapping.computed.5.expression": "New, character 1: There is no function rund. Did you mean round?" };
  for (const [path, payload] of [
    [`${connections}/sample`, { ...rest(), mapping: wrong }],
    [connections, { ...rest(), name: "Wrong", mapping: wrong }],
  ] as const) {
    const { status, body } = await fixture.call("POST", path, payload);
    expect([status, body.error.fields]).toEqual([400, field]);
  }
});
