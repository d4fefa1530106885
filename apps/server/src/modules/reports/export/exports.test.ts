import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ExportJob, PanelAnswer } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/define-job.ts";
import { randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertUser } from "../../directory/index.ts";
import { exportsJobs } from "../../exports/index.ts";
import { factTables, ingestFacts } from "../../metrics/index.ts";
import { listPanels } from "../report.ts";
import { reports } from "../reports.ts";
import { reportsJobs } from "../routes.ts";

const tenantId = "exports";
const dataDir = mkdtempSync(path.join(tmpdir(), "exports-"));
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z", DATA_DIR: dataDir } });
  const random = randomNumbers(9);
  for (const table of factTables) {
    const records = Array.from({ length: 250 }, () => randomRecord(table, random, 250));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: table.table, source: "test", records }),
    );
  }
  await testApp.startJobs([...exportsJobs, ...reportsJobs(testApp.database)] as Job[]);
});
afterAll(async () => {
  await testApp.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const manager = () => signedInAs("manager", tenantId, "maker");

async function call(method: "GET" | "POST" | "DELETE", url: string, payload?: object, headers = manager()) {
  return testApp.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
}

/** The lines of a CSV, each as its cells. */
function parseCells(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, "")
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell.replace(/^"|"$/g, "")),
    );
}

/** How many of a column's own unit one of the metric's is: long times are in days or hours instead. */
function timesIn(label: string, unit: string | null): number {
  if (unit === "percent") return 100;
  const minutes = unit === "minutes" ? 1 : 60;
  if (label.endsWith("(days)") && unit !== "days") return minutes / 1440;
  return label.endsWith("(h)") ? minutes / 60 : 1;
}

