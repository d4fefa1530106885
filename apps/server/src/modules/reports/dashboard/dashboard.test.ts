import type { Change, Dashboard, PanelCard } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { randomNumbers, randomRecord } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { factTables, ingestFacts } from "../../metrics/index.ts";

const now = "2026-03-18T12:00:00Z";
let testApp: TestApp;

type Who = Record<string, string>;
type Method = "GET" | "PUT" | "POST";

async function call(who: Who, method: Method, url: string, payload?: object) {
  const response = await testApp.app.inject({ method, url, headers: who, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, body: response.json() };
}

const manager = signedInAs("manager", "harbour", "manager-1");
const worker = signedInAs("worker", "harbour", "worker-1");
const stranger = signedInAs("manager", "other", "manager-2");

/** A dashboard of people who have pinned nothing. */
type PanelLists = Record<"cards" | "defaults" | "available", PanelCard[]>;
type PanelDashboard = Omit<Dashboard, keyof PanelLists> & PanelLists;

const readDashboard = async (who: Who) => (await call(who, "GET", "/api/dashboard")).body as PanelDashboard;
const readChanges = async (who: Who) =>
  (await call(who, "GET", "/api/dashboard/changes")).body as {
    items: Change[];
    muted: { metric: string; kind: string }[];
  };
const toPlacements = ({ cards }: Pick<PanelDashboard, "cards">) =>
  cards.map(({ report, panel }) => `${report}/${panel.id}`);

/** Deliveries of fourteen days: on the last seven, many more of Harbour Depot come late. */
function deliveries() {
  return Array.from({ length: 14 }, (_, day) =>
    ["Harbour Depot", "Hill Depot"].flatMap((depot) =>
      Array.from({ length: 20 }, (_, index) => {
        const date = new Date(Date.parse("2026-03-04") + day * 86_400_000).toISOString().slice(0, 10);
        const lateOnes = day < 7 ? 2 : depot === "Harbour Depot" ? 9 : 3;
        const isLate = index < lateOnes + (day % 2);
        return {
          source_key: `${depot} ${day} ${index}`,
          status: "Delivered",
          depot,
          created_at: `${date}T06:00:00Z`,
          started_at: `${date}T08:00:00Z`,
          due_at: `${date}T10:00:00Z`,
          completed_at: `${date}T${isLate ? "11" : "09"}:00:00Z`,
        };
      }),
    ),
  ).flat();
}

/** Deliveries of the days up to yesterday, each with how many there are and how many of them come late. */
function makeDeliveries(days: readonly (readonly [count: number, late: number])[]) {
  return days.flatMap(([count, late], day) => {
    const date = new Date(Date.parse("2026-03-18") - (days.length - day) * 86_400_000).toISOString().slice(0, 10);
    return Array.from({ length: count }, (_, index) => ({
      source_key: `${date} ${index}`,
      status: "Delivered",
      created_at: `${date}T06:00:00Z`,
      started_at: `${date}T08:00:00Z`,
      due_at: `${date}T10:00:00Z`,
      completed_at: `${date}T${index < late ? "11" : "09"}:00:00Z`,
    }));
  });
}

/** Weeks with the same up and down, all as large as their number says. */
const makeWeeks = (...sizes: number[]) =>
  sizes.flatMap((size) => [40, 36, 38, 10, 4, 30, 34].map((count) => [Math.round(count * size), 0] as const));

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: now } });
  const ingest = (tenantId: string, fact: string, records: Record<string, unknown>[]) =>
    testApp.as(systemCaller("test", tenantId), (context) => ingestFacts(context, { fact, source: "test", records }));
  await ingest("harbour", "delivery_tasks", deliveries());
  const nameless = deliveries().map(({ depot, ...rest }) => (depot === "Harbour Depot" ? rest : { depot, ...rest }));
  await ingest("nameless", "delivery_tasks", nameless);
  await ingest("weekly", "delivery_tasks", makeDeliveries(makeWeeks(1, 1.2)));
  await ingest("slow", "delivery_tasks", makeDeliveries(makeWeeks(1, 1, 1, 1, 1.2, 1.2, 1.2, 1.2)));
  const [usual, better] = [[10, 1] as const, [10, 0] as const];
  const outlying = [[200, 10] as const, ...Array(6).fill(usual), [200, 34] as const, ...Array(6).fill(better)];
  await ingest("outlying", "delivery_tasks", makeDeliveries(outlying));
  const random = randomNumbers(11);
  for (const table of factTables) {
    const records = Array.from({ length: 400 }, () => randomRecord(table, random, 400));
    await ingest("whole", table.table, records);
  }
});
afterAll(() => testApp.close());

