import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { sourcesJobs } from "../create-sources.ts";

/** What another system serves. */
let rows: object[] = [];
let server: Server;
let url: string;
let testApp: TestApp;
const tenantId = "north";
const base = `/api/tenants/${tenantId}/connections`;

beforeAll(async () => {
  server = createServer((_request, response) => void response.end(JSON.stringify(rows))).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  testApp = await createTestApp();
  await testApp.startJobs(sourcesJobs(testApp.sources));
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

async function call(method: "GET" | "POST" | "PATCH", path: string, payload?: object, headers = signedInAs("admin")) {
  const response = await testApp.app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);

const sale = (number: number, extra: object = {}) => ({
  id: `s${number}`,
  receipt: `r${number}`,
  date: "2026-03-01T10:00:00Z",
  qty: 1,
  gross: "10.00",
  ...extra,
});
const fields = {
  source_key: { from: "id" },
  receipt_key: { from: "receipt" },
  sold_at: { from: "date" },
  quantity_milli: { from: "qty" },
  gross_minor: { from: "gross" },
  branch: { from: "shop", newNames: "take" },
};
const mapping = { fact: "sale_lines", fields };

/** A connection whose rows have been read to the end. */
async function connect(mappingInput: object, extra: object = {}) {
  const payload = {
    source: "genesis",
    kind: "rest",
    name: "Tills",
    settings: { url },
    mapping: mappingInput,
    ...extra,
  };
  const { status, body } = await call("POST", base, payload);
  expect(status, JSON.stringify(body)).toBe(201);
  const path = `${base}/${body.id}`;
  const run = await call("POST", `${path}/runs`, {});
  await until(async () => (await call("GET", `${path}/runs/${run.body.id}`)).body.endedAt !== null);
  return path;
}

const findImpact = async (path: string, mappingInput: object) => {
  const { status, body } = await call("POST", `${path}/impact`, { mapping: mappingInput });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

test("the rows that say a name now are counted for each value that will be called otherwise", async () => {
  rows = [
    ...[1, 2, 3].map((number) => sale(number, { shop: "Seef Mall" })),
    ...[4, 5].map((number) => sale(number, { shop: "RFA" })),
    sale(6, { shop: "City" }),
  ];
  const before = { ...mapping, fields: { ...fields, branch: { from: "shop", values: { RFA: "Riffa", CTY: "City" } } } };
  const path = await connect(before);
  const values = { "Seef Mall": "Seef", RFA: "Riffa Hub" };
  const impact = await findImpact(path, { ...mapping, fields: { ...fields, branch: { from: "shop", values } } });
  const line = { field: "branch", label: "Branch" };
  expect(impact.values).toEqual([
    { ...line, value: "Seef Mall", before: "Seef Mall", after: "Seef", rows: 3, movesAll: true },
    { ...line, value: "RFA", before: "Riffa", after: "Riffa Hub", rows: 2, movesAll: false },
    { ...line, value: "CTY", before: "City", after: "CTY", rows: 1, movesAll: false },
  ]);
  expect(impact).toMatchObject({ table: { fact: "sale_lines", rows: 6 }, left: [], fields: [], hasOtherKeys: false });
  expect(impact.reports).toContainEqual({ id: "genesis-report", title: expect.any(String) });
  expect(impact.reports.map(({ id }: { id: string }) => id)).not.toContain("docman-report");
});

test("fields that are filled no longer, anew or otherwise tell how many rows hold a value now", async () => {
  rows = [sale(1, { shop: "Seef", cashier: "Huda" }), sale(2, { shop: "Seef" }), sale(3)];
  const path = await connect(mapping);
  const { branch: _, ...others } = fields;
  const impact = await findImpact(path, {
    ...mapping,
    fields: { ...others, salesperson: { from: "cashier" }, gross_minor: { from: "net" } },
  });
  expect(impact.fields).toEqual([
    { field: "branch", label: "Branch", change: "emptied", before: "the column “shop”", after: null, rows: 2 },
    {
      field: "salesperson",
      label: "Salesperson",
      change: "filled",
      before: null,
      after: "the column “cashier”",
      rows: 0,
    },
    {
      field: "gross_minor",
      label: "Gross",
      change: "changed",
      rows: 3,
      before: "the column “gross”",
      after: "the column “net”",
    },
  ]);
});

test("another key means that rows come in a second time, and another table that rows stay behind", async () => {
  rows = [1, 2].map((number) => sale(number, { shop: "Seef" }));
  const path = await connect(mapping);
  const { source_key: _, ...keyless } = fields;
  expect(await findImpact(path, { ...mapping, fields: keyless })).toMatchObject({ hasOtherKeys: true });
  const moved = await findImpact(path, { fact: "sales_targets", fields: { day: { from: "date" } } });
  expect(moved).toMatchObject({ table: { fact: "sales_targets", rows: 0 }, hasOtherKeys: false, fields: [] });
  expect(moved.left).toEqual([{ fact: "sale_lines", label: "Sales", rows: 2 }]);
});

test("where columns were matched by their names, the stored rows tell what was filled", async () => {
  rows = [sale(1, { branch: "Riffa" }), sale(2, { branch: "Riffa" })];
  const path = await connect({});
  const impact = await findImpact(path, { ...mapping, fields: { ...fields, branch: { from: "", constant: "" } } });
  expect(impact.fields).toEqual([
    { field: "branch", label: "Branch", change: "emptied", before: null, after: null, rows: 2 },
  ]);
  expect(impact.hasOtherKeys).toBe(false);
  const { source_key: _, ...keyless } = fields;
  expect((await findImpact(path, { ...mapping, fields: keyless })).hasOtherKeys).toBe(true);
  expect(await findImpact(path, {})).toMatchObject({
    table: null,
    left: [{ fact: "sale_lines", rows: 2 }],
    values: [],
  });
});

test("open rejects that the mapping would take in are counted, and none of them is touched", async () => {
  const movement = { id: "m1", product: "Tea", date: "2026-03-01T10:00:00Z", qty: 1, value: 2, site: "Main" };
  rows = [
    { ...movement, type: "IN" },
    { ...movement, id: "m2", type: "??" },
    { ...movement, id: "m3", type: "IN", qty: "x" },
  ];
  const path = await connect(
    {
      fact: "stock_movements",
      fields: {
        source_key: { from: "id" },
        product: { from: "product" },
        warehouse: { from: "site" },
        moved_at: { from: "date" },
        quantity_milli: { from: "qty" },
        value_minor: { from: "value" },
        movement_type: { from: "type" },
      },
    },
    { source: "warehouse" },
  );
  const stored = (await call("GET", path)).body;
  expect(stored.openRejects).toBe(3);
  const { movement_type, ...others } = stored.mapping.fields;
  const next = {
    fact: "stock_movements",
    fields: { ...others, movement_type: { ...movement_type, values: { IN: "Receipt" } } },
  };
  const impact = await findImpact(path, next);
  expect(impact.rejects).toEqual({ open: 3, tried: 3, taken: 1 });
  expect(impact.values).toEqual([
    {
      field: "movement_type",
      label: "Movement type",
      value: "IN",
      before: null,
      after: "Receipt",
      rows: 0,
      movesAll: true,
    },
  ]);
  expect((await call("GET", path)).body.openRejects).toBe(3);
});

test("a delivery account tells its depots, reasons and custom fields", async () => {
  const { body } = await call("POST", base, {
    source: "tookan",
    kind: "tookan",
    name: "Account",
    secret: "key",
    mapping: { codDue: "COD" },
  });
  const task = (number: number, extra: object) => ({
    source_key: `t${number}`,
    status: "Delivered",
    created_at: "2026-03-01T10:00:00Z",
    cod_due_minor: 500,
    ...extra,
  });
  await inTenant((context) =>
    ingestFacts(context, {
      fact: "delivery_tasks",
      source: body.id,
      records: [task(1, { depot: "North team" }), task(2, { depot: "North team" }), task(3, { zone: "Old town" })],
    }),
  );
  const impact = await findImpact(`${base}/${body.id}`, { depots: { "North team": "North", "Old town": "Town" } });
  expect(
    impact.values.map(({ field, after, rows: counted }: Record<string, unknown>) => [field, after, counted]),
  ).toEqual([
    ["depot", "North", 2],
    ["zone", "Town", 1],
  ]);
  expect(impact.fields).toEqual([
    {
      field: "cod_due_minor",
      label: "Cod due",
      change: "emptied",
      rows: 3,
      before: "the custom field “COD”",
      after: null,
    },
  ]);
  expect(impact).toMatchObject({ rejects: null, hasOtherKeys: false, table: { fact: "delivery_tasks", rows: 3 } });
});

test("a mapping that is not right is refused at its field, and others' connections are not there", async () => {
  rows = [];
  const path = await connect(mapping);
  const wrong = await call("POST", `${path}/impact`, { mapping: { fact: "documents", fields: {} } });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ["mapping.fact"]]);
  const elsewhere = path.replace(tenantId, "south");
  expect((await call("POST", `${elsewhere}/impact`, { mapping })).status).toBe(404);
  expect((await call("POST", `${path}/impact`, { mapping }, signedInAs("manager", tenantId))).status).toBe(403);
});
