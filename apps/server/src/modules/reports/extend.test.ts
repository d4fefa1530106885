import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { factTable, randomNumbers, randomRecord } from "../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "../metrics/index.ts";
import { productReports } from "./definitions/index.ts";
import type { Report } from "./report.ts";
import { createReports } from "./reports.ts";

// One definition is all that a new report takes.
const fleetReport: Report = {
  id: "fleet-report",
  title: "Fleet report",
  question: "Which vehicles carry the work?",
  domains: ["delivery"],
  filters: ["vehicle", "depot"],
  rows: ["delivery_count"],
  sections: [
    {
      panels: [
        { id: "headline", kind: "kpis", title: "The fleet", metrics: ["delivery_count", "distance_km"] },
        { id: "days", kind: "trend", as: "line", title: "How far do we drive?", metrics: ["distance_km"] },
        { id: "vehicles", kind: "ranking", title: "Which vehicles?", by: "vehicle", metrics: ["delivery_count"] },
      ],
    },
  ],
};

const tenantId = "fleet";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({
    environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" },
    reports: createReports([...productReports, fleetReport]),
  });
  const random = randomNumbers(2);
  const records = Array.from({ length: 100 }, () => randomRecord(factTable("delivery_tasks"), random, 100));
  await testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, { fact: "delivery_tasks", source: "test", records }),
  );
});
afterAll(() => testApp.close());

const read = (url: string) => testApp.app.inject({ method: "GET", url, headers: signedInAs("manager", tenantId) });

test("a new report is one definition, and is in the catalogue, on its page and in files", async () => {
  const { items } = (await read("/api/reports")).json();
  expect(items).toContainEqual(expect.objectContaining({ id: "fleet-report", path: "/tenant/reports/fleet-report" }));
  expect((await read("/api/reports/fleet-report")).json()).toMatchObject({ title: "Fleet report" });
  for (const panel of ["headline", "days", "vehicles"])
    expect((await read(`/api/reports/fleet-report/panels/${panel}`)).json().questions).toHaveLength(1);
  const file = await read("/api/reports/fleet-report/export?format=csv&period=this_year");
  expect(file.body).toContain("Which vehicles?");
});

test("a definition that names what is not known is refused when the product starts", () => {
  const broken = (change: Partial<Report>) => () => createReports([{ ...fleetReport, ...change }]);
  expect(broken({ filters: ["vehicel"] })).toThrow("vehicel, which is no dimension");
  expect(broken({ rows: ["deliveries"] })).toThrow("deliveries, which is no metric");
  const panels = [{ id: "x", kind: "heat" as const, title: "X", metric: "net_sales", rows: "driver", columns: "zone" }];
  expect(broken({ sections: [{ panels }] })).toThrow("splits net_sales by driver, which it cannot");
  expect(() => createReports([fleetReport, fleetReport])).toThrow("Two reports are called fleet-report");
});