for (const id of reports.keys()) {
  test(`every figure of ${id} is in its file as it is on its page`, async () => {
    const report = reports.get(id);
    const view = "period=this_year&compare=previous_period";
    const file = await call("GET", `/api/reports/${id}/export?format=csv&content=figures&${view}`);
    expect(file.statusCode, file.body.slice(0, 300)).toBe(200);
    const lines = parseCells(file.body);
    for (const panel of report ? listPanels(report) : []) {
      const { questions } = (await call("GET", `/api/reports/${id}/panels/${panel.id}?${view}`)).json() as PanelAnswer;
      const [question] = questions;
      if (!question) continue;
      const head = lines.findIndex(([title]) => title === panel.title);
      expect(head, panel.title).toBeGreaterThan(0);
      const { columns, rows } = question.answer;
      for (const [index, row] of rows.entries()) {
        const written = lines[head + 2 + index] ?? [];
        for (const [at, { id: column, unit, kind }] of columns.entries()) {
          const value = row[column];
          const cell = written[at] ?? "";
          if (kind === "dimension" || kind === "period") expect(cell.replace(/^'/, "")).toBe(String(value));
          else if (value === null || value === undefined) expect(cell).toBe("");
          else expect(Number(cell)).toBeCloseTo(Number(value) * timesIn(lines[head + 1]?.[at] ?? "", unit), 6);
        }
      }
    }
  });
}

test("a file holds all matching rows, and says what it is", async () => {
  const view = "period=this_year&delivery_status=Delivered";
  const { body } = await call("GET", `/api/reports/tookan-report/export?format=csv&content=rows&${view}`);
  const lines = parseCells(body);
  const heading = lines.findIndex(([first]) => first === "Task");
  const rows = lines.slice(heading + 1).filter(([first]) => first && first !== "Total");
  const payload = { metric: "delivery_count", time: { from: "2026-01-01", to: "2026-03-19" }, totals: true };
  const filters = [{ field: "delivery_status", values: ["Delivered"] }];
  const listed = (await call("POST", "/api/metrics/rows", { ...payload, filters })).json();
  expect(rows).toHaveLength(listed.totals.count);
  expect(rows.length).toBeGreaterThan(10);
  expect(lines).toContainEqual(["Report", "Delivery report", ""].slice(0, lines[0]?.length));
  expect(body).toContain("Filter: Delivery status,Delivered");
  expect(body).toContain(`/tenant/tookan-report?${view}`);
});

test("a file of one day says that day, and its link opens the page on that day", async () => {
  const view = "from=2026-03-10&to=2026-03-11&compare=none";
  const { body } = await call("GET", `/api/reports/tookan-report/export?format=csv&content=figures&${view}`);
  expect(body).toContain("Period,10 Mar 2026\r\n");
  expect(body).toContain("/tenant/tookan-report?from=2026-03-10&to=2026-03-10&compare=none");
});

test("all three kinds of files can be taken at once, and nothing of them is left behind", async () => {
  for (const [format, start] of [
    ["csv", "\uFEFF"],
    ["xlsx", "PK"],
    ["pdf", "%PDF"],
  ]) {
    const file = await call("GET", `/api/reports/branch-report/export?format=${format}&period=this_year`);
    expect(file.statusCode).toBe(200);
    expect(file.headers["content-disposition"]).toContain(`branch-report 2026-01-01.${format}`);
    expect(file.body.startsWith(start ?? "")).toBe(true);
  }
  await until(() => readdirSync(path.join(dataDir, "exports")).length === 0);
});

async function ended(id: string): Promise<ExportJob> {
  let job = (await call("GET", `/api/exports/${id}`)).json() as ExportJob;
  await until(async () => {
    job = (await call("GET", `/api/exports/${id}`)).json();
    return job.state !== "waiting" && job.state !== "running";
  });
  return job;
}

test("a large file is made in the background and taken by a link that ends", async () => {
  const answer = await call("POST", "/api/exports", {
    report: "tookan-report",
    query: "period=this_year",
    format: "xlsx",
  });
  expect(answer.statusCode).toBe(202);
  const { id } = answer.json() as ExportJob;
  const done = await ended(id);
  expect(done).toMatchObject({
    state: "done",
    format: "xlsx",
    path: "/tenant/tookan-report",
    query: "period=this_year",
  });
  expect(done.rowsDone).toBe(done.rowsTotal);
  expect(done.rowsDone).toBeGreaterThan(0);
  // Its end is recorded with its rows, for the tenant and for the platform, as its asker's.
  for (const reader of [tenantId, "platform"]) {
    const entries = await testApp.as(systemCaller("test", reader), ({ db }) =>
      db
        .selectFrom("audit_entries")
        .select(["actor_uid", "actor_role", "address", "details"])
        .where("tenant_id", "=", reader)
        .where("act", "=", "report.exported")
        .where("subject", "=", "tookan-report")
        .orderBy("seq", "desc")
        .execute(),
    );
    expect(entries[0]).toMatchObject({
      actor_uid: "maker",
      actor_role: "manager",
      address: "127.0.0.1",
      details: { format: "xlsx", rows: done.rowsDone },
    });
  }
  const { url } = (await call("POST", `/api/exports/${id}/link`)).json();
  const open = () => testApp.app.inject({ method: "GET", url: new URL(url).pathname });
  expect((await open()).statusCode).toBe(200);
  const forged = `${new URL(url).pathname.slice(0, -4)}AAAA`;
  const unreadable = `/api/exports/files/${Buffer.from("a\0b").toString("base64url")}.AAAA`;
  for (const wrong of [forged, unreadable]) {
    expect((await testApp.app.inject({ method: "GET", url: wrong })).statusCode).toBe(404);
  }
  await call("DELETE", `/api/exports/${id}`);
  expect((await open()).statusCode).toBe(404);
});

test("the rows behind one figure are a file of their own, which says which rows, days and filters they are", async () => {
  const filters = [{ field: "delivery_status", op: "in", values: ["Delivered"] }];
  const question = { metric: "delivery_count", filters, time: { from: "2026-03-01", to: "2026-03-11" } };
  const { id } = (
    await call("POST", "/api/exports", {
      report: "tookan-report",
      query: "period=this_year&at=metric:delivery_count",
      format: "csv",
      content: "rows",
      narrowed: { label: "Deliveries, Delivered", ...question },
    })
  ).json();
  const done = await ended(id);
  const listed = (await call("POST", "/api/metrics/rows", { ...question, totals: true })).json();
  expect(done).toMatchObject({ state: "done", content: "rows", rowsDone: listed.totals.count });
  expect(done.rowsDone).toBeGreaterThan(0);
  expect(done.summary).toBe("Deliveries, Delivered · 1 – 10 Mar 2026");
  const { url } = (await call("POST", `/api/exports/${id}/link`)).json();
  const file = await testApp.app.inject({ method: "GET", url: new URL(url).pathname });
  expect(file.headers["content-disposition"]).toContain(
    encodeURIComponent("Delivery report, Deliveries, Delivered, 1 to 10 Mar 2026.csv"),
  );
  expect(file.body).toContain('Filter: Rows behind,"Deliveries, Delivered"');
  expect(file.body).toContain("Filter: Delivery status,Delivered");
  expect(file.body).toContain("Period,1 – 10 Mar 2026");
});

test("a file writes days in the order of whoever asks", async () => {
  await testApp.as(systemCaller("test", tenantId), (context) =>
    insertUser(context, {
      uid: "writer",
      email: "writer@test",
      role: "manager",
      tenant_id: null,
      date_format: "mdy",
    }),
  );
  const url = "/api/reports/tookan-report/export?format=csv&content=figures&from=2026-03-01&to=2026-03-11";
  const file = await call("GET", url, undefined, signedInAs("manager", tenantId, "writer"));
  expect(file.body).toContain('Period,"Mar 1 – 10, 2026');
  expect(file.body).toContain('Generated,"03/18/2026, 12:00"');
});

test("what cannot be exported is told before it is begun, and belongs to its asker alone", async () => {
  const bad = await call("POST", "/api/exports", {
    report: "tookan-report",
    query: "zone=A&nonsense=1",
    format: "csv",
  });
  expect(bad.statusCode).toBe(400);
  const rows = await call("GET", "/api/reports/tookan-report/export?format=csv&rows=net_sales");
  expect(rows.json().error.fields).toHaveProperty("rows");
  const { id } = (await call("POST", "/api/exports", { report: "docman-report", format: "csv" })).json();
  for (const other of [signedInAs("manager", tenantId, "another"), signedInAs("manager", "elsewhere", "maker")]) {
    expect((await call("GET", `/api/exports/${id}`, undefined, other)).statusCode).toBe(404);
    expect((await call("POST", `/api/exports/${id}/link`, undefined, other)).statusCode).toBe(404);
  }
  await ended(id);
});

test("each export is noted with who took what", async () => {
  await call("GET", "/api/reports/warehouse-report/export?format=csv&content=figures", undefined, manager());
  const entries = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db
      .selectFrom("audit_entries")
      .select(["act", "subject", "actor_uid", "details"])
      .where("tenant_id", "=", tenantId)
      .execute(),
  );
  const noted = entries.filter(({ subject }) => subject === "warehouse-report").at(-1);
  expect(noted).toMatchObject({
    act: "report.exported",
    actor_uid: "maker",
    details: { format: "csv", content: "figures" },
  });
});