test("the cards follow the domains that have facts, and an overview is no report of the catalogue", async () => {
  const { cards, isDefault, available, freshness, missing, today } = await readDashboard(manager);
  expect(toPlacements({ cards })).toEqual(["overview/delivery", "overview-month/delivery", "tookan-report/on-time"]);
  expect([isDefault, today]).toEqual([true, "2026-03-18"]);
  expect(new Set(available.map(({ source }) => source.title))).toEqual(new Set(["Delivery report"]));
  expect(freshness).toMatchObject([{ domain: "delivery", label: "Delivery", path: "/tenant/tookan-report" }]);
  expect(missing.map(({ label }) => label)).toEqual(["Warehouse", "Genesis", "Documents", "Ledger"]);
  const { body } = await call(manager, "GET", "/api/reports");
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(["tookan-report"]);
});

test("every card of a tenant with all sources can be read, and leads to a report that shows it", async () => {
  const who = signedInAs("manager", "whole");
  const { cards } = await readDashboard(who);
  expect(cards).toHaveLength(14);
  for (const { report, panel, source } of cards) {
    expect((await call(who, "GET", `/api/reports/${report}/panels/${panel.id}`)).status).toBe(200);
    const shown = source.path.split("/").at(-1);
    const there = await call(who, "GET", `/api/reports/${shown}/panels/${source.panel}?${source.query}`);
    expect(there.status, source.query).toBe(200);
  }
});

test("an arrangement is kept for its maker alone, without cards that are unknown or not available", async () => {
  const value = [
    { report: "tookan-report", panel: "reasons", width: 8 },
    { report: "genesis-report", panel: "sales", width: 8 },
    { report: "nothing", panel: "reasons", width: 4 },
    { report: "overview", panel: "delivery", width: 5 },
    { report: "tookan-report", panel: "reasons", width: 4 },
    null,
  ];
  await call(worker, "PUT", "/api/choices/dashboard", { value });
  const own = await readDashboard(worker);
  expect(own.isDefault).toBe(false);
  expect(own.cards.map(({ panel, width }) => [panel.id, width])).toEqual([
    ["reasons", 8],
    ["delivery", 12],
  ]);
  expect((await readDashboard(manager)).isDefault).toBe(true);
  await call(worker, "PUT", "/api/choices/dashboard", { value: null });
  expect(await readDashboard(worker)).toMatchObject({ isDefault: true });
});

test("a manager sets the default of the tenant, which a reset goes back to, and nobody else does", async () => {
  const cards = [{ report: "tookan-report", panel: "depots", width: 12 }];
  expect((await call(worker, "PUT", "/api/dashboard/default", { cards })).status).toBe(403);
  const own = [{ report: "tookan-report", panel: "reasons", width: 6 }];
  for (const who of [manager, worker]) await call(who, "PUT", "/api/choices/dashboard", { value: own });
  expect((await call(manager, "PUT", "/api/dashboard/default", { cards })).status).toBe(200);
  expect(toPlacements(await readDashboard(manager))).toEqual(["tookan-report/depots"]);
  const dashboard = await readDashboard(worker);
  expect([toPlacements(dashboard), toPlacements({ cards: dashboard.defaults })]).toEqual([
    ["tookan-report/reasons"],
    ["tookan-report/depots"],
  ]);
  await call(worker, "PUT", "/api/choices/dashboard", { value: null });
  expect(toPlacements(await readDashboard(worker))).toEqual(["tookan-report/depots"]);
  expect(toPlacements(await readDashboard(signedInAs("worker", "whole")))).toHaveLength(14);
  const wrong = await call(manager, "PUT", "/api/dashboard/default", { cards: [{ ...cards[0], width: 5 }] });
  expect(wrong.status).toBe(400);
});

test("a manager goes back to the product's default, which leaves what people have arranged themselves", async () => {
  const cards = [{ report: "tookan-report", panel: "depots", width: 12 }];
  const own = [{ report: "tookan-report", panel: "reasons", width: 6 }];
  await call(manager, "PUT", "/api/dashboard/default", { cards });
  expect(await readDashboard(worker)).toMatchObject({ isTenantDefault: true, cards: [{ panel: { id: "depots" } }] });
  await call(manager, "PUT", "/api/choices/dashboard", { value: own });
  expect((await call(worker, "PUT", "/api/dashboard/default", { cards: null })).status).toBe(403);
  expect((await call(manager, "PUT", "/api/dashboard/default", { cards: null })).status).toBe(200);
  const product = ["overview/delivery", "overview-month/delivery", "tookan-report/on-time"];
  expect(toPlacements(await readDashboard(worker))).toEqual(product);
  const dashboard = await readDashboard(manager);
  expect([dashboard.isTenantDefault, toPlacements(dashboard), toPlacements({ cards: dashboard.defaults })]).toEqual([
    false,
    ["tookan-report/reasons"],
    product,
  ]);
  await call(manager, "PUT", "/api/choices/dashboard", { value: null });
});

test("a tenant without facts sees nothing of another's", async () => {
  const { cards, freshness, available } = await readDashboard(stranger);
  expect([cards, freshness, available]).toEqual([[], [], []]);
  expect(await readChanges(stranger)).toEqual({ items: [], muted: [] });
});

