import type { PanelAnswer, PanelAnswerFor } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { randomNumbers, randomRecord } from "../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { factTables, ingestFacts } from "../metrics/index.ts";
import { metricsInPanel } from "./panels/panel-kinds.ts";
import { listPanels } from "./report.ts";
import { reports } from "./reports.ts";

const tenantId = "panels";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const random = randomNumbers(5);
  for (const table of factTables) {
    const records = Array.from({ length: 300 }, () => randomRecord(table, random, 300));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: table.table, source: "test", records }),
    );
  }
});
afterAll(() => testApp.close());

async function read(path: string) {
  const headers = signedInAs("manager", tenantId);
  const response = await testApp.app.inject({ method: "GET", url: `/api/reports${path}`, headers });
  return { status: response.statusCode, body: response.json() };
}

async function ask(query: object): Promise<PanelAnswer["questions"][number]["answer"]> {
  const headers = signedInAs("manager", tenantId);
  const response = await testApp.app.inject({ method: "POST", url: "/api/metrics/query", headers, payload: query });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const cases = [...reports.values()].flatMap((report) =>
  listPanels(report).map((panel) => ({
    report: report.id,
    panel: panel.id,
    kind: panel.kind,
    metrics: metricsInPanel(panel),
  })),
);
const views = ["", "?from=2025-12-01&to=2026-03-19&compare=same_weekdays", "?period=this_year&compare=none"];

for (const { report, panel, kind, metrics } of cases) {
  test(`${report}: the panel ${panel} shows what the questions behind it answer`, async () => {
    for (const view of views) {
      const { status, body } = await read(`/${report}/panels/${panel}${view}`);
      expect(status, JSON.stringify(body)).toBe(200);
      const { questions } = body as PanelAnswer;
      expect(body.kind).toBe(kind);
      expect(new Set(questions.flatMap(({ query }) => query.metrics))).toEqual(new Set(metrics));
      for (const { query, answer } of questions) expect(await ask(query)).toEqual(answer);
    }
  });
}

test("filters of the address narrow every panel, also by what they leave out", async () => {
  const { body: all } = await read("/tookan-report/panels/outcomes?period=this_year");
  const { body: some } = await read("/tookan-report/panels/outcomes?period=this_year&delivery_status=Delivered");
  const { body: others } = await read("/tookan-report/panels/outcomes?period=this_year&not.delivery_status=Delivered");
  const total = ({ questions }: PanelAnswer) => Number(questions[0]?.answer.totals.delivery_count);
  expect(total(some)).toBeGreaterThan(0);
  expect(total(some) + total(others)).toBe(total(all));
});

test("a figure that a filter does not apply to is left out with the reason, not shown unfiltered", async () => {
  const { body } = await read("/branch-report/panels/headline?day_of_week=Monday");
  const { questions, leftOut } = body as PanelAnswer;
  expect(questions.flatMap(({ query }) => query.metrics)).not.toContain("branch_count");
  expect(leftOut).toContainEqual({ name: "Branches opened", reason: "It cannot be filtered by day of week." });
});

test("another day to go by moves tasks to other days, and no task is lost or counted twice", async () => {
  const wide = "from=2024-01-01&to=2026-03-19";
  const counts = await Promise.all(
    ["due", "created"].map(async (basis) => {
      const { body } = await read(`/tookan-report/panels/outcomes?${wide}&basis=${basis}&grain=month`);
      return (body as PanelAnswer).questions[0]?.answer;
    }),
  );
  const [due, created] = counts;
  expect(created?.rows).not.toEqual(due?.rows);
  const all = created?.rows.reduce((sum, row) => sum + Number(row.delivery_count), 0);
  expect(all).toBe(Number(created?.totals.delivery_count));
});

test("the spread of delivery times counts every delivery that the percentile is read from", async () => {
  const { body } = await read("/tookan-report/panels/spread?period=this_year");
  const { distribution } = body as PanelAnswerFor<"distribution">;
  const counted = distribution?.bins.reduce((sum, bin) => sum + bin.count, 0) ?? 0;
  expect(counted + (distribution?.beyond ?? 0)).toBe(distribution?.count);
  expect(distribution?.count).toBeGreaterThan(0);
});

test("a driver with too few deliveries is named, and has no score", async () => {
  const { body } = await read("/tookan-report/panels/drivers?period=this_year");
  const { scores = [], leftOut, questions } = body as PanelAnswerFor<"ranking">;
  const few = (questions[0]?.answer.rows ?? []).filter((row) => Number(row.delivery_count) < 30);
  const unranked = leftOut.filter(({ reason }) => reason.endsWith("so it is not ranked."));
  expect(unranked.map(({ name }) => name)).toEqual(few.map(({ driver }) => driver));
  for (const { driver } of few) expect(scores.find(({ member }) => member === driver)?.value).toBeNull();
});

test("what cannot be meant is told with its place in the address", async () => {
  for (const [query, field] of [
    ["?from=2026-03-10&to=2026-03-01", "to"],
    ["?warehouse=North", "warehouse"],
    ["?nonsense=1", "nonsense"],
    ["?from=2026-02-30", "from"],
    ["?basis=paid", "basis"],
  ]) {
    const { status, body } = await read(`/tookan-report/panels/headline${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
  }
  expect((await read("/nothing/panels/headline")).status).toBe(404);
  expect((await read("/tookan-report/panels/nothing")).status).toBe(404);
});

test("a report tells how to show it, and remembers that it was looked at", async () => {
  const { body: report } = await read("/tookan-report");
  expect(report).toMatchObject({ title: "Delivery report", path: "/tenant/tookan-report", today: "2026-03-18" });
  const { body } = await read("");
  const item = body.items.find(({ id }: { id: string }) => id === "tookan-report");
  expect(item.viewedAt).toBe("2026-03-18T12:00:00.000Z");
  expect(item.words).toContain("On-time rate");
});

test.each([
  ["depots", 0],
  ["zones", 1],
])("the panel %s asks who needs help, so that it begins with the worst", async (panel, question) => {
  const { body } = await read(`/tookan-report/panels/${panel}?period=this_year&compare=none`);
  const { rows, rowsInAll } = (body as PanelAnswer).questions[question]?.answer ?? { rows: [] };
  const members = rowsInAll === undefined ? rows : rows.slice(0, -1);
  const rates = members.flatMap(({ on_time_rate: rate }) => (rate === null ? [] : [Number(rate)]));
  expect(rates.length).toBeGreaterThan(2);
  expect(rates).toEqual(rates.toSorted((one, other) => one - other));
});
