import { act } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import type { Search } from "../../lib/search.ts";
import { RowsDrawer } from "./rows-drawer.tsx";
import type { CellSource } from "./use-cell-rows.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const columns = [{ id: "task", label: "Task", format: "text", kind: "value", isSortable: true }];
const page = { columns, currency: "AED", timeZone: "UTC" };
const query = { metrics: ["failed_count"], filters: [], time: { from: "2026-11-01", to: "2026-11-16" } };
const panelAnswer = {
  kind: "pareto",
  questions: [{ query, answer: { columns: [{ id: "failed_count", label: "Failed deliveries" }], rows: [] } }],
};
const source: CellSource = {
  report: "tookan-report",
  panels: [{ id: "by-driver", kind: "pareto", title: "Failures", metric: "failed_count", by: "driver" }],
  view: {},
  filters: [],
  page: { path: "/tenant/tookan-report", search: {} },
};
const start: Search = { depot: "North", at: ["metric:failed_count", "driver:Ali", "panel:by-driver"] };

let address: Search;

const { answers, show: showPage, says, press, callInputs } = createScreen();

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });
  HTMLElement.prototype.scrollTo = () => {};
  Object.assign(answers, {
    getChoice: { value: null },
    listExports: { items: [] },
    startExport: { id: "e1" },
    readPanel: panelAnswer,
    getMetricRow: ({ key }: { key: string }) => {
      const detail = { timeline: [], place: null, related: [], order: null, currency: "AED", timeZone: "UTC" };
      return { ...detail, key, columns, row: { task: "T7" } };
    },
    listMetricRows: ({ totals }: { totals?: boolean }) =>
      totals
        ? { ...page, items: [], next: null, totals: { count: 1, sums: {}, otherCurrencyRows: 0 } }
        : { ...page, items: [{ key: "s/7", task: "T7" }], next: null, totals: null },
  });
});

function Page({ search }: { search: Search }) {
  const [shown, setShown] = useState(search);
  address = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
  if (shown.at === undefined) return <p>Only the report</p>;
  const step = (next: Search | ((now: Search) => Search)) => setShown(typeof next === "function" ? next : () => next);
  return <RowsDrawer source={source} search={shown} onSearch={step} canExport />;
}

const show = (search: Search = start) => showPage(<Page search={search} />);

const dialog = () => document.querySelector("[role=dialog]");
const openFirst = () => act(async () => document.querySelector<HTMLElement>("[data-index='0']")?.click());

test("the rows behind a figure say what they are, how many, and under which days and filters", async () => {
  await show();
  await says("1 row · 1 – 15 Nov 2026 · driver: Ali");
  expect(dialog()?.querySelector("h2")?.textContent).toBe("Failed deliveries, Ali");
  expect(callInputs("listMetricRows")[0]).toMatchObject({
    metric: "failed_count",
    filters: [{ field: "driver", op: "in", values: ["Ali"] }],
    time: query.time,
  });
});

test("a row opens in the same drawer, and the way back leads to the rows", async () => {
  await show();
  await says("T7");
  await openFirst();
  await says("Task T7");
  expect(address).toEqual({ ...start, row: "s/7" });
  expect(document.querySelectorAll("[role=dialog]")).toHaveLength(1);
  await press("Back to rows");
  expect(address).toEqual(start);
  expect(dialog()?.querySelector("h2")?.textContent).toBe("Failed deliveries, Ali");
});

test("closing leaves the report as it was, whatever was sorted, searched or opened", async () => {
  await show({ ...start, "at.sort": "-task", "at.q": "T", row: "s/7" });
  await says("Task T7");
  await press("Close rows");
  expect(address).toEqual({ depot: "North" });
});

test("the same rows have a page of their own, and can be taken along", async () => {
  await show({ ...start, "at.q": "T" });
  await says("Open as page");
  const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Open as page");
  const target = new URL(link?.href ?? "");
  expect(target.pathname).toBe("/tenant/tookan-report");
  expect(target.searchParams.getAll("at")).toEqual(start.at);
  expect(target.searchParams.get("as")).toBe("page");
  await press("Export");
  await act(async () => [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].at(1)?.click());
  const [input] = callInputs("startExport");
  expect(input).toMatchObject({ report: "tookan-report", content: "rows", format: "csv", q: "T" });
  expect(input).toMatchObject({ narrowed: { metric: "failed_count", label: "Failed deliveries, Ali" } });
});

test("an address whose panel is gone says so", async () => {
  await show({ at: ["metric:failed_count", "panel:gone"] });
  await says("No rows behind this figure");
});
