import type { MetricAnswer, RouteOutput, Routes } from "@console/contracts";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { createScreen, press, renderInApp, says } from "../../lib/screen-for-tests.tsx";
import { TenantFigures } from "./tenant-figures.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

type Catalogue = RouteOutput<Routes["listMetrics"]>;

const failure = new ApiError({ kind: "unexpected", message: "It failed.", requestId: "req-1" });
const makeMetric = (id: string, label: string, domain: string, unit: string, good: "up" | "down" | null = "up") => ({
  id,
  label,
  domain,
  unit,
  good,
  type: "flow" as const,
  rule: "",
  synonyms: [],
  dimensions: [],
  exclusions: [],
  otherCurrencies: [],
});
const domain = (id: string, firstDay: string | null) => ({
  id,
  firstDay,
  lastDay: firstDay,
  ingestedAt: null,
  isLate: false,
  unsettledDays: 0,
});

const catalogue = (firstDay: string | null, progress: Catalogue["progress"] = []): Catalogue => ({
  metrics: [
    makeMetric("delivery_count", "Deliveries", "delivery", "count"),
    makeMetric("on_time_rate", "On-time rate", "delivery", "percent"),
    makeMetric("failed_delivery_rate", "Failed delivery rate", "delivery", "percent", "down"),
    makeMetric("p50_delivery_minutes", "Median delivery time", "delivery", "minutes", "down"),
    makeMetric("net_profit", "Net profit", "ledger", "currency"),
    makeMetric("cash_balance", "Cash balance", "ledger", "currency"),
    makeMetric("receivable_balance", "Receivables", "ledger", "currency", null),
    makeMetric("payable_balance", "Payables", "ledger", "currency", null),
  ],
  dimensions: [],
  domains: [domain("delivery", firstDay), domain("warehouse", null), domain("ledger", firstDay)],
  timeZone: "Asia/Bahrain",
  currency: "USD",
  today: "2026-11-15",
  progress,
});

/** An answer in which every figure is 200 and was 100. */
function answerTo({ metrics, grain }: { metrics: string[]; grain?: string; compare?: object }): MetricAnswer {
  const figures = Object.fromEntries(metrics.flatMap((id) => [[id, 200] as const, [`${id}__compare`, 100] as const]));
  return {
    columns: metrics.map((id) => ({ id, label: id, kind: "metric", unit: "count", good: null })),
    rows: grain ? [{ period: "2026-11-14", ...figures }] : [figures],
    totals: figures,
    time: { from: "2026-10-17", to: "2026-11-16", timeZone: "Asia/Bahrain" },
    compareTime: { from: "2026-09-17", to: "2026-10-17" },
    currency: "USD",
    isTruncated: false,
    rules: metrics.map((metric) => ({
      metric,
      rule: `What ${metric} counts.`,
      exclusions: [{ label: "Pickup legs", count: 1530 }],
      otherCurrencies: [],
      coverage: null,
      unknown: null,
      isOtherUnknown: false,
      comparisonGap: null,
    })),
    freshness: [{ domain: "any", ingestedAt: "2026-11-15T06:44:00.000Z", lastDay: "2026-11-15", isLate: false }],
  };
}

let container: HTMLElement;

beforeEach(() => {
  queryClient.clear();
  vi.mocked(callApi).mockReset();
  container = document.createElement("div");
  document.body.append(container);
});

afterEach(() => {
  vi.useRealTimers();
});

const screen = createScreen();

type Answers = {
  listMetrics: () => unknown;
  listDataDays?: () => unknown;
  queryMetrics?: (input: Parameters<typeof answerTo>[0]) => unknown;
};

async function show(answers: Answers, source: string | null = "Tookan") {
  vi.mocked(callApi).mockImplementation((async (name: keyof Answers, input: never) =>
    (answers[name] ?? (name === "listDataDays" ? () => ({ items: [] }) : answerTo))(input)) as typeof callApi);
  await renderInApp(<TenantFigures source={source} whenEmpty={<p>Nothing has arrived.</p>} />, { container });
}

const fails = () => {
  throw failure;
};

test("figures are shown with how they moved, their days and as of when they are", async () => {
  await show({ listMetrics: () => catalogue("2025-11-15") });
  await says("Last 30 days, 17 Oct – 15 Nov");
  await says("Deliveries 200+100.0%bettervs previous 30 days");
  await says("Failed delivery rate 20,000.0%+10,000.0 ptsworse");
  await says("How many deliveries were due each day?");
  await says("As of 15 Nov 2026, ");
  expect(container.querySelectorAll("h2")).toHaveLength(1);
});

