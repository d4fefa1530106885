import { type MetricAnswer, type MetricQueryInput, metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import type { FactRecord } from "../facts/read-records.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { queryMetrics } from "./query-metrics.ts";

const today = "2026-03-18";
const tenantId = "terms";
const caller = systemCaller("test", tenantId);
let testApp: TestApp;

/** Ann buys once in each month, Bo twice in March, Cy once with two lines, and Di only takes back what she bought. */
const sales = [
  ["1", "Ann", "r1", "2026-02-10", "North"],
  ["2", "Ann", "r2", "2026-03-10", "South"],
  ["3", "Bo", "r3", "2026-03-11", "North"],
  ["4", "Bo", "r4", "2026-03-12", "North"],
  ["5", "Cy", "r5", "2026-03-12", "North"],
  ["6", "Cy", "r5", "2026-03-12", "North"],
  ["7", "Di", "r6", "2026-03-01", "North"],
  ["8", "Di", "r7", "2026-03-02", "North"],
  ["9", null, "r8", "2026-03-02", null],
].map(
  ([source_key, customer_key, receipt_key, day, branch]): FactRecord => ({
    source_key,
    customer_key,
    receipt_key,
    branch,
    product: source_key === "9" ? "Nut" : "Bolt",
    sold_at: `${day}T10:00:00Z`,
    quantity_milli: 2000,
    gross_minor: 1000,
    discount_minor: source_key === "1" ? 200 : null,
    is_return: source_key === "8",
  }),
);

/** What ends, by the day of its end; a word stands for one that never does. */
const terms: Record<string, FactRecord> = {
  "long ago": { expires_on: "2019-05-01", notice_on: "2019-02-01" },
  yesterday: { expires_on: "2026-03-17" },
  today: { expires_on: today },
  "in 89 days": { expires_on: "2026-06-15", notice_on: "2026-03-10" },
  "in 90 days": { expires_on: "2026-06-16", notice_on: today },
  "in a century": { expires_on: "2126-01-01", amount_minor: 150_000 },
  perpetual: { is_perpetual: true, amount_minor: 50_000 },
  unknown: {},
};
const documents = Object.entries(terms).map(
  ([name, term]): FactRecord => ({
    source_key: name,
    title: name,
    status: "Signed",
    created_at: name === "long ago" ? "2018-01-01T08:00:00Z" : "2026-03-02T08:00:00Z",
    submitted_at: "2026-01-01T08:00:00Z",
    ...term,
  }),
);

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: `${today}T12:00:00Z` } });
  await testApp.as(caller, async (context) => {
    await ingestFacts(context, { fact: "sale_lines", source: "tests", records: sales });
    await ingestFacts(context, { fact: "documents", source: "tests", records: documents });
  });
  const settle = () =>
    testApp.as(caller, (context) => settleRollups(context, registry, { fewestRows: 0, rowsPerCell: 0 }));
  while (await settle());
});
afterAll(() => testApp.close());

function ask(question: MetricQueryInput): Promise<MetricAnswer> {
  return testApp.inSnapshot(caller, (context) => queryMetrics(context, metricQuery.parse(question)));
}

async function listKeys(metric: string, time: object): Promise<string[]> {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/api/metrics/rows",
    headers: signedInAs("manager", tenantId),
    payload: { metric, time, limit: 100 },
  });
  expect(response.statusCode, response.body).toBe(200);
  const { items } = response.json() as { items: Record<string, string>[] };
  return items.map(({ line, document }) => line ?? document ?? "").sort();
}

const both = { from: "2026-02-01", to: "2026-03-19" };

test("a customer who comes once in each month is a repeat customer of both, and of neither", async () => {
  const { rows, totals } = await ask({ metrics: ["repeat_customer_count"], time: both, grain: "month" });
  expect(rows.map((row) => row.repeat_customer_count)).toEqual([0, 1]);
  expect(totals).toEqual({ repeat_customer_count: 2 });
});

test("repeat customers of a branch bought there more than once; together they are more than its parts", async () => {
  const metrics = ["repeat_customer_count", "customer_count", "repeat_customer_rate"];
  const { rows, totals } = await ask({ metrics, dimensions: ["branch"], time: both, sort: [{ by: "branch" }] });
  const byBranch = Object.fromEntries(rows.map((row) => [row.branch, metrics.map((metric) => row[metric])]));
  expect(byBranch).toEqual({ North: [1, 4, 0.25], South: [0, 1, 0], Unassigned: [null, null, null] });
  expect(metrics.map((metric) => totals[metric])).toEqual([2, 4, 0.5]);
  const limited = await ask({ metrics, dimensions: ["branch"], grain: "month", time: both, limit: 1, other: true });
  expect(limited.totals.repeat_customer_count).toBe(2);
});

