import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { exportFilePath, writeExportFile } from "../../exports/index.ts";
import { reports } from "../reports.ts";
import { exportJob } from "./run-export.ts";

let testApp: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), "exports-"));
beforeAll(async () => {
  testApp = await createTestApp({ environment: { DATA_DIR: folder } });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true, force: true });
});

const options = {
  report: "tookan-report",
  query: "",
  uid: "u1",
  role: "manager",
  endsBefore: true,
  format: "csv",
  content: "all",
} as const;

async function insertExport(id: string) {
  await testApp.pool.query(
    `begin; set local app.tenant_id = 'north';
     insert into exports (tenant_id, id, asked_by, subject, title, query, format, state, asked_at, expires_at)
     values ('north', '${id}', 'u1', 'tookan-report', 'T', '', 'csv', 'waiting', now(), now() + interval '1 day'); commit`,
  );
}

test("an export that is given up leaves no file", async () => {
  await insertExport("e1");
  await writeExportFile(testApp.config, "e1", Readable.from([Buffer.from("half")]));
  const job = exportJob(reports, testApp.database);
  await testApp.as(systemCaller("test", "north"), async (context) => job.giveUp?.(context, { id: "e1", ...options }));
  expect(existsSync(exportFilePath(testApp.config, "e1"))).toBe(false);
});

test("a job of an earlier version, whose days ended with `to`, makes a file of the same days", async () => {
  const job = exportJob(reports, testApp.database);
  const view = { content: "figures", query: "from=2026-03-10&to=2026-03-10" } as const;
  for (const [id, endsBefore, period] of [
    ["e2", false, "10 Mar 2026"],
    ["e3", true, null],
  ] as const) {
    await insertExport(id);
    const input = { ...options, ...view, id, endsBefore };
    await testApp.as(systemCaller("test", "north"), async (context) => job.run?.(context, input));
    const file = exportFilePath(testApp.config, id);
    expect(existsSync(file)).toBe(period !== null);
    if (period) expect(readFileSync(file, "utf8")).toContain(`Period,"${period}`);
  }
});
