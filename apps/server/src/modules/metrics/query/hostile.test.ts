import { errorBody } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";

const tenantId = "hostile";
const bobby = "Robert'); drop table delivery_tasks;--";
const oddNames = [
  bobby,
  `"quoted" \\ 'name' $1 ; % _`,
  "Zoë Łukasz 王小明",
  "🚚💨 Fast 👨‍👩‍👧",
  "سائق \u202Eright to left",
  "{{7*7}} $(id) <b>&amp;</b>",
];
let testApp: TestApp;
let slowest = { ms: 0, what: "" };

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const records = [...oddNames, "Plain Name"].flatMap((driver, index) =>
    Array.from({ length: index + 1 }, (_, number) => ({
      source_key: `${index}-${number}`,
      status: "Delivered",
      driver,
      order_reference: `for ${driver}`,
      created_at: "2026-03-10T10:00:00Z",
      completed_at: "2026-03-10T11:00:00Z",
      distance_metres: number,
    })),
  );
  const outcome = await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
  );
  expect(outcome.rejected).toEqual([]);
});
afterAll(async () => {
  console.info(`The slowest hostile call took ${Math.round(slowest.ms)} ms: ${slowest.what.slice(0, 120)}`);
  await testApp.close();
});

async function send(method: "GET" | "POST", url: string, payload?: string) {
  const start = performance.now();
  const response = await testApp.app.inject({
    method,
    url,
    ...(payload !== undefined && { payload }),
    headers: {
      ...signedInAs("manager", tenantId),
      ...(payload !== undefined && { "content-type": "application/json" }),
    },
  });
  const ms = performance.now() - start;
  if (ms > slowest.ms) slowest = { ms, what: `${url} ${payload ?? ""}` };
  return { status: response.statusCode, body: JSON.parse(response.body) };
}

const query = (question: object) => send("POST", "/api/metrics/query", JSON.stringify(question));
const rows = (question: object) => send("POST", "/api/metrics/rows", JSON.stringify(question));
const toCursor = (...index: unknown[]) => Buffer.from(JSON.stringify(index)).toString("base64url");

const injection = "x' or 1=1; drop table delivery_tasks; --";
const base = { metrics: ["delivery_count"], time: { from: "2026-03-01", to: "2026-03-19" } };
const rowBase = { metric: "delivery_count", time: base.time };
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** What is sent, and the field that the answer must name. */
type Attack = [words: string, field: string, sent: object];