test("what the rest has of different values is told only where it adds up", async () => {
  const metrics = ["customer_count", "repeat_customer_count", "repeat_customer_rate", "transaction_count", "net_sales"];
  const question = { metrics, time: both, limit: 1, other: true, sort: [{ by: "net_sales" }] };
  const { rows, rules } = await ask({ ...question, dimensions: ["branch"] });
  const toFigures = (row: MetricAnswer["rows"][number] | undefined) => metrics.map((metric) => row?.[metric]);
  expect(toFigures(rows.find((row) => row.branch === "Other"))).toEqual([null, null, null, 2, 20]);
  expect(rules.map(({ isOtherUnknown }) => isOtherUnknown)).toEqual([true, true, true, false, false]);
  const compare = { type: "range", from: "2026-02-10", to: "2026-03-10" } as const;
  const compared = await ask({ ...question, dimensions: ["branch"], compare });
  expect(compared.rows.at(-1)).toMatchObject({ branch: "Other", customer_count__compare: null });
  // A receipt has several products.
  const byProduct = await ask({ ...question, dimensions: ["product"] });
  expect(byProduct.rows.at(-1)).toMatchObject({ product: "Other", transaction_count: null, net_sales: 10 });
});

test("what may count in several periods has no running total", async () => {
  const course = { time: both, grain: "month", cumulative: true } as const;
  for (const metric of ["customer_count", "repeat_customer_rate", "selling_branch_count"])
    await expect(ask({ ...course, metrics: [metric] })).rejects.toMatchObject({ kind: "invalid_input" });
  const { rows } = await ask({ ...course, metrics: ["transaction_count"] });
  expect(rows.map((row) => row.transaction_count)).toEqual([1, 7]);
});

test("the rows behind repeat customers are all that they bought, and nothing of the others", async () => {
  expect(await listKeys("repeat_customer_count", both)).toEqual(["1", "2", "3", "4"]);
  expect(await listKeys("repeat_customer_count", { from: "2026-03-01", to: "2026-03-19" })).toEqual(["3", "4"]);
});

test("a unit costs what was paid for it, and branches that sold are counted once", async () => {
  const { totals } = await ask({ metrics: ["avg_unit_price", "selling_branch_count"], time: both });
  // 8 lines of 10.00 less a discount of 2.00, 2 units each.
  expect(totals).toEqual({ avg_unit_price: 4.875, selling_branch_count: 2 });
});

const standings = [
  "expired_document_count",
  "later_expiring_document_count",
  "perpetual_document_count",
  "unknown_expiry_document_count",
];

test("every document is expired, ends soon, ends later, never ends, or nobody knows", async () => {
  const { totals } = await ask({ metrics: standings, time: { asOf: today } });
  expect(standings.map((metric) => totals[metric])).toEqual([2, 2, 1, 1]);
  const soon = await ask({ metrics: ["expiring_document_count"], time: { from: today, to: "2026-06-16" } });
  expect(soon.totals).toEqual({ expiring_document_count: 2 });
});

test("what stood before is told month by month, and the rows are those of the figure", async () => {
  const time = { from: "2026-01-01", to: "2026-03-19" };
  const { rows } = await ask({ metrics: standings.slice(0, 2), time, grain: "month" });
  expect(rows.map((row) => [row.period, ...standings.slice(0, 2).map((metric) => row[metric])])).toEqual([
    // Those that end later were created in March.
    ["2026-01-01", 1, 0],
    ["2026-02-01", 1, 0],
    ["2026-03-01", 2, 2],
  ]);
  expect(await listKeys("later_expiring_document_count", time)).toEqual(["in 90 days", "in a century"]);
  expect(await listKeys("expired_document_count", time)).toEqual(["long ago", "yesterday"]);
  expect(await listKeys("perpetual_document_count", time)).toEqual(["perpetual"]);
});

test("notice has passed from the day after its last day on, until the document has ended", async () => {
  const passed = async (asOf: string) =>
    (await ask({ metrics: ["notice_passed_document_count"], time: { asOf } })).totals.notice_passed_document_count;
  expect(await passed("2019-02-01")).toBe(0);
  expect(await passed("2019-02-02")).toBe(1);
  expect(await passed("2019-05-01")).toBe(1);
  expect(await passed("2019-05-02")).toBe(0);
  expect(await passed(today)).toBe(1);
  const ahead = await ask({ metrics: ["notice_document_count"], time: { from: today, to: "2026-04-17" } });
  expect(ahead.totals).toEqual({ notice_document_count: 1 });
});

test("values are added up where they are known, and the answer says of how many", async () => {
  const { totals, rules } = await ask({
    metrics: ["document_amount", "avg_document_amount"],
    time: { from: "2026-01-01", to: "2026-03-19" },
  });
  expect(totals).toEqual({ document_amount: 2000, avg_document_amount: 1000 });
  expect(rules[0]).toMatchObject({ coverage: { what: "Values", of: "documents" }, unknown: null });
});

test("without any value or expiry the figures are not known, and say what they need", async () => {
  await testApp.as(systemCaller("test", "bare"), (context) =>
    ingestFacts(context, {
      fact: "documents",
      source: "tests",
      records: [{ source_key: "1", title: "A", status: "Draft", created_at: "2026-03-02T08:00:00Z" }],
    }),
  );
  const metrics = [...standings.slice(0, 3), "document_amount", "notice_passed_document_count"];
  const { totals, rules } = await testApp.inSnapshot(systemCaller("test", "bare"), (context) =>
    queryMetrics(context, metricQuery.parse({ metrics, time: { from: "2026-03-01", to: "2026-03-19" } })),
  );
  expect(Object.values(totals)).toEqual(metrics.map(() => null));
  expect([...new Set(rules.map(({ unknown }) => unknown))]).toEqual([
    "Needs the expiry of each document, or that it is perpetual",
    "Needs the value of each document",
    "Needs the notice date of each document",
  ]);
});
