import type { Deviation, PanelAnswer } from "@console/contracts";
import { drawnDeviation, onTimeShare } from "@console/figures";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";

const tenantId = "late";
const graceMinutes = 15;
const period = "from=2026-01-01&to=2026-03-19";
const counted = `not is_cancelled and task_type <> 2 and status = 3 and not is_closed_by_admin and due_at is not null`;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: tenantId,
      aiq_type: "Tookan",
      time_zone: "Asia/Bahrain",
      late_grace_minutes: graceMinutes,
    }),
  );
  const random = randomNumbers(7);
  const records = Array.from({ length: 3000 }, () => {
    const record = randomRecord(factTable("delivery_tasks"), random, 3000);
    // Most are done within two hours of their due time, on whole and on broken minutes.
    const due = Date.parse(String(record.due_at));
    const doneMs = due + Math.round((random() - 0.6) * 7200) * 1000;
    const isNear = Number.isFinite(due) && record.completed_at && random() < 0.9;
    const status = random() < 0.85 ? "Delivered" : "Failed";
    return { ...record, status, ...(isNear ? { completed_at: new Date(doneMs).toISOString() } : {}) };
  });
  await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "test", records }),
  );
});
afterAll(() => testApp.close());

async function get(path: string) {
  const url = `/api/reports/tookan-report${path}`;
  const response = await testApp.app.inject({ method: "GET", url, headers: signedInAs("manager", tenantId) });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  return response;
}

async function readLateness(query: string): Promise<PanelAnswer & { deviation: Deviation }> {
  return (await get(`/panels/deviation?${query}`)).json();
}

type Counted = { judged: number; recorded: number; within: number; half: number };

/** Straight from the facts: all that are judged, those whose lateness is known, and those that are late by no more. */
async function byHand(graceSeconds: number, where = "day >= '2026-01-01' and day < '2026-03-19'"): Promise<Counted> {
  const { rows } = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    sql<Counted>`select count(*)::int as judged, count(completed_at)::int as recorded,
        count(*) filter (where completed_at <= due_at + ${graceSeconds} * interval '1 second')::int as within,
        ceil(extract(epoch from percentile_disc(0.5) within group (order by completed_at - due_at)) / 60)::int as half
      from delivery_tasks where tenant_id = ${tenantId} and ${sql.raw(counted)} and ${sql.raw(where)}`.execute(db),
  );
  return rows[0] ?? { judged: 0, recorded: 0, within: 0, half: 0 };
}

test("each minute of grace gives the share that a query written by hand gives, and its own the on-time rate", async () => {
  const { deviation, questions, leftOut } = await readLateness(period);
  for (const grace of [0, 1, graceMinutes, 25, 60]) {
    const { judged, recorded, within, half } = await byHand(grace * 60);
    expect(onTimeShare(deviation, grace), `${grace} min`).toBeCloseTo(within / judged, 12);
    expect(deviation).toMatchObject({ graceMinutes, unknown: judged - recorded, p50: half });
    expect(recorded).toBeGreaterThan(200);
    expect(judged).toBeGreaterThan(recorded);
  }
  expect(onTimeShare(deviation, graceMinutes)).toBeCloseTo(Number(questions[0]?.answer.totals.on_time_rate), 12);
  expect(leftOut[0]?.reason).toContain("Without a time of completion");
});

test("filters and the day to go by narrow what is judged in the same way as the rate", async () => {
  for (const query of [`${period}&depot=depot%201`, `${period}&basis=completed&not.zone=zone%202`]) {
    const { deviation, questions } = await readLateness(query);
    const rate = Number(questions[0]?.answer.totals.on_time_rate);
    expect(rate).toBeGreaterThan(0);
    expect(onTimeShare(deviation, graceMinutes)).toBeCloseTo(rate, 12);
  }
});

test("the bars hold every row whose lateness is known, and none stands on both sides of the grace", async () => {
  const { deviation } = await readLateness(period);
  const { bins, before, after } = drawnDeviation(deviation);
  const barRows = bins.reduce((sum, { count }) => sum + count, before + after);
  expect(barRows).toBe((await byHand(0)).recorded);
  expect(deviation.before).toBeGreaterThan(0);
  expect(deviation.after).toBeGreaterThan(0);
  const onTime = bins.filter(({ to }) => to <= graceMinutes).reduce((sum, { count }) => sum + count, before);
  expect(onTime).toBe((await byHand(graceMinutes * 60)).within);
});

test("the file says the bars and what each grace would make of the rate", async () => {
  const { deviation } = await readLateness(period);
  const { body } = await get(`/export?format=csv&content=figures&${period}`);
  const lines = body.split("\r\n");
  const tried = lines.slice(
    lines.findIndex((line) => line.startsWith("How early or late do deliveries arrive? What if")),
  );
  const [, share = ""] = tried[2 + 25]?.split(",") ?? [];
  expect(tried[2 + 25]?.startsWith("25,")).toBe(true);
  expect(Number(share) / 100).toBeCloseTo(onTimeShare(deviation, 25) ?? Number.NaN, 6);
  const barRows = lines.slice(
    lines.findIndex((line) => line.startsWith("How early or late do deliveries arrive? Spread")),
  );
  const [first] = drawnDeviation(deviation).bins;
  expect(barRows).toContain(`${first?.from},${first?.to},${first?.count}`);
});

test("a figure says how much was measured of what it is about, over the same days and filters", async () => {
  const { rows } = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    sql<{ timed: number; due: number }>`select
        avg((not is_closed_by_admin and delivery_seconds is not null)::int)::float8 as timed,
        avg((not is_closed_by_admin and due_at is not null)::int)::float8 as due
      from delivery_tasks where tenant_id = ${tenantId} and not is_cancelled and task_type <> 2 and status = 3
        and day >= '2026-01-01' and day < '2026-03-19'
        and depot_id = (select id from members where tenant_id = ${tenantId} and dimension = 'depot' and name = 'depot 1')`.execute(
      db,
    ),
  );
  const answer: PanelAnswer = (await get(`/panels/headline?${period}&depot=depot%201`)).json();
  const rules = answer.questions.flatMap((question) => question.answer.rules);
  const readCoverage = (metric: string) => rules.find((rule) => rule.metric === metric)?.coverage;
  expect(readCoverage("p50_delivery_minutes")?.share).toBeCloseTo(rows[0]?.timed ?? Number.NaN, 12);
  expect(readCoverage("on_time_rate")?.share).toBeCloseTo(rows[0]?.due ?? Number.NaN, 12);
  expect(readCoverage("delivery_count")).toBeNull();
});
