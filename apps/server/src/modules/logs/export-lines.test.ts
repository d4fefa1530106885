import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ExportJob } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Job } from "../../platform/jobs/define-job.ts";
import { askLogs, keepLines } from "../../testing/logs-fixture.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { exportLinesJob } from "./export-lines.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "log-exports-"));
const range = { since: "2026-11-10T10:00:00.000Z", until: "2026-11-10T11:00:00.000Z" };
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { DATA_DIR: dataDir } });
  const noise = Array.from({ length: 30 }, (_, number) => ({ msg: `Noise ${number}` }));
  const failed = { level: "error", part: "jobs", msg: "out of time", err: { type: "Error", message: "disk full" } };
  const lines = [...noise, failed, { level: "error", msg: "x is undefined" }];
  await keepLines(
    testApp,
    lines.map((line, place) => ({ ...line, time: new Date(Date.parse(range.since) + place * 1000).toISOString() })),
  );
  await testApp.startJobs([exportLinesJob(testApp.database, { mostLines: 20, mostBytes: 4000 })] as Job[]);
});
afterAll(async () => {
  await testApp.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(role: string, query: string, format = "ndjson") {
  const { uid } = await createPerson(testApp, { role });
  const headers = signedInAs(role, "platform", uid);
  const payload = { query, format, ...range };
  const started = await testApp.app.inject({ method: "POST", url: "/api/logs/exports", headers, payload });
  expect(started.statusCode, started.body).toBe(202);
  const { id } = started.json() as ExportJob;
  const call = async (method: "GET" | "POST" | "DELETE", rest = "") =>
    (await testApp.app.inject({ method, url: `/api/exports/${id}${rest}`, headers })).json();
  return { id, uid, headers, call };
}

/** Waits until a file is made or refused. */
async function waitForEnd({ call }: { call: (method: "GET") => Promise<ExportJob> }): Promise<ExportJob> {
  let file = await call("GET");
  await until(async () => {
    file = await call("GET");
    return file.state === "done" || file.state === "failed";
  });
  return file;
}

async function readFile({ call }: { call: (method: "POST", rest: string) => Promise<{ url: string }> }) {
  const { url } = await call("POST", "/link");
  return (await testApp.app.inject({ url: new URL(url).pathname })).body;
}

test("a file holds all that is found, says how far it is, and is noted as its asker's reading", async () => {
  const asked = await ask("superadmin", "level:error");
  expect(await waitForEnd(asked)).toMatchObject({
    state: "done",
    rowsDone: 2,
    rowsTotal: 2,
    path: "/admin/platform-logs",
  });
  const lines = (await readFile(asked)).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(["x is undefined", "out of time"]);
  expect(lines[1]).toContain("disk full");
  const audit = await askLogs(testApp, "", { query: `part:audit person:${asked.uid}` });
  expect(audit.text).toContain("downloaded platform logs (NDJSON, 2 lines)");
});

test("admins get no details", async () => {
  const asked = await ask("admin", "level:error", "csv");
  await waitForEnd(asked);
  const text = await readFile(asked);
  expect(text).toContain("out of time");
  expect(text).not.toContain("disk full");
});

test("more lines than a file may hold are refused in words, and leave no file", async () => {
  const asked = await ask("admin", "");
  expect(await waitForEnd(asked)).toMatchObject({
    state: "failed",
    problem: "The search finds more than 20 lines. Add a filter, or choose a shorter range.",
  });
  expect(readdirSync(path.join(dataDir, "exports"))).not.toContain(asked.id);
});

test("whoever may not read logs by then gets no file", async () => {
  const { uid } = await createPerson(testApp, { role: "admin" });
  await testApp.pool.query("update users set role = 'user' where uid = $1", [uid]);
  const headers = signedInAs("admin", "platform", uid);
  const payload = { query: "level:error", format: "csv", ...range };
  const { id } = (await testApp.app.inject({ method: "POST", url: "/api/logs/exports", headers, payload })).json();
  const call = async () => (await testApp.app.inject({ url: `/api/exports/${id}`, headers })).json();
  expect(await waitForEnd({ call })).toMatchObject({ state: "failed" });
});
