import { type Route, routes } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Context, systemCaller } from "../context.ts";
import { noteMutation } from "./note-mutation.ts";
import { recordAudit } from "./record-audit.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

/** What is noted in a tenant of its own for a call of a route. */
async function listNotes(
  tenantId: string,
  route: Route,
  input: Record<string, unknown>,
  useCase: (context: Context) => Promise<void> = async () => {},
) {
  await testApp.as(systemCaller("test", tenantId), async (context) => {
    await useCase(context);
    await noteMutation(context, route, input);
  });
  const rows = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("audit_entries").select(["act", "subject"]).where("tenant_id", "=", tenantId).execute(),
  );
  return rows.map(({ act, subject }) => [act, subject]);
}

test("a call that changes something is noted by its route and what its path names", async () => {
  expect(await listNotes("plain", routes.deleteView, { report: "tookan-report", view: "v1" })).toEqual([
    [`DELETE ${routes.deleteView.path}`, "tookan-report v1"],
  ]);
});

test("a use case that has said more about it is not noted twice", async () => {
  const told = (context: Context) => recordAudit(context, { act: "views.removed", subject: "views/v1" });
  expect(await listNotes("told", routes.deleteView, { report: "r", view: "v1" }, told)).toEqual([
    ["views.removed", "views/v1"],
  ]);
});

test("reading leaves no note, and neither does what a route says leaves none", async () => {
  expect(await listNotes("reading", routes.listReports, {})).toEqual([]);
  expect(routes.queryMetrics.leavesNoNote).toBe(true);
  expect(await listNotes("asking", routes.queryMetrics, {})).toEqual([]);
});