const queryAttacks: Attack[] = [
  ["SQL as a metric", "metrics", { ...base, metrics: [injection] }],
  ["a property of all objects as a metric", "metrics", { ...base, metrics: ["constructor"] }],
  ["SQL as a dimension", "dimensions", { ...base, dimensions: [injection] }],
  ["a property of all objects as a dimension", "dimensions", { ...base, dimensions: ["__proto__"] }],
  ["SQL as a filter's field", "filters.0.field", { ...base, filters: [{ field: injection, values: ["a"] }] }],
  ["SQL as an operator", "filters.0.op", { ...base, filters: [{ field: "driver", op: injection, values: ["a"] }] }],
  ["SQL as a member", "filters.0.values", { ...base, filters: [{ field: "driver", values: [injection] }] }],
  [
    "SQL as a fixed member",
    "filters.0.values",
    { ...base, filters: [{ field: "delivery_status", values: [injection] }] },
  ],
  ["SQL to sort by", "sort.0.by", { ...base, sort: [{ by: injection }] }],
  ["SQL as a direction", "sort.0.dir", { ...base, sort: [{ by: "delivery_count", dir: injection }] }],
  ["SQL as a comparison", "having.0.op", { ...base, having: [{ metric: "delivery_count", op: injection, value: 1 }] }],
  ["SQL as a metric to compare", "metrics", { ...base, having: [{ metric: injection, op: "<", value: 1 }] }],
  ["SQL as a day", "time", { ...base, time: { from: injection, to: "2026-03-19" } }],
  ["SQL as a unit", "time", { ...base, time: { ...base.time, unit: injection } }],
  ["SQL as a grain", "grain", { ...base, grain: injection }],
  ["SQL as a comparison's type", "compare", { ...base, compare: { type: injection } }],
  [
    "SQL as a group",
    "limitPer",
    { ...base, dimensions: ["driver", "depot"], limitPer: { dimension: injection, limit: 1 } },
  ],
  ["10 000 members", "filters.0.values", { ...base, filters: [{ field: "driver", values: many(10_000, "m") }] }],
  [
    "a member of a million characters",
    "filters.0.values.0",
    { ...base, filters: [{ field: "driver", values: ["x".repeat(900_000)] }] },
  ],
  ["1 000 dimensions", "dimensions", { ...base, dimensions: many(1000, "d") }],
  ["1 000 metrics", "metrics", { ...base, metrics: many(1000, "m") }],
  ["1 000 filters", "filters", { ...base, filters: many(1000, "f").map((field) => ({ field, values: ["a"] })) }],
  ["10 000 years", "time", { ...base, time: { from: "0001-01-01", to: "9999-12-31" } }],
  ["300 years", "time", { ...base, time: { from: "1900-01-01", to: "2199-12-31" } }],
  ["years by the hour", "grain", { ...base, time: { from: "2000-01-01", to: "2026-01-01" }, grain: "hour" }],
  ["a range that ends before it begins", "time.to", { ...base, time: { from: "2026-03-19", to: "2026-03-01" } }],
  ["a range without a day", "time.to", { ...base, time: { from: "2026-03-18", to: "2026-03-18" } }],
  ["a range in the future", "time.from", { ...base, time: { from: "2027-01-01", to: "2027-02-01" } }],
  ["30 February", "time", { ...base, time: { from: "2026-02-01", to: "2026-02-30" } }],
  ["30 February as a moment", "time", { metrics: ["stock_value"], time: { asOf: "2026-02-30" } }],
  ["a NUL in a metric", "metrics", { ...base, metrics: ["delivery_count\0"] }],
  ["a NUL in a member", "filters.0.values", { ...base, filters: [{ field: "driver", values: ["a\0b"] }] }],
  ["a NUL in a sort", "sort.0.by", { ...base, sort: [{ by: "delivery_count\0" }] }],
  ["half a character in a member", "filters.0.values", { ...base, filters: [{ field: "driver", values: ["\ud800"] }] }],
  ["a huge limit", "limit", { ...base, limit: 1e15 }],
  ["a negative limit", "limit", { ...base, limit: -1 }],
  ["half a limit", "limit", { ...base, limit: 1.5 }],
  ["a limit as text", "limit", { ...base, limit: "10; drop table x" }],
  ["a huge limit per group", "limitPer", { ...base, dimensions: ["driver", "depot"], limitPer: 1e9 }],
  ["an unknown key", "tenantId", { ...base, tenantId: "other" }],
  ["an unknown key inside", "time", { ...base, time: { ...base.time, zone: "UTC" } }],
  ["nothing", "metrics", {}],
  ["objects instead of arrays", "metrics", { ...base, metrics: { 0: "delivery_count" } }],
  ["arrays instead of objects", "time", { ...base, time: [base.time] }],
  ["arrays instead of texts", "metrics.0", { ...base, metrics: [["delivery_count"]] }],
  ["null instead of a list", "filters", { ...base, filters: null }],
];

const rowAttacks: Attack[] = [
  ["SQL as a metric", "metric", { ...rowBase, metric: injection }],
  ["SQL to sort by", "sort.by", { ...rowBase, sort: { by: injection } }],
  ["SQL as a cursor", "cursor", { ...rowBase, cursor: injection }],
  ["a cursor of something else", "cursor", { ...rowBase, cursor: toCursor({ a: 1 }) }],
  ["a cursor whose value is no day", "cursor", { ...rowBase, cursor: toCursor("tests/1", injection) }],
  [
    "a cursor whose value is no number",
    "cursor",
    { ...rowBase, sort: { by: "distance_metres" }, cursor: toCursor("k", "x") },
  ],
  [
    "a cursor of another order",
    "cursor",
    { ...rowBase, sort: { by: "attempts" }, cursor: toCursor("k", "2026-03-01") },
  ],
  ["a cursor with a NUL", "cursor", { ...rowBase, cursor: toCursor("a\0", null) }],
  ["a NUL in the search", "search", { ...rowBase, search: "a\0" }],
  ["a search of a million characters", "search", { ...rowBase, search: "x".repeat(900_000) }],
  ["a huge limit", "limit", { ...rowBase, limit: 1e9 }],
  ["a negative limit", "limit", { ...rowBase, limit: -1 }],
  ["SQL as a member", "filters.0.values", { ...rowBase, filters: [{ field: "driver", values: [injection] }] }],
  ["an unknown key", "tenant_id", { ...rowBase, tenant_id: "other" }],
];

