import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { ingestFacts } from "../metrics/index.ts";
import { listReports } from "./list-reports.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());

test("a report says in which of its sections the figures of each domain begin", async () => {
  const posting = {
    source_key: "1",
    entry_key: "1",
    account: "Rent",
    account_type: "Expense",
    posted_at: "2026-03-02T10:00:00Z",
    amount_minor: 1,
  };
  const { items } = await testApp.as(systemCaller("test", "ledger"), async (context) => {
    await ingestFacts(context, { fact: "ledger_postings", source: "tests", records: [posting] });
    return listReports({ ...context, permissions: new Set(["reports.read"]) } as typeof context, {});
  });
  expect(items.find(({ id }) => id === "genesis-report")?.beginnings).toEqual({ sales: 0, ledger: 2 });
});
