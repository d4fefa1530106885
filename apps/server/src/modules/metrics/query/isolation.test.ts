import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { factTables } from "../facts/fact-tables.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";

const own = "wall-a";
const theirs = "wall-b";
/** Every text of the other tenant that could be seen holds this word. */
const canary = "canary";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const tenantId of [own, theirs]) await fill(tenantId, tenantId === theirs);
});
afterAll(() => testApp.close());

/** The same keys and member names for both; the other one has figures a million times as large, and members of its own. */
async function fill(tenantId: string, isOther: boolean): Promise<void> {
  const random = randomNumbers(5);
  const caller = systemCaller("test", tenantId);
  for (const { table } of factTables) {
    const records = Array.from({ length: 60 }, (_, index) => {
      const record = { ...randomRecord(factTable(table), random), source_key: `twin ${index}` };
      return isOther ? madeTheirs(table, record, index) : record;
    });
    const outcome = await testApp.as(caller, (context) =>
      ingestFacts(context, { fact: table, source: "twins", records }),
    );
    expect(outcome.rejected).toEqual([]);
  }
  while (await testApp.as(caller, (context) => settleRollups(context, registry, { fewestRows: 0, rowsPerCell: 0 })));
  // Some days are read from the facts, the others from sums.
  const late = Array.from({ length: 9 }, (_, index) => ({
    ...randomRecord(factTable("delivery_tasks"), random),
    source_key: isOther ? `${canary} ${index}` : `late ${index}`,
  }));
  await testApp.as(caller, (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "twins", records: late }),
  );
}

function madeTheirs(table: string, record: Record<string, unknown>, index: number): Record<string, unknown> {
  const { columns } = factTable(table);
  const changed = Object.entries(record).map(([name, value]) => {
    const type = columns[name]?.type;
    if (typeof value === "number" && /minor|milli|bytes|distance_metres/.test(name))
      return [name, value * 1_000_000 + 7];
    if (type === "text" && name !== "receipt_key") return [name, `${canary} ${value}`];
    if (typeof type === "object" && "member" in type && index % 3 === 0) return [name, `${canary} ${type.member}`];
    return [name, value];
  });
  return { ...Object.fromEntries(changed), ...(index % 2 === 0 && { source_key: `${canary} ${index}` }) };
}

async function call(method: "GET" | "POST", url: string, payload?: object, tenantId = own) {
  const headers = signedInAs("manager", tenantId);
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, text: response.body, body: JSON.parse(response.body) };
}

const time = { from: "2025-11-01", to: "2026-03-19" };
const metrics = [...registry.metrics.values()];

async function read<Row>(tenantId: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return testApp.as(
    systemCaller("test", tenantId),
    async ({ db }) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Row[],
  );
}

test("the answers to all questions are those of a tenant that is alone in the world", async () => {
  const before = await Promise.all(metrics.map(({ id }) => ask(id)));
  const together = before.map(({ text }) => text);
  expect(before.map(({ status }) => status)).toEqual(metrics.map(() => 200));
  expect(together.join("")).not.toContain(canary);
  for (const { table } of factTables) await read(theirs, `delete from ${table}`);
  await read(theirs, "delete from rollup_cells");
  await read(theirs, "delete from rollup_marks");
  try {
    const expected = await Promise.all(metrics.map(({ id }) => ask(id)));
    expect(expected.map(({ text }) => text)).toEqual(together);
  } finally {
    await fill(theirs, true);
  }
}, 60_000);

function ask(id: string) {
  const metric = registry.metrics.get(id);
  const [dimension] = metric ? registry.dimensionsFor(metric) : [];
  return call("POST", "/api/metrics/query", {
    metrics: [id],
    dimensions: [dimension],
    time,
    sort: [{ by: dimension }],
  });
}

test("no row behind a figure is another tenant's, whatever the order, search or page", async () => {
  const answers = await Promise.all(
    metrics.map(({ id }) => call("POST", "/api/metrics/rows", { metric: id, time, limit: 500 })),
  );
  expect(answers.map(({ status }) => status)).toEqual(metrics.map(() => 200));
  expect(answers.map(({ text }) => text).join("")).not.toContain(canary);
  const columns = answers[0]?.body.columns.map(({ id }: { id: string }) => id) as string[];
  for (const by of columns) {
    for (const dir of ["asc", "desc"]) {
      const { text } = await call("POST", "/api/metrics/rows", { metric: "delivery_count", time, sort: { by, dir } });
      expect(text, by).not.toContain(canary);
    }
  }
  const searched = await call("POST", "/api/metrics/rows", { metric: "delivery_count", time, search: canary });
  expect(searched.body.items).toEqual([]);
});

test("a cursor of another tenant leads nowhere but into one's own rows", async () => {
  const page = { metric: "delivery_count", time, limit: 3 };
  const foreign = await call("POST", "/api/metrics/rows", page, theirs);
  const { next } = foreign.body;
  expect(next).toEqual(expect.any(String));
  const answer = await call("POST", "/api/metrics/rows", { ...page, cursor: next, limit: 500 });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain(canary);
  const all = await call("POST", "/api/metrics/rows", { ...page, limit: 500 });
  const names = new Set(all.body.items.map((row: object) => JSON.stringify(row)));
  expect(answer.body.items.filter((row: object) => !names.has(JSON.stringify(row)))).toEqual([]);
});