function expectRefusal({ status, body }: { status: number; body: unknown }, field: string): void {
  expect(JSON.stringify(body).slice(0, 300)).toContain("error");
  const { error } = errorBody.strict().parse(body);
  expect([status, error.kind], error.message).toEqual([400, "invalid_input"]);
  const fields = Object.keys(error.fields ?? {});
  expect(
    fields.some((name) => name === field || name.startsWith(`${field}.`)),
    `${fields} names ${field}`,
  ).toBe(true);
  expect(error.message.length).toBeLessThan(1000);
}

test.each(queryAttacks)("a question with %s is refused by the name of its field", async (_words, field, sent) => {
  expectRefusal(await query(sent), field);
});

test.each(rowAttacks)("rows asked with %s are refused by the name of the field", async (_words, field, sent) => {
  expectRefusal(await rows(sent), field);
});

test.each([
  ["SQL as a dimension", "dimension", `dimension=${encodeURIComponent(injection)}`],
  ["a NUL in the search", "search", "dimension=driver&search=a%00"],
  ["a NUL in the cursor", "cursor", "dimension=driver&cursor=a%00"],
  ["a huge limit", "limit", "dimension=driver&limit=1000000"],
  ["no dimension", "dimension", ""],
  ["two dimensions", "dimension", "dimension=driver&dimension=depot"],
  ["an unknown key", "tenant", "dimension=driver&tenant=other"],
])("members asked with %s are refused by the name of the field", async (_words, field, sent) => {
  expectRefusal(await send("GET", `/api/metrics/members?${sent}`), field);
});

test.each([
  ["nothing at all", ""],
  ["an array", "[]"],
  ["a text", '"metrics"'],
  ["null", "null"],
  ["what is no JSON", '{"metrics":'],
  ["10 000 nested arrays", `{"metrics":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
  ["10 000 nested objects", `${'{"time":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["a key that reaches for the prototype", '{"metrics":["delivery_count"],"__proto__":{"isAdmin":true}}'],
  ["such a key inside", '{"metrics":["delivery_count"],"time":{"__proto__":{"from":"2026-01-01"}}}'],
  ["a constructor's prototype", '{"metrics":["delivery_count"],"constructor":{"prototype":{"a":1}}}'],
])("a body that is %s is refused", async (_words, payload) => {
  for (const path of ["/api/metrics/query", "/api/metrics/rows"]) {
    const { status, body } = await send("POST", path, payload);
    const { error } = errorBody.strict().parse(body);
    expect([status, error.kind]).toEqual([400, "invalid_input"]);
    expect(error.message).not.toBe("");
  }
});

test.each(oddNames)("the driver %s is found by filter, rows and search, and nobody else", async (name) => {
  const count = oddNames.indexOf(name) + 1;
  const filters = [{ field: "driver", values: [name] }];
  const answer = await query({ ...base, dimensions: ["driver"], filters });
  expect([answer.status, answer.body.rows]).toEqual([200, [{ driver: name, delivery_count: count }]]);
  const behind = await rows({ ...rowBase, filters });
  expect(behind.body.items.map((item: { driver: string }) => item.driver)).toEqual(Array(count).fill(name));
  const searched = await rows({ ...rowBase, search: `for ${name}` });
  expect(searched.body.items).toEqual(behind.body.items);
  const members = await send("GET", `/api/metrics/members?dimension=driver&search=${encodeURIComponent(name)}`);
  expect(members.body.items).toEqual([{ name }]);
  const without = await query({ ...base, filters: [{ field: "driver", op: "not_in", values: [name] }] });
  expect(without.body.totals.delivery_count).toBe(28 - count);
});

test("after all this every row is still there", async () => {
  expect((await query(base)).body.totals).toEqual({ delivery_count: 28 });
});
