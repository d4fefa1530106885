import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackupAge } from "../../platform/backup/backup-store.ts";
import { checkBackup } from "../../platform/backup/check-backup.ts";
import { type Context, platformTenant, systemCaller } from "../../platform/context.ts";
import { installationKey } from "../../platform/crypto/secret-key.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { backupJobs, lastDueTime, removeOldBackups } from "./nightly-backup.ts";

let testApp: TestApp;
let folder: string;
const key = installationKey("a key that only this test would ever use");
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "nightly-"));
  testApp = await createTestApp();
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const jobs = () =>
  backupJobs({ url: testApp.databaseUrl, key, dataDir: path.join(folder, "data"), folders: [], leftOut: [] });
const asPlatform = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", platformTenant), work);
const runSchedule = () => asPlatform(async (context) => jobs()[0]?.run?.(context, {}));
const countJobs = async () =>
  (await testApp.pool.query("select from graphile_worker.jobs where task_identifier = 'backup.make'")).rowCount;
const change = (changes: Record<string, unknown>, role = "superadmin") =>
  testApp.app.inject({
    method: "PATCH",
    url: "/api/admin/settings",
    headers: signedInAs(role),
    payload: { changes },
  });

test("a backup is due at its time of this day, or of the day before", () => {
  expect(lastDueTime(new Date("2026-03-02T01:29:59Z"), "01:30").toISOString()).toBe("2026-03-01T01:30:00.000Z");
  expect(lastDueTime(new Date("2026-03-02T01:30:00Z"), "01:30").toISOString()).toBe("2026-03-02T01:30:00.000Z");
});

test("without a folder none is made, and only a superadmin names one", async () => {
  await runSchedule();
  expect(await countJobs()).toBe(0);
  expect((await change({ "backups.folder": folder }, "admin")).json().error.fields).toHaveProperty(["backups.folder"]);
  expect((await change({ "backups.folder": "relative" })).statusCode).toBe(400);
  expect((await change({ "backups.time": "25:00" })).statusCode).toBe(400);
});

test("one that is due is made once, its age is known, and it is whole", async () => {
  expect(await asPlatform(readBackupAge)).toBeNull();
  const target = path.join(folder, "nightly");
  expect((await change({ "backups.folder": target })).statusCode).toBe(200);
  await runSchedule();
  await runSchedule();
  expect(await countJobs()).toBe(1);
  await testApp.startJobs(jobs().map(({ schedule: _, ...job }): Job => job));
  await until(async () => (await asPlatform(readBackupAge)) !== null);
  const [name = "", ...others] = readdirSync(target);
  expect(others).toEqual([]);
  await checkBackup(path.join(target, name), key, { signal: new AbortController().signal, say: () => {} });
  await runSchedule();
  expect(await countJobs()).toBe(0);
});

test("what can be measured tells the age of the last whole backup, and not a number where none is known", async () => {
  const readGauge = async () =>
    (await testApp.metrics.registry.getSingleMetric("backup_age_seconds")?.get())?.values[0];
  testApp.metrics.observeBackup(async () => null);
  expect((await readGauge())?.value).toBeNaN();
  testApp.metrics.registry.removeSingleMetric("backup_age_seconds");
  testApp.metrics.observeBackup(async () => ({ ageMs: 5000 }));
  expect((await readGauge())?.value).toBe(5);
});

test("old backups go, the newest stays whatever its age, and nothing else is touched", async () => {
  const place = path.join(folder, "old");
  const names = [
    "2026-01-01T013000Z",
    "2026-01-02T013000Z",
    "2026-01-03T013000Z.partial-0123456789ab",
    "my-own-folder",
  ];
  for (const name of names) mkdirSync(path.join(place, name), { recursive: true });
  await removeOldBackups(place, new Date("2026-03-01T00:00:00Z"));
  expect(readdirSync(place).sort()).toEqual(["2026-01-02T013000Z", "my-own-folder"]);
});