test("filters by shared names give one's own figures, and the lists of members are one's own", async () => {
  for (const op of ["in", "not_in"]) {
    const filters = [{ field: "driver", op, values: ["driver 1", "Unassigned"] }];
    const { body } = await call("POST", "/api/metrics/query", { metrics: ["delivery_count"], filters, time });
    const [row] = await read<{ n: number }>(
      own,
      `select count(*) as n from delivery_tasks t left join members m on m.id = t.driver_id
      where not is_cancelled and task_type <> 2 and day between '2025-11-01' and '2026-03-18'
        and coalesce(m.name, 'Unassigned') ${op === "in" ? "in" : "not in"} ('driver 1', 'Unassigned')`,
    );
    expect(body.totals.delivery_count).toBe(row?.n);
  }
  for (const dimension of registry.dimensions.keys()) {
    for (const more of ["", `&search=${canary}`, "&cursor=c", "&limit=1"]) {
      const answer = await call("GET", `/api/metrics/members?dimension=${dimension}${more}`);
      expect([answer.status, answer.text.includes(canary)], `${dimension}${more}`).toEqual([200, false]);
    }
  }
  expect((await call("GET", "/api/metrics")).text).not.toContain(canary);
});

test("a member that only another tenant has does not exist, just like an invented one", async () => {
  const dimensions = [...registry.dimensions.values()].filter(({ members }) => !members);
  for (const { id } of dimensions) {
    const metric = metrics.find((names) => registry.dimensionsFor(names).includes(id));
    const answers = await Promise.all(
      [`${canary} ${id}`, `invent ${id}`].map(async (name) => {
        const filters = [{ field: id, values: [name] }];
        const query = await call("POST", "/api/metrics/query", { metrics: [metric?.id], filters, time });
        const rows = await call("POST", "/api/metrics/rows", { metric: metric?.id, filters, time });
        return [query, rows].map(({ status, body: { error } }) => [
          status,
          error.kind,
          error.message.replaceAll(name, "…"),
          JSON.stringify(error.fields).replaceAll(name, "…"),
        ]);
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]?.[0], id).toBe(400);
    expect(answers[0]?.[0]?.[2], id).toContain("does not exist");
  }
});

test("a statement that forgets the tenant sees only the tenant of its transaction, and without one nothing", async () => {
  const { rows } = await testApp.pool.query<{ table: string }>(
    `select relname as table from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  const tables = rows.map(({ table }) => table);
  expect(tables).toEqual(expect.arrayContaining(factTables.map(({ table }) => table)));
  expect(tables).toEqual(expect.arrayContaining(["members", "rollup_cells", "rollup_marks", "fact_states"]));
  for (const table of tables) {
    const seen = await read<{ tenant_id: string }>(own, `select distinct tenant_id from ${table}`);
    expect(
      seen.filter(({ tenant_id }) => tenant_id !== own),
      table,
    ).toEqual([]);
    const nobody = await testApp.as(systemCaller("test", own), async ({ db }) => {
      await db.executeQuery(CompiledQuery.raw("set local app.tenant_id = ''"));
      return (await db.executeQuery(CompiledQuery.raw(`select count(*) as n from ${table}`))).rows;
    });
    expect(nobody, table).toEqual([{ n: 0 }]);
    const mine = await read<{ n: number }>(own, `select count(*) as n from ${table} where tenant_id <> '${own}'`);
    expect(mine, table).toEqual([{ n: 0 }]);
  }
  for (const { table } of factTables) {
    expect(await read(own, `select count(*) > 9 as n from ${table}`), table).toEqual([{ n: true }]);
  }
  await expect(
    read(own, `insert into rollup_marks (tenant_id, fact, day) values ('${theirs}', 'x', '2026-01-01')`),
  ).rejects.toThrow(/row-level security/);
});

test("a visitor is asked to sign in, and a tenant's user may not read the platform's volumes", async () => {
  const questions = [
    ["GET", "/api/metrics"],
    ["GET", "/api/metrics/members?dimension=driver"],
    ["POST", "/api/metrics/query"],
    ["POST", "/api/metrics/rows"],
    ["GET", "/api/platform/volumes?from=2026-01-01&to=2026-02-01"],
  ] as const;
  for (const [method, url] of questions) {
    const { statusCode } = await testApp.app.inject({ method, url });
    expect([url, statusCode]).toEqual([url, 401]);
  }
  const volumes = "/api/platform/volumes?from=2026-01-01&to=2026-03-19";
  expect((await call("GET", volumes)).status).toBe(403);
  const admin = await testApp.app.inject({ method: "GET", url: volumes, headers: signedInAs("admin") });
  expect(admin.statusCode).toBe(200);
  expect(admin.json().days).toEqual(expect.arrayContaining([expect.objectContaining({ tenants: 2 })]));
  const figures = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/query",
    headers: signedInAs("admin"),
    payload: { metrics: ["delivery_count"], time },
  });
  // The platform has no deliveries of its own.
  expect(figures.json().totals).toEqual({ delivery_count: null });
  expect(figures.json().rules).toMatchObject([{ unknown: "Needs deliveries" }]);
});
