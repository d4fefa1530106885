import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { insertTenant } from "../directory/index.ts";
import type { Report } from "./report.ts";
import { reportsAllowedFor } from "./reports-allowed.ts";

let testApp: TestApp;
const admin = signedInAs("admin", "platform", "boss");
const person = signedInAs("manager", "few", "m");

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, { id: "few", name: "Few", aiq_type: "Genesis" }),
  );
});
afterAll(() => testApp.close());

async function call(url: string, headers = person, method: "GET" | "POST" | "PATCH" = "GET", payload?: object) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const give = async (reports: string[]) => {
  const { version } = (await call("/api/admin/tenants/rows/few", admin)).body;
  const changed = await call("/api/admin/tenants/rows/few", admin, "PATCH", { version, fields: { reports } });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
};
const listed = async () => {
  const { items, missing } = (await call("/api/reports")).body;
  return [items, missing].map((list: { id: string }[]) => list.map(({ id }) => id).sort());
};

test("a tenant is given every report unless some are chosen, and others are not there at all", async () => {
  const [all = [], chosen = []] = await listed();
  expect(all).toEqual(expect.arrayContaining(["genesis-report", "branch-report"]));
  expect(chosen).toContain("tookan-report");
  await give(["branch-report"]);
  expect(await listed()).toEqual([["branch-report"], []]);
  expect((await call("/api/reports/branch-report")).status).toBe(200);
  expect((await call("/api/reports/genesis-report")).status).toBe(404);
  const view = await call("/api/reports/genesis-report/views", person, "POST", { title: "Mine", query: "" });
  expect(view.status).toBe(404);
  const file = await call("/api/exports", person, "POST", {
    report: "genesis-report",
    query: "",
    format: "csv",
  });
  expect([file.status, file.body.error.message]).toEqual([404, 'There is no report "genesis-report".']);
  await give([]);
  expect((await listed())[0]).toEqual(all);
});

test("dashboards and overviews tell of a domain only where its report is given", async () => {
  const toPaths = async () =>
    (await call("/api/dashboard")).body.freshness.map(({ path }: { path: string }) => path) as string[];
  expect(await toPaths()).toContain("/tenant/genesis-report");
  const panel = () => call("/api/reports/overview/panels/sales");
  expect((await panel()).status).toBe(200);
  await give(["tookan-report"]);
  expect(await toPaths()).not.toContain("/tenant/genesis-report");
  expect((await panel()).status).toBe(404);
  expect((await call("/api/reports/overview/panels/delivery")).status).toBe(200);
  await give([]);
});

test("a panel of an overview is shown where the reports of all its domains are given", async () => {
  const overview: Report = {
    id: "both",
    title: "Both",
    question: "How are both?",
    domains: ["delivery", "sales"],
    filters: [],
    rows: [],
    isHidden: true,
    sections: [
      {
        panels: [
          { id: "one", kind: "kpis", title: "One", metrics: ["delivery_count"] },
          { id: "two", kind: "kpis", title: "Two", metrics: ["delivery_count", "net_sales"] },
        ],
      },
    ],
  };
  const shown = async () => {
    const allowed = await testApp.as(systemCaller("test", "few"), (context) =>
      reportsAllowedFor(context, new Map([[overview.id, overview]])),
    );
    return allowed.get("both")?.sections.flatMap(({ panels }) => panels.map(({ id }) => id));
  };
  expect(await shown()).toEqual(["one", "two"]);
  await give(["tookan-report"]);
  expect(await shown()).toEqual(["one"]);
  await give(["tookan-report", "branch-report", "genesis-report"]);
  expect(await shown()).toEqual(["one", "two"]);
  await give([]);
});
