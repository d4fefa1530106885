import { type PlatformFigure, type PlatformFigureRow, platformFigureNames } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createPerson } from "../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";

const tenants = ["north", "south", "west"];
const firstDay = "2026-01-10";
const admin = signedInAs("admin");
let testApp: TestApp;

/** Numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const random = createRandom(23);
const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
const dayAfter = (count: number) => addDays(firstDay, count);

async function get(path: string) {
  return testApp.app.inject({ url: path, headers: admin });
}

async function readFigure(figure: string, query: Record<string, string>): Promise<PlatformFigure> {
  const answer = await get(`/api/admin/dashboard/figures/${figure}?${new URLSearchParams(query)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

type ListedRow = Pick<PlatformFigureRow, "value" | "name" | "note" | "tenant">;

/** All rows behind a figure, over all their pages. */
async function readRows(figure: string, query: Record<string, string>): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  let cursor: string | null = null;
  do {
    const page = new URLSearchParams({ ...query, limit: "7", ...(cursor && { cursor }) });
    const answer = await get(`/api/admin/dashboard/figures/${figure}/rows?${page}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const body: { items: ListedRow[]; next: string | null } = answer.json();
    rows.push(...body.items);
    cursor = body.next;
  } while (cursor !== null);
  return rows;
}

/** What the list behind a figure comes to: the page that it leads to, or its own rows. */
async function countListed(figure: string, answer: PlatformFigure, query: Record<string, string>): Promise<number> {
  if (answer.path !== null) {
    const [page = "", filters = ""] = answer.path.split("?");
    const list = await get(`${page.replace("/admin/", "/api/admin/")}?${filters}&limit=1`);
    return list.json().total;
  }
  const rows = await readRows(figure, query);
  return rows.reduce((sum, { value }) => sum + (value ?? 1), 0);
}

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const zone = { changes: { "locale.timeZone": "Asia/Bahrain" } };
  const headers = signedInAs("superadmin");
  await testApp.app.inject({ method: "PATCH", url: "/api/admin/settings", headers, payload: zone });
  for (const tenantId of tenants) await createPerson(testApp, { tenantId });
  for (const tenantId of tenants) await seedRuns(tenantId);
  await seedEntries();
  await seedUse();
});
afterAll(() => testApp.close());

const anyInstant = () => new Date(Date.parse(`${firstDay}T00:00:00Z`) + random(66 * 24 * 60) * 60_000);

async function seedEntries(): Promise<void> {
  for (let times = 0; times < 200; times++) {
    const act = pick(["session.opened", "session.opened", "session.refused", "report.exported"]);
    await testApp.as(systemCaller("test", platformTenant), (context) =>
      recordAudit({ ...context, now: anyInstant() }, { act, subject: "users/u1", tenant: pick(tenants) }),
    );
  }
}

async function seedRuns(tenantId: string): Promise<void> {
  await testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    await sql`insert into source_connections (tenant_id, id, source, kind, name, settings, mapping, published_state,
        created_at, updated_at)
      values (${tenantId}, 'c1', 'genesis', 'rest', 'Sales', '{}', '{}', 'healthy', now(), now())`.execute(db);
    for (let times = 0; times < 60; times++) {
      const at = anyInstant();
      await sql`insert into source_runs (tenant_id, id, connection_id, cause, state, task, rows_written, asked_at, ended_at)
        values (${tenantId}, ${`run-${times}`}, 'c1', 'schedule', ${pick(["done", "done", "failed", "cancelled"])}, '{}',
          ${random(500)}, ${at}, ${at})`.execute(db);
    }
  });
}

async function seedUse(): Promise<void> {
  const details = {
    report_view: ["deliveries", "stock"],
    question: ["answer", "clarify", "refuse"],
    error: ["500 GET /api/reports/:report", "503 POST /api/questions"],
    answer_time: ["10", "25", "50", "500", "longer"],
  };
  await testApp.as(systemCaller("test", platformTenant), async ({ db }) => {
    await sql`insert into usage_beginning (at) values (${`${firstDay}T00:00:00Z`}::timestamptz)`.execute(db);
    for (let times = 0; times < 300; times++) {
      const [measure, choices] = pick(Object.entries(details));
      await sql`insert into usage_counts as known values (${pick([...tenants, platformTenant])},
          ${dayAfter(random(66))}::date, ${measure}, ${pick(choices)}, ${1 + random(9)})
        on conflict (tenant_id, day, measure, detail) do update set times = known.times + 1`.execute(db);
      await sql`insert into usage_people values (${pick([...tenants, platformTenant])}, ${dayAfter(random(66))}::date,
          ${`person-${random(12)}`}) on conflict do nothing`.execute(db);
    }
    // People belong to one tenant.
    await sql`delete from usage_people p where exists (select from usage_people o where o.uid = p.uid
      and o.tenant_id < p.tenant_id)`.execute(db);
  });
}

test("each figure equals the list behind it, for random days and tenants", async () => {
  const counted = platformFigureNames.filter((name) => name !== "answer_time");
  for (const figure of Array.from({ length: 5 }, () => counted).flat()) {
    const start = random(60);
    const query = {
      from: dayAfter(start),
      to: dayAfter(start + 1 + random(40)),
      ...(random(2) === 0 && { tenant: pick(tenants) }),
    };
    const answer = await readFigure(figure, query);
    const about = `${figure} ${JSON.stringify(query)}`;
    expect(await countListed(figure, answer, query), about).toBe(answer.value);
  }
});

test("a tenant's figure is its own part of the whole", async () => {
  const days = { from: dayAfter(0), to: dayAfter(66) };
  for (const figure of ["report_views", "questions", "errors", "source_rows", "failed_runs", "active_people"]) {
    const rows = (await readRows(figure, days)).filter(({ tenant }) => tenant?.id === "north");
    const own = rows.reduce((sum, { value }) => sum + (value ?? 1), 0);
    expect(own, figure).toBeGreaterThan(0);
    expect((await readFigure(figure, { ...days, tenant: "north" })).value, figure).toBe(own);
  }
  for (const figure of ["sign_ins", "exports"]) {
    const parts = await Promise.all(tenants.map((tenant) => readFigure(figure, { ...days, tenant })));
    const sum = parts.reduce((total, { value }) => total + (value ?? 0), 0);
    expect((await readFigure(figure, days)).value, figure).toBe(sum);
  }
});

test("each day of a figure equals the list that its bar opens", async () => {
  for (const figure of ["sign_ins", "report_views", "failed_runs", "active_tenants"] as const) {
    const answer = await readFigure(figure, { from: dayAfter(10), to: dayAfter(18) });
    for (const [index, day] of answer.days.entries()) {
      const value = answer.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
      const query = { from: day, to: addDays(day, 1) };
      const path = answer.dayPaths[index] ?? null;
      expect(await countListed(figure, { ...answer, path }, query), `${figure} on ${day}`).toBe(value);
    }
  }
});

test("answer times are told by the buckets that they are read from", async () => {
  const query = { from: dayAfter(0), to: dayAfter(66) };
  const { value, bound } = await readFigure("answer_time", query);
  const rows = await readRows("answer_time", query);
  const total = rows.reduce((sum, row) => sum + (row.value ?? 0), 0);
  const longer = rows.find(({ name }) => name === "More than 10000 ms")?.value ?? 0;
  expect(longer / total).toBeGreaterThan(0.05);
  expect({ value, bound }).toEqual({ value: 10_000, bound: "above" });
});

test("days before counting began are unknown, and nothing is compared with them", async () => {
  const early = await readFigure("report_views", { from: "2026-01-01", to: "2026-01-20" });
  expect(early).toMatchObject({ before: null, isUsual: null, firstDay });
  const nulls = early.series[0]?.values.map((value) => value === null);
  expect(nulls).toEqual(early.days.map((day) => day < firstDay));
  const unknown = await readFigure("report_views", { from: "2025-12-01", to: "2025-12-10" });
  expect(unknown.value).toBeNull();
  const compared = await readFigure("report_views", { from: "2026-02-10", to: "2026-02-20" });
  const earlier = await readFigure("report_views", { from: "2026-01-31", to: "2026-02-10" });
  expect(compared).toMatchObject({ before: earlier.value, firstDay: null });
  expect(compared.isUsual).not.toBeNull();
});

test("what people do is counted, and who comes back at once is still looking", async () => {
  const { uid } = await createPerson(testApp, { tenantId: "north" });
  const person = signedInAs("manager", "north", uid);
  const today = { period: "today", tenant: "north" };
  const open = () => testApp.app.inject({ url: "/api/reports/tookan-report", headers: person });
  expect((await open()).statusCode).toBe(200);
  expect((await open()).statusCode).toBe(200);
  await testApp.usage.flush();
  expect(await readFigure("report_views", today)).toMatchObject({ value: 1, series: [{ id: "tookan-report" }] });
  expect(await readRows("active_people_7", today)).toContainEqual(expect.objectContaining({ note: "On 1 day" }));
  const question = { question: "deliveries last week" };
  await testApp.app.inject({ method: "POST", url: "/api/assistant/ask", headers: person, payload: question });
  await testApp.usage.flush();
  expect((await readFigure("questions", today)).value).toBe(1);
});

test("a tenant that does not exist, and days the wrong way round, are refused", async () => {
  expect((await get("/api/admin/dashboard/figures/errors?tenant=nowhere")).statusCode).toBe(404);
  expect((await get("/api/admin/dashboard/figures/errors?from=2026-03-02&to=2026-03-01")).statusCode).toBe(400);
  expect((await get("/api/admin/dashboard/figures/errors?from=2020-03-02&to=2026-03-01")).statusCode).toBe(400);
});

test("people of a tenant read none of it", async () => {
  const headers = signedInAs("manager", "north");
  for (const path of ["figures/errors", "figures/errors/rows", "adoption", "first-steps"])
    expect((await testApp.app.inject({ url: `/api/admin/dashboard/${path}`, headers })).statusCode).toBe(403);
});

test("runs of all tenants are counted for the platform alone", async () => {
  const count = (tenantId: string) =>
    testApp.as(systemCaller("test", tenantId), ({ db }) =>
      sql`select * from source_run_days(now() - interval '1 year', now(), 'UTC', null)`.execute(db),
    );
  await expect(count("north")).rejects.toThrow("only the platform");
  await testApp.as(systemCaller("test", platformTenant), async ({ db }) => {
    await sql`select * from source_run_days(now(), now(), 'UTC', null)`.execute(db);
    const { rows } = await sql`select * from source_runs`.execute(db);
    expect(rows).toEqual([]);
  });
});
