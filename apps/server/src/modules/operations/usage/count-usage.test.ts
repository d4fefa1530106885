import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, platformTenant, systemCaller } from "../../../platform/context.ts";
import type { AnsweredCall } from "../../../platform/http/build-app.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { countUsage } from "./count-usage.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  const zone = { changes: { "locale.timeZone": "Asia/Bahrain" } };
  const headers = signedInAs("superadmin");
  await testApp.app.inject({ method: "PATCH", url: "/api/admin/settings", headers, payload: zone });
});
afterAll(() => testApp.close());

const callAs = (caller: Caller | null, part: Partial<AnsweredCall> = {}): AnsweredCall => ({
  caller,
  method: "GET",
  route: "/api/things/:thing",
  status: 200,
  milliseconds: 12,
  isTimed: true,
  isQuiet: false,
  ...part,
});

const someone = (tenantId: string, uid: string, part: Partial<Extract<Caller["actor"], { kind: "user" }>> = {}) => ({
  actor: { kind: "user" as const, uid, role: "user", sessionId: null, ...part },
  tenantId,
  permissions: new Set<never>(),
});

/** A counter of its own, at an instant that a test moves. */
function createCounter() {
  const { config, database, secrets, log } = testApp;
  const clock = { now: new Date("2026-03-18T20:50:00Z") };
  const parts = { config, secrets, database, clock: () => clock.now };
  return { clock, parts, usage: countUsage(parts, log, { isTimed: false }) };
}

async function readCounts(tenantId: string) {
  return testApp.as(systemCaller("test", platformTenant), async ({ db }) => {
    const { rows } = await sql`select to_char(day, 'YYYY-MM-DD') as day, measure, detail, times::int from usage_counts
      where tenant_id = ${tenantId} order by 1, 2, 3`.execute(db);
    return rows;
  });
}

async function readPeople(tenantId: string) {
  return testApp.as(systemCaller("test", platformTenant), async ({ db }) => {
    const { rows } = await sql<{ uid: string }>`select uid from usage_people where tenant_id = ${tenantId}
      order by 1`.execute(db);
    return rows.map(({ uid }) => uid);
  });
}

test("a call is counted on the day of the platform's time zone, however late it is written", async () => {
  const { clock, usage } = createCounter();
  usage.answered(callAs(someone("midnight", "u1")));
  clock.now = new Date("2026-03-18T21:01:00Z");
  usage.answered(callAs(someone("midnight", "u1"), { milliseconds: 700 }));
  usage.answered(callAs(someone("midnight", "u1"), { status: 503 }));
  await usage.flush();
  usage.answered(callAs(someone("midnight", "u1"), { milliseconds: 700 }));
  await usage.flush();
  expect(await readCounts("midnight")).toEqual([
    { day: "2026-03-18", measure: "answer_time", detail: "25", times: 1 },
    { day: "2026-03-19", measure: "answer_time", detail: "750", times: 2 },
    { day: "2026-03-19", measure: "error", detail: "503 GET /api/things/:thing", times: 1 },
  ]);
});

test("those who impersonate someone, ask by themselves or are refused are nobody who was there", async () => {
  const { usage } = createCounter();
  usage.answered(callAs(someone("people", "there")));
  usage.answered(callAs(someone("people", "seen", { onBehalf: "support" })));
  usage.answered(callAs(someone("people", "open page"), { isQuiet: true }));
  usage.answered(callAs(someone("people", "refused"), { status: 403 }));
  usage.answered(callAs({ ...someone("people", "admin"), isPlatformAccess: true }));
  await usage.flush();
  expect(await readPeople("people")).toEqual(["there"]);
  expect(await readPeople(platformTenant)).toContain("admin");
});

test("what cannot be written is written with the next", async () => {
  const { parts } = createCounter();
  let isAway = true;
  const database = {
    ...parts.database,
    inTenant: ((...input: Parameters<typeof parts.database.inTenant>) => {
      if (isAway) return Promise.reject(new Error("away"));
      return parts.database.inTenant(...input);
    }) as typeof parts.database.inTenant,
  };
  const usage = countUsage({ ...parts, database }, testApp.log, { isTimed: false });
  usage.answered(callAs(someone("away", "u1")));
  await usage.flush();
  isAway = false;
  usage.answered(callAs(someone("away", "u1")));
  await usage.flush();
  expect(await readCounts("away")).toMatchObject([{ measure: "answer_time", times: 2 }]);
});
