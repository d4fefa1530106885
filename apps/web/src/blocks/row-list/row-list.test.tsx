import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { callApi } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { button, renderInApp, says } from "../../lib/screen-for-tests.tsx";
import { RowList, type RowListProps } from "./row-list.tsx";
import type { RowParams } from "./row-params.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const columns = [{ id: "task", label: "Task", format: "text", kind: "value", isSortable: true }];
const page = { columns, currency: "AED", timeZone: "UTC" };
const filters = [{ field: "driver", op: "in" as const, values: ["Ali"] }];
const time = { from: "2026-11-01", to: "2026-11-16" };
const report = {
  rows: [
    { metric: "delivery_count", label: "Deliveries" },
    { metric: "failed_delivery_count", label: "Failed deliveries" },
  ],
};

type RowsInput = Record<string, unknown> & { totals?: boolean; cursor?: string; search?: string; basis?: string };

let container: HTMLElement;
let params: RowParams;

beforeEach(() => {
  queryClient.clear();
  params = {};
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });
  HTMLElement.prototype.scrollTo = () => {};
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string, input: RowsInput) => {
    if (name === "getChoice") return { value: null };
    if (name === "getMetricRow") {
      const row = { key: input.key, columns, row: { task: "T7" }, timeline: [], place: null, related: [], order: null };
      return { ...row, currency: "AED", timeZone: "UTC" };
    }
    if (input.totals) return { ...page, items: [], next: null, totals: { count: 2, sums: {} } };
    if (input.search === "nobody") return { ...page, items: [], next: null, totals: null };
    if (input.cursor) return { ...page, items: [{ key: "s/8", task: "T8" }], next: null, totals: null };
    return { ...page, items: [{ key: "s/7", task: "T7" }], next: "c1", totals: null };
  }) as typeof callApi);
  container = document.body.appendChild(document.createElement("div"));
});

function Page({ start, ...rest }: Partial<RowListProps> & { start: RowParams }) {
  const [layoutState, keep] = useState(start);
  params = layoutState;
  return <RowList report={report} filters={filters} time={time} params={layoutState} onParams={keep} {...rest} />;
}

async function show(start: RowParams = {}, rest: Partial<RowListProps> = {}) {
  await renderInApp(<Page start={start} {...rest} />, { container });
}

const listCalls = () =>
  vi
    .mocked(callApi)
    .mock.calls.filter(([name]) => name !== "getChoice")
    .map(([name, input]) => ({ name, ...(input as RowsInput) }));

test("the rows are asked for with the filters and the time of the report, page after page", async () => {
  await show();
  await says("T8");
  await says("1–2 of 2 rows");
  const lists = listCalls().filter(({ totals }) => !totals);
  expect(lists).toEqual([
    { name: "listMetricRows", metric: "delivery_count", filters, time, limit: 100 },
    { name: "listMetricRows", metric: "delivery_count", filters, time, limit: 100, cursor: "c1" },
  ]);
  expect(listCalls().filter(({ totals }) => totals)).toHaveLength(1);
});

test("the address says which rows, in which order and what they hold", async () => {
  await show({ rows: "failed_delivery_count", sort: "-task", q: "north" });
  await says("T7");
  expect(listCalls()[0]).toMatchObject({
    metric: "failed_delivery_count",
    sort: { by: "task", dir: "desc" },
    search: "north",
  });
});

test("rows that count on another day are asked for by it", async () => {
  await show({}, { basis: "completed" });
  await says("T7");
  expect(listCalls().map(({ basis }) => basis)).toEqual(listCalls().map(() => "completed"));
});

test("chosen rows stay chosen while the page draws again, until other rows are asked for", async () => {
  await show({}, { filters: [...filters] });
  await says("T7");
  await act(async () => container.querySelector<HTMLElement>("[data-index='0'] [data-check] input")?.click());
  await says("1 selected");
  await show({}, { filters: [...filters] });
  await says("1 selected");
  await show({}, { filters: [] });
  await waitFor(() => expect(container.textContent).not.toContain("selected"));
});

test("an address that names other rows shows the first ones", async () => {
  await show({ rows: "net_sales" });
  await says("T7");
  expect(listCalls()[0]).toMatchObject({ metric: "delivery_count" });
});

test("a row opens into the address, and closing it leaves the rest", async () => {
  await show({ sort: "task" });
  await says("T7");
  await act(async () => container.querySelector<HTMLElement>("[data-index='0']")?.click());
  expect(params).toEqual({ sort: "task", row: "s/7" });
  await says("Task T7");
  expect(listCalls().at(-1)).toEqual({ name: "getMetricRow", metric: "delivery_count", key: "s/7" });
  await act(async () => button("Close row")?.click());
  expect(params).toEqual({ sort: "task", row: undefined });
});

test("other rows begin afresh", async () => {
  await show({ sort: "task", q: "T" });
  await says("T7");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "failed_delivery_count" } });
  expect(params).toStrictEqual({ rows: "failed_delivery_count", sort: undefined, q: undefined, row: undefined });
});

test("a search that finds nothing offers to be cleared", async () => {
  await show({ q: "nobody" });
  await says("None of these rows contains “nobody”.");
  await act(async () =>
    [...document.querySelectorAll("button")].find((one) => one.textContent === "Clear search")?.click(),
  );
  expect(params.q).toBeUndefined();
  await says("T7");
});
