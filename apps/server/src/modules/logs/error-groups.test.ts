import type { LogGroup } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askLogs, keepLines } from "../../testing/logs-fixture.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const failure = (minutes: number, more: object = {}) => ({
  time: minutesAgo(minutes),
  level: "error",
  msg: `Row ${minutes} could not be read`,
  ...more,
});

async function listGroups(state: "open" | "muted" = "open"): Promise<LogGroup[]> {
  return JSON.parse((await askLogs(testApp, "/errors", { state })).text).items;
}
const update = (error: string, payload: object) =>
  testApp.app.inject({
    method: "PATCH",
    url: `/api/logs/errors/${error}`,
    headers: signedInAs("admin", "platform", "a1"),
    payload,
  });

test("like errors are one group with their count, times, tenants and people, until it is muted, and again when it returns", async () => {
  await keepLines(testApp, [failure(30, { tenant: "north", person: "p1" }), failure(20, { tenant: "south" })], "old");
  await keepLines(testApp, [failure(10, { tenant: "north", person: "p2" })]);
  await keepLines(testApp, [{ time: minutesAgo(5), level: "warn", part: "mail", msg: "No answer" }]);
  const [mail, rows] = await listGroups();
  expect(mail).toMatchObject({ message: "No answer", lines: 1, isNew: true });
  expect(rows).toMatchObject({ lines: 3, tenants: 2, people: 2, isNew: false, hasReturned: false, assignedTo: null });
  expect(Date.parse(rows?.lastAt ?? "") - Date.parse(rows?.firstAt ?? "")).toBeGreaterThan(19 * 60_000);

  expect((await update(rows?.error ?? "", { isMuted: true })).statusCode).toBe(200);
  expect((await listGroups()).map(({ message }) => message)).toEqual(["No answer"]);
  expect((await listGroups("muted")).map(({ error }) => error)).toEqual([rows?.error]);

  await keepLines(testApp, [{ ...failure(0), time: new Date(Date.now() + 1000).toISOString() }]);
  expect((await listGroups())[0]).toMatchObject({ error: rows?.error, lines: 4, hasReturned: true });
  expect(await listGroups("muted")).toEqual([]);
});

test("a group is assigned to a platform admin alone", async () => {
  const [group] = await listGroups();
  const admin = await createPerson(testApp, { role: "admin" });
  const manager = await createPerson(testApp, { role: "manager", tenantId: "east" });
  expect((await update(group?.error ?? "", { assignedTo: manager.uid })).statusCode).toBe(400);
  expect((await update(group?.error ?? "", { assignedTo: admin.uid })).statusCode).toBe(200);
  expect((await listGroups())[0]?.assignedTo?.id).toBe(admin.uid);
  expect((await update("none", { isMuted: true })).statusCode).toBe(404);
});