test("platform admins see a tenant's default, and nothing where there is no such tenant", async () => {
  const admin = { ...signedInAs("admin", "platform"), "x-tenant": "nobody" };
  expect((await call(admin, "GET", "/api/dashboard")).status).toBe(404);
  const put = await call({ ...admin, "x-tenant": "harbour" }, "PUT", "/api/dashboard/default", { cards: [] });
  expect(put.status).toBe(403);
});

const week = {
  time: { from: "2026-03-11", to: "2026-03-18" },
  compare: { type: "range", from: "2026-03-04", to: "2026-03-11" },
};
const percent = (share: unknown) => `${(Number(share) * 100).toFixed(1)}%`;

test("a sentence tells what the figures say, and names who did most to it", async () => {
  const { items } = await readChanges(manager);
  const change = items.find(({ metric }) => metric === "on_time_rate");
  const ask = async (dimensions: string[]) =>
    (await call(manager, "POST", "/api/metrics/query", { metrics: ["on_time_rate"], dimensions, ...week })).body;
  const { totals } = await ask([]);
  const { rows } = await ask(["depot"]);
  const harbour = rows.find(({ depot }: { depot: string }) => depot === "Harbour Depot");
  const points = ((totals.on_time_rate__compare - totals.on_time_rate) * 100).toFixed(1);
  expect(change).toMatchObject({
    kind: "On-time rate",
    tone: "bad",
    report: "tookan-report",
    path: "/tenant/tookan-report",
    query: "from=2026-03-11&to=2026-03-18&compare=previous_period",
    text:
      `On-time rate fell ${points} points to ${percent(totals.on_time_rate)}, most at Harbour Depot ` +
      `(from ${percent(harbour.on_time_rate__compare)} to ${percent(harbour.on_time_rate)}).`,
  });
});

test("nobody is named where most of a change has no name", async () => {
  const { items } = await readChanges(signedInAs("manager", "nameless"));
  const { text = "" } = items.find(({ metric }) => metric === "on_time_rate") ?? {};
  expect(text).toMatch(/^On-time rate fell [\d.]+ points to [\d.]+%\.$/);
});

test("a change is told that every weekday bears out, however much the days of a week differ", async () => {
  const { items } = await readChanges(signedInAs("manager", "weekly"));
  const { text } = items.find(({ metric }) => metric === "delivery_count") ?? {};
  expect(text).toBe("Deliveries rose 20.3% to 231.");
});

test("where little moved within a week, what moved within four weeks is told with its days", async () => {
  const { items } = await readChanges(signedInAs("manager", "slow"));
  expect(items.find(({ metric }) => metric === "delivery_count")).toMatchObject({
    text: "Deliveries rose 20.3% to 924 in the 28 days to 17 Mar.",
    query: "from=2026-02-18&to=2026-03-18&compare=previous_period",
  });
});

test("a change that one day alone makes, against all others, is not told", async () => {
  const who = signedInAs("manager", "outlying");
  const { body } = await call(who, "POST", "/api/metrics/query", { metrics: ["on_time_rate"], ...week });
  expect(body.totals.on_time_rate).toBeLessThan(body.totals.on_time_rate__compare - 0.05);
  const { items } = await readChanges(who);
  expect(items.map(({ metric }) => metric)).not.toContain("on_time_rate");
});

test("what did not move is not told: the same number of deliveries every day is no change", async () => {
  const { items } = await readChanges(manager);
  expect(items.map(({ metric }) => metric)).not.toContain("delivery_count");
  expect(items.map(({ metric }) => metric)).not.toContain("delivery_success_rate");
});

test("every sentence of a tenant with all sources holds the figures that its metric has", async () => {
  const who = signedInAs("manager", "whole");
  const { items } = await readChanges(who);
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThanOrEqual(6);
  const sizes: number[] = [];
  for (const { metric, text } of items) {
    const { body } = await call(who, "POST", "/api/metrics/query", { metrics: [metric], ...week });
    const [value, before] = [Number(body.totals[metric]), Number(body.totals[`${metric}__compare`])];
    sizes.push(Math.abs(value - before) / Math.abs(before));
    const isRate = body.columns[0].unit === "percent";
    const by = Math.abs(value - before) * (isRate ? 100 : 100 / Math.abs(before));
    const size = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(by);
    expect(text).toContain(` ${value > before ? "rose" : "fell"} ${size}${isRate ? " points" : "%"} to `);
  }
  expect(sizes).toEqual([...sizes].sort((first, second) => second - first));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.03);
});

test("a kind that someone has muted is left out for them alone, and named", async () => {
  await call(worker, "PUT", "/api/choices/muted-changes", { value: ["on_time_rate", "nothing"] });
  const { items, muted } = await readChanges(worker);
  expect(items.map(({ metric }) => metric)).not.toContain("on_time_rate");
  expect(muted).toEqual([{ metric: "on_time_rate", kind: "On-time rate" }]);
  expect((await readChanges(manager)).items.map(({ metric }) => metric)).toContain("on_time_rate");
});
