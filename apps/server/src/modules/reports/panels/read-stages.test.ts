import type { PanelAnswer } from "@console/contracts";
import { describePanel, ownFormats } from "@console/figures";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { tookanReport } from "../definitions/tookan-report.ts";
import { listPanels } from "../report.ts";

const tenantId = "stages";
const period = "from=2026-03-10&to=2026-03-11&compare=none";
let testApp: TestApp;

const at = (minutes: number) => new Date(Date.parse("2026-03-10T08:00:00Z") + minutes * 60_000).toISOString();

/** A delivery that is due after two hours, with the minutes after its creation at which each stage ended. */
function delivery(source_key: string, ends: { [moment in "assigned" | "accepted" | "started" | "arrived"]?: number }) {
  const moments = Object.entries(ends).map(([moment, minutes]) => [`${moment}_at`, at(minutes)]);
  const doneAt = Math.max(...Object.values(ends)) + 10;
  return {
    source_key,
    status: "Delivered",
    task_type: "Delivery",
    created_at: at(0),
    due_at: at(120),
    completed_at: at(doneAt),
    ...Object.fromEntries(moments),
  };
}

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: tenantId,
      aiq_type: "Tookan",
      time_zone: "UTC",
      late_grace_minutes: 15,
    }),
  );
  const records = [
    delivery("late", { assigned: 60, accepted: 65, started: 100, arrived: 150 }),
    delivery("late, arrival not tapped", { assigned: 80, accepted: 85, started: 130 }),
    delivery("late, acceptance not noted", { assigned: 200, started: 300, arrived: 320 }),
    delivery("on time", { assigned: 4, accepted: 6, started: 40, arrived: 60 }),
    delivery("within the grace", { assigned: 10, accepted: 20, started: 60, arrived: 120 }),
  ];
  const { rejected } = await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "test", records }),
  );
  expect(rejected).toEqual([]);
});
afterAll(() => testApp.close());

async function get(path: string) {
  const url = `/api/reports/tookan-report${path}`;
  return testApp.app.inject({ method: "GET", url, headers: signedInAs("manager", tenantId) });
}

test("the stages of the late and of the on-time deliveries each add up to the whole time of the same deliveries", async () => {
  const answer: PanelAnswer = (await get(`/panels/lateness?${period}`)).json();
  const [late, onTime] = answer.questions.map((question) => question.answer.totals);
  // Of (160 + 140) and of (70 + 130) minutes, each divided by two.
  expect(late).toMatchObject({
    late_staged_count: 2,
    late_assign_minutes: 70,
    late_accept_minutes: 5,
    late_depart_minutes: 40,
    late_delivery_minutes: 35,
    late_door_minutes: 150,
  });
  expect(onTime).toMatchObject({
    on_time_staged_count: 2,
    on_time_assign_minutes: 7,
    on_time_accept_minutes: 6,
    on_time_depart_minutes: 37,
    on_time_delivery_minutes: 50,
    on_time_door_minutes: 100,
  });
  expect(answer.leftOut).toEqual([
    {
      name: "Measured late deliveries",
      reason: "All times known for 67% of late deliveries; the others are left out.",
    },
  ]);
});

test("the panel and the file show both populations with the same figures", async () => {
  const answer: PanelAnswer = (await get(`/panels/lateness?${period}`)).json();
  const panel = listPanels(tookanReport).find(({ id }) => id === "lateness");
  if (!panel) throw new Error("There is no such panel.");
  const view = describePanel(panel, answer, { formats: ownFormats, today: "2026-03-18", annotations: [] });
  if (view.kind !== "picture" || view.picture.kind !== "axis") throw new Error("It is no chart.");
  expect(view.picture.chart.series.map(({ label, values, colour }) => [label, values, colour])).toEqual([
    ["Late (2)", [70, 5, 40, 35, 150], "warn"],
    ["On time (2)", [7, 6, 37, 50, 100], "good"],
  ]);
  const { body } = await get(`/export?format=csv&content=figures&${period}`);
  const lines = body.split("\r\n");
  const start = lines.findIndex((line) => line.startsWith("Where do the minutes go when late?"));
  expect(lines[start + 2]).toBe("2,70,5,40,35,150");
  expect(lines.slice(start + 3).find((line) => line.startsWith("2,7,"))).toBe("2,7,6,37,50,100");
});
