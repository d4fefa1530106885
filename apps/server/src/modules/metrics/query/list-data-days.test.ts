import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { listDataDays } from "./list-metrics.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());

const document = (source_key: string, created_at: string, expires_on: string) => ({
  source_key,
  title: source_key,
  status: "Approved",
  created_at,
  expires_on,
});
const read = (tenant: string) => testApp.as(systemCaller("test", tenant), (context) => listDataDays(context));

test("data lies where its rows are, not where documents run out, and what was removed is no data", async () => {
  const records = [
    document("a", "2010-12-01T10:00:00Z", "1930-06-11"),
    document("b", "2011-12-09T10:00:00Z", "2029-06-30"),
  ];
  await testApp.as(systemCaller("test", "days"), (context) =>
    ingestFacts(context, { fact: "documents", source: "files", records, deletions: [] }),
  );
  expect(await read("days")).toEqual({ items: [{ domain: "documents", first: "2010-12-01", last: "2011-12-09" }] });
  expect(await read("others")).toEqual({ items: [] });
  await testApp.as(systemCaller("test", "days"), (context) =>
    ingestFacts(context, { fact: "documents", source: "files", records: [], deletions: ["b"] }),
  );
  expect(await read("days")).toEqual({ items: [{ domain: "documents", first: "2010-12-01", last: "2010-12-01" }] });
});
