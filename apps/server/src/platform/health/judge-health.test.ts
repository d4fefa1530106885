import { expect, test } from "vitest";
import type { StoredCheck } from "./check-store.ts";
import { defineCheck } from "./health-check.ts";
import { judgeChecks, judgeWhole, measureUptime } from "./judge-health.ts";

const now = new Date("2026-03-18T12:00:00Z");
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

const check = (name: string, dependsOn: string[] = []) =>
  defineCheck({
    name,
    label: name,
    purpose: "",
    everySeconds: 60,
    dependsOn,
    affects: { summary: "", tenantMessage: null },
    run: async () => ({ state: "up", message: null }),
  });

const row = (name: string, state: string, ageSeconds: number, isPaused = false) =>
  ({ name, state, checked_at: before(ageSeconds), is_paused: isPaused }) as StoredCheck;

const stateAfter = (ageSeconds: number) => judgeChecks([check("a")], [row("a", "up", ageSeconds)], now).get("a")?.state;

test("what nobody has looked at for two intervals is unknown, also where a clock was moved", () => {
  expect([0, 119, 121, 86_400, -59, -61].map(stateAfter)).toEqual(["up", "up", "unknown", "unknown", "up", "unknown"]);
  expect(judgeChecks([check("a")], [], now).get("a")?.state).toBe("unknown");
});

test("what needs something that is down is affected, and names the root", () => {
  const checks = [
    check("database"),
    check("workers", ["database"]),
    check("queue", ["workers"]),
    check("mail", ["queue"]),
  ];
  const rows = [row("database", "down", 1), row("workers", "down", 1), row("queue", "down", 1), row("mail", "up", 1)];
  const judged = judgeChecks(checks, rows, now);
  expect([...judged.values()].map(({ state, cause }) => [state, cause])).toEqual([
    ["down", null],
    ["affected", "database"],
    ["affected", "database"],
    ["up", null],
  ]);
});

test("the whole is never up while a part is unknown, and a paused part is left out", () => {
  const whole = (...rows: StoredCheck[]) =>
    judgeWhole(
      judgeChecks(
        rows.map(({ name }) => check(name)),
        rows,
        now,
      ).values(),
    );
  expect(whole(row("a", "up", 1), row("b", "up", 1))).toBe("up");
  expect(whole(row("a", "up", 1), row("b", "up", 500))).toBe("unknown");
  expect(whole(row("a", "up", 1), row("b", "degraded", 1))).toBe("degraded");
  expect(whole(row("a", "down", 1), row("b", "up", 500))).toBe("down");
  expect(whole(row("a", "up", 1), row("b", "down", 1, true))).toBe("up");
});

const hour = 3600;
const span = (state: string, fromHours: number, toHours: number) => ({
  name: "a",
  state,
  begins_at: before(fromHours * hour),
  ends_at: before(toHours * hour),
});

const uptime = (spans: ReturnType<typeof span>[], days = 1, watchedDays = 0) =>
  measureUptime(spans, { now, days, watchedDays, everySeconds: 60 });

test("uptime counts what is unknown against it, leaves maintenance out, and begins with the first finding", () => {
  expect(uptime([]).share).toBeNull();
  expect(uptime([span("up", 12, 0)])).toEqual({ share: 1, unknownShare: 0 });
  expect(uptime([span("up", 24, 12), span("down", 12, 6), span("up", 6, 0)]).share).toBe(0.75);
  expect(uptime([span("up", 24, 12), span("maintenance", 12, 0)]).share).toBe(1);
  expect(uptime([span("up", 24, 18), span("up", 6, 0)])).toEqual({ share: 0.5, unknownShare: 0.5 });
  expect(uptime([span("up", 48, 12), span("down", 12, 0)]).share).toBe(0.5);
});

test("a finding holds for two intervals, and a long time is not told after a short watch", () => {
  expect(uptime([span("up", 1 / 60, 1 / 60)]).share).toBe(1);
  expect(uptime([span("up", 24, 12)]).share).toBeCloseTo(0.5, 2);
  expect(uptime([span("up", 12, 0)], 7, 1).share).toBeNull();
  expect(uptime([span("up", 48, 0)], 7, 1).share).toBe(1);
});
