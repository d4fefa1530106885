import type { MissingReport, RouteOutput, Routes } from "@console/contracts";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../lib/api.ts";
import { changeAuth } from "../../lib/auth/auth-state.ts";
import { queryClient } from "../../lib/query-client.ts";
import { button, press, renderInApp, says } from "../../lib/screen-for-tests.tsx";
import { ReportCatalogue } from "./report-catalogue.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const deliveries: RouteOutput<Routes["listReports"]>["items"][number] = {
  id: "tookan-report",
  title: "Delivery report",
  question: "How well do we deliver?",
  path: "/",
  domains: ["delivery"],
  beginnings: { delivery: 0 },
  sources: ["Tookan"],
  words: ["Drivers"],
  panels: ["Is on-time holding?"],
  metrics: ["Deliveries", "On-time rate"],
  isFavourite: false,
  viewedAt: null,
  ingestedAt: new Date().toISOString(),
  isLate: false,
  firstDay: "2026-01-01",
  lastDay: "2026-03-18",
  headline: { id: "headline", kind: "kpis", title: "At a glance", metrics: ["delivery_count"] },
};
const query = {
  metrics: ["delivery_count"],
  dimensions: [],
  filters: [],
  having: [],
  sort: [],
  other: false,
  cumulative: false,
  time: { from: "2026-02-17", to: "2026-03-19" },
};
const answer = {
  rows: [],
  totals: { delivery_count: 1234 },
  rules: [],
  compareTime: null,
  freshness: [],
  currency: "AED",
  timeZone: "UTC",
  columns: [{ id: "delivery_count", label: "Deliveries", unit: "count", kind: "metric", good: "up" }],
};

let request: MissingReport["request"];
let failure: ApiError | null;
let container: HTMLElement;

beforeEach(() => {
  queryClient.clear();
  request = null;
  failure = null;
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string) => {
    if (name === "listReports") {
      const docman = { id: "docman-report", title: "Document report", question: "What waits?", sources: ["Docman"] };
      return { items: [deliveries], missing: [{ ...docman, request }] };
    }
    if (name === "readPanel") return { panel: "headline", questions: [{ query, answer }], noise: [], leftOut: [] };
    if (failure) throw failure;
    const askedAt = "2026-03-18T12:00:00.000Z";
    request = name === "askForReport" ? { askedAt, state: "open", answer: null, isMine: true } : null;
    return name === "askForReport" ? { askedAt, isNew: true } : {};
  }) as typeof callApi);
  changeAuth({ role: "worker" });
  container = document.body.appendChild(document.createElement("div"));
});

async function show(address = "/") {
  const router = createRouter({
    routeTree: createRootRoute({ component: ReportCatalogue }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await renderInApp(<RouterProvider router={router} />, { container });
}

const callsTo = (route: string) => vi.mocked(callApi).mock.calls.filter(([name]) => name === route);

test("the details of a report tell its first figures, how far its data reaches and what it shows", async () => {
  await show();
  await says("Delivery report");
  expect(callsTo("readPanel")).toEqual([]);
  await press("Details: Delivery report");
  await says("Deliveries1,234");
  await says("17 Feb – 18 Mar");
  await says("Is on-time holding?");
  await says("2 figures");
  expect(callsTo("readPanel")).toHaveLength(1);
});

test("a report without a source says what it needs, is asked for with a press, and then says so", async () => {
  await show();
  await says("Needs data from Docman, which is not connected.");
  await press("Ask for access: Document report");
  await press("Send request: Document report");
  await says("Requested on 18 Mar 2026");
  expect(callsTo("askForReport").map(([, input]) => input)).toEqual([{ report: "docman-report" }]);
  expect(button("Ask for access: Document report")).toBeUndefined();
});

test("one's own request can be withdrawn, and asked for again", async () => {
  request = { askedAt: "2026-03-18T12:00:00.000Z", state: "open", answer: null, isMine: true };
  await show();
  await says("Requested on 18 Mar 2026");
  await press("Withdraw request: Document report");
  await vi.waitFor(() => expect(button("Ask for access: Document report")).toBeDefined());
  expect(callsTo("withdrawReportRequest").map(([, input]) => input)).toEqual([{ report: "docman-report" }]);
});

test("the request of a colleague is told and not theirs to withdraw; an answer is told in its words", async () => {
  request = { askedAt: "2026-03-18T12:00:00.000Z", state: "open", answer: null, isMine: false };
  await show();
  await says("Requested on 18 Mar 2026");
  expect(button("Withdraw request: Document report")).toBeUndefined();
});

test("a declined request says why, and another can be made", async () => {
  request = { askedAt: "2026-03-18T12:00:00.000Z", state: "declined", answer: "Not in your plan.", isMine: true };
  await show();
  await says("Declined: Not in your plan.");
  expect(button("Ask again: Document report")).toBeDefined();
});

test("a request that could not be sent says why, and can be tried again", async () => {
  failure = new ApiError({ kind: "limit_reached", message: "Ask again tomorrow." });
  await show();
  await says("Document report");
  await press("Ask for access: Document report");
  await press("Send request: Document report");
  await says("Not sent. Ask again tomorrow.");
  failure = null;
  await press("Send request: Document report");
  await says("Requested on");
});

test("platform admins are not offered to ask themselves", async () => {
  changeAuth({ role: "admin" });
  await show();
  await says("Needs data from Docman");
  expect(button("Ask for access: Document report")).toBeUndefined();
});

test("a search finds reports without a source too, also by it", async () => {
  await show("/?q=docman");
  await says("Document report");
  expect(container.textContent).not.toContain("Delivery report");
  expect(container.textContent).not.toContain("No report matches");
});