test("a page of any source shows each domain that has facts", async () => {
  await show({ listMetrics: () => catalogue("2025-11-15") }, null);
  await says("Receivables USD, now200.00");
  expect([...container.querySelectorAll("h2")].map((heading) => heading.textContent)).toEqual(["Deliveries", "Ledger"]);
});

test("what a figure counts, and how many rows it leaves out, opens at its button", async () => {
  await show({ listMetrics: () => catalogue("2025-11-15") });
  await says("Deliveries 200");
  await press("What is Deliveries?");
  await says("What delivery_count counts.Left outPickup legs1,530");
});

test("while nothing is known, room is kept for the figures", async () => {
  await show({ listMetrics: () => new Promise(() => {}) });
  expect(container.querySelector("[role=status]")?.getAttribute("aria-label")).toBe("Loading figures");
});

test("while figures are on their way no number is shown", async () => {
  await show({ listMetrics: () => catalogue("2025-11-15"), queryMetrics: () => new Promise(() => {}) });
  await says("On-time rate");
  expect(container.querySelector("ul")?.getAttribute("aria-busy")).toBe("true");
  expect(container.querySelector("ul")?.textContent).not.toMatch(/\d/);
});

test("without facts the page stays empty", async () => {
  await show({ listMetrics: () => catalogue(null) });
  await says("Nothing has arrived.");
});

test("demo data that is being filled in says how far it is, and gives way to the figures when it is done", async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const progress = [{ work: "demo-data", done: 120, total: 366, state: "running" as const }];
  let now = catalogue("2025-11-15", progress);
  await show({ listMetrics: () => now });
  await pass(100);
  expect(container.textContent).toContain("Demo data is being filled in");
  const bar = container.querySelector("[role=progressbar]");
  expect([bar?.getAttribute("aria-valuenow"), bar?.getAttribute("aria-valuetext")]).toEqual(["120", "120 of 366 days"]);
  now = catalogue("2025-11-15");
  await pass(2_000);
  expect(container.textContent).toContain("Deliveries 200");
  expect(container.textContent).not.toContain("being filled in");
});

test("demo data that stopped is told, beside what is there", async () => {
  const progress = [{ work: "demo-data", done: 120, total: 366, state: "failed" as const }];
  await show({ listMetrics: () => catalogue("2025-11-15", progress) });
  await says("The demo data could not be filled in");
  await says("Deliveries 200");
});

test("a failure to learn what there is is told with its request id and can be tried again", async () => {
  let list: () => unknown = fails;
  await show({ listMetrics: () => list() });
  await says("The figures could not be loaded");
  await says("req-1");
  list = () => catalogue("2025-11-15");
  await press("Retry");
  await says("Deliveries 200");
});

test("a chart that cannot be read leaves the figures alone, and the other way round", async () => {
  await show({
    listMetrics: () => catalogue("2025-11-15"),
    queryMetrics: (input) => (input.compare ? answerTo(input) : fails()),
  });
  await says("The chart could not be loaded");
  await says("Deliveries 200");
});

test("figures of one span that cannot be read leave the others alone", async () => {
  await show(
    {
      listMetrics: () => catalogue("2025-11-15"),
      queryMetrics: (input) => (input.metrics.includes("cash_balance") ? fails() : answerTo(input)),
    },
    null,
  );
  await says("Net profit USD200.00");
  await says("Cash balance USD, now–Could not be read.");
  await says("Some figures could not be loaded. It failed. Request ID req-1.");
});

test("figures that could not be refreshed stay, and say that they are old", async () => {
  let query: (input: Parameters<typeof answerTo>[0]) => unknown = answerTo;
  await show({ listMetrics: () => catalogue("2025-11-15"), queryMetrics: (input) => query(input) });
  await says("Deliveries 200");
  query = fails;
  await act(async () => queryClient.refetchQueries().catch(() => {}));
  await says("The last refresh failed. These figures are from ");
  await says("The last refresh failed. This chart is from ");
  await says("Deliveries 200");
});

test("figures of days without data say where the data lies", async () => {
  const items = [{ domain: "delivery", first: "2010-12-01", last: "2011-12-09" }];
  Object.assign(screen.answers, {
    listMetrics: catalogue("2010-12-01"),
    queryMetrics: answerTo,
    listDataDays: { items },
  });
  await screen.show(<TenantFigures source="Tookan" whenEmpty={null} />);
  await says("There is no data in the last 30 days.Your data: 1 Dec 2010 – 9 Dec 2011");
  const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Show these days");
  expect(link?.getAttribute("href")).toBe("/tenant/tookan-report?from=2010-12-01&to=2011-12-09");
});
