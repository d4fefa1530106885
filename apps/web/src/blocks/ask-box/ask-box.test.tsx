import type { AskAnswer } from "@console/contracts";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { AskBox } from "./ask-box.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const page = createScreen();
const { answers, press, says, type, callInputs } = page;

const column = (id: string, label: string, kind: "dimension" | "metric") => ({
  id,
  label,
  kind,
  unit: kind === "metric" ? "count" : null,
  good: null,
});

/** Deliveries by zone in February. */
const answered: AskAnswer = {
  outcome: "answer",
  reason: null,
  text: "Deliveries: A 30, B 12 (1 – 28 Feb).",
  query: {
    metrics: ["delivery_count"],
    dimensions: ["zone"],
    filters: [{ field: "depot", values: ["North"] }],
    time: { from: "2026-02-01", to: "2026-03-01" },
  },
  result: {
    columns: [column("zone", "Zone", "dimension"), column("delivery_count", "Deliveries", "metric")],
    rows: [
      { zone: "A", delivery_count: 30 },
      { zone: "B", delivery_count: 12 },
    ],
    totals: { delivery_count: 42 },
    time: { from: "2026-02-01", to: "2026-03-01", timeZone: "UTC" },
    compareTime: null,
    currency: "USD",
    isTruncated: false,
    rules: [],
    freshness: [],
  },
  panel: {
    id: "answer",
    title: "Deliveries by zone",
    kind: "ranking",
    metrics: ["delivery_count"],
    by: "zone",
    width: 12,
  },
  assumptions: [
    { kind: "metric", label: "Deliveries" },
    { kind: "period", label: "1 – 28 Feb" },
    { kind: "filter", label: "Depot is North" },
    { kind: "split", label: "By zone" },
  ],
  unused: ["lovely"],
  open: {
    report: "tookan-report",
    path: "/tenant/tookan-report",
    query: { from: "2026-02-01", to: "2026-02-28" },
    leftOut: ["comparison"],
  },
};

const metric = (id: string, label: string) => ({ id, label, domain: "delivery", dimensions: ["zone", "depot"] });
answers.listMetrics = {
  metrics: [metric("delivery_count", "Deliveries"), metric("failed_delivery_count", "Failed deliveries")],
  dimensions: [
    { id: "zone", label: "Zone", members: null },
    { id: "depot", label: "Depot", members: ["North", "South"] },
  ],
  domains: [{ id: "delivery", firstDay: "2024-01-01" }],
  today: "2026-03-18",
};

const context = {
  report: "tookan-report",
  query: { time: { from: "2026-02-01", to: "2026-03-01" }, filters: [] },
};

async function ask(question: string) {
  await type("Ask a question", question);
  await press("Ask");
}

test("an answer is told, with its figures, what was not used, and the report that shows it", async () => {
  answers.askQuestion = answered;
  await page.show(<AskBox page={context} />);
  await ask("lovely deliveries by zone");
  await says("Not used: lovely");
  expect(screen.getByRole("status").textContent).toBe(answered.text);
  expect(callInputs("askQuestion")).toEqual([{ question: "lovely deliveries by zone", page: context }]);
  expect(page.cells()).toEqual([["30"], ["12"]]);
  const link = screen.getByRole("link", { name: "Open in report" });
  expect(link.getAttribute("href")).toBe("/tenant/tookan-report?from=2026-02-01&to=2026-02-28");
  await says("The report opens without: comparison");
});

test.each([
  [[], "worse"],
  [["failed"], "within usual range"],
  [undefined, "higher"],
])("a change of which %j is no more than usual is called %s", async (noise, words) => {
  const figure = { id: "failed", label: "Failed", kind: "metric" as const, unit: "count", good: "down" as const };
  const totals = { failed: 80, failed__compare: 40 };
  const compareTime = { from: "2026-01-01", to: "2026-02-01" };
  const result = { ...answered.result, columns: [figure], rows: [totals], totals, compareTime };
  const query = { metrics: ["failed"], compare: { type: "previous_period" } };
  const panel = { id: "answer", title: "Failed", kind: "kpis", metrics: ["failed"], width: 12 };
  answers.askQuestion = { ...answered, query, result, panel, noise };
  await page.show(<AskBox />);
  await ask("failed");
  await says(words);
});

test("the rows behind an answer can be exported, and open on the page of the report", async () => {
  const columns = [{ id: "task", label: "Task", format: "text", kind: "value", isSortable: true }];
  const rows = { columns, items: [{ key: "s/7", task: "T7" }], next: null, totals: null, currency: "USD" };
  HTMLElement.prototype.scrollTo = () => {};
  Object.assign(answers, { askQuestion: answered, listMetricRows: rows, getChoice: { value: null } });
  answers.listExports = { items: [] };
  answers.startExport = { id: "e1" };
  answers.getReport = {
    id: "tookan-report",
    path: "/tenant/tookan-report",
    filters: [{ dimension: "depot", label: "Depot" }],
    bases: [],
    sections: [{ panels: [{ id: "figures", kind: "kpis", metrics: ["delivery_count"] }] }],
  };
  await page.show(<AskBox />);
  await ask("deliveries by zone");
  await says("Not used");
  await press("A");
  await says("Open as page");
  const link = screen.getByRole("link", { name: "Open as page" });
  const address = new URL(link.getAttribute("href") ?? "", "http://here");
  expect(address.searchParams.getAll("at")).toEqual(["metric:delivery_count", "panel:figures", "zone:A"]);
  expect(address.search).toContain("from=2026-02-01&to=2026-02-28&depot=North");
  await press("Export");
  await act(async () => [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].at(1)?.click());
  const narrowed = { metric: "delivery_count", filters: [{ field: "depot" }, { field: "zone", values: ["A"] }] };
  expect(callInputs("startExport")[0]).toMatchObject({ report: "tookan-report", narrowed });
});

test("a follow-up goes on from the last answer, and a new question does not", async () => {
  answers.askQuestion = answered;
  await page.show(<AskBox example="stock value" />);
  const hint = () => page.control("Ask a question").placeholder;
  expect(hint()).toBe("Such as: stock value");
  await ask("deliveries by zone");
  await says("Not used");
  expect(hint()).toContain("Ask a follow-up");
  await ask("and last month");
  expect(callInputs("askQuestion")[1]).toEqual({ question: "and last month", previous: answered.query });
  await press("New question");
  expect(screen.getByRole("status").textContent).toBe("");
  await ask("deliveries");
  expect(callInputs("askQuestion")[2]).toEqual({ question: "deliveries" });
});

test("a question back takes the focus to its first option, and the chosen one is answered", async () => {
  const options = [
    { label: "Transactions", query: { metrics: ["transaction_count"] } },
    { label: "Deliveries", query: { metrics: ["delivery_count"] } },
  ];
  answers.askQuestion = {
    outcome: "clarify",
    reason: "ambiguous_metric",
    text: "Which?",
    options,
    assumptions: [],
    unused: [],
  };
  answers.runQuestion = answered;
  await page.show(<AskBox />);
  await ask("orders");
  const first = await screen.findByRole("button", { name: "Transactions" });
  expect(document.activeElement).toBe(first);
  await press("Deliveries");
  await says("Not used");
  expect(callInputs("runQuestion")).toEqual([{ query: options[1]?.query }]);
  expect(document.activeElement).toBe(screen.getByRole("status"));
});

test("chips change a part of the query, or take it away", async () => {
  answers.askQuestion = answered;
  answers.runQuestion = answered;
  await page.show(<AskBox />);
  await ask("deliveries by zone");
  await says("Not used");
  await press("Deliveries");
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name: "Failed deliveries" })));
  expect(callInputs("runQuestion")[0]).toMatchObject({ query: { metrics: ["failed_delivery_count"] } });
  await press("1 – 28 Feb");
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name: "Last month" })));
  expect(callInputs("runQuestion")[1]).toMatchObject({
    query: { time: { from: "2026-02-01", to: "2026-03-01", unit: "month" } },
  });
  await press("Remove: Depot is North");
  expect(callInputs("runQuestion")[2]).toMatchObject({ query: { filters: [], dimensions: ["zone"] } });
  expect(page.button("Remove: Deliveries")).toBeUndefined();
});

test("a refusal says why, and offers what can be asked", async () => {
  answers.askQuestion = {
    outcome: "refuse",
    reason: "unknown_value",
    text: '"zone 9" was not found in your data.',
    options: [{ label: "Deliveries, last 30 days", query: { metrics: ["delivery_count"] } }],
    assumptions: [],
    unused: [],
  };
  await page.show(<AskBox />);
  await ask("deliveries of zone 9");
  await says("was not found in your data.");
  expect(await screen.findByRole("button", { name: "Deliveries, last 30 days" })).toBeDefined();
  expect(page.control("Ask a question").value).toBe("");
  expect(page.control("Ask a question").placeholder).toBe("In your own words");
});

test("a failure is told, and asked again when that may help", async () => {
  answers.askQuestion = () => {
    throw new ApiError({ kind: "offline", message: "The server cannot be reached." });
  };
  await page.show(<AskBox />);
  await ask("deliveries");
  expect(screen.getByRole("alert").textContent).toBe("The server cannot be reached.");
  answers.askQuestion = answered;
  await press("Retry");
  await says(answered.text);
  expect(callInputs("askQuestion")).toHaveLength(2);
});

test("after too many questions it says when the next one can be asked", async () => {
  answers.askQuestion = () => {
    throw new ApiError({ kind: "limit_reached", message: "Too many requests.", retryAfterSeconds: 40 });
  };
  await page.show(<AskBox />);
  await ask("deliveries");
  expect(page.button("Retry in 40 s")?.disabled).toBe(true);
});

test("a question that comes with the page is asked at once", async () => {
  answers.askQuestion = answered;
  await page.show(<AskBox start="deliveries by zone" />);
  await says(answered.text);
});

test("passages of documents are quoted as text with where they stand, and open there", async () => {
  const passage = { passage: "7", headings: ["Handbook", "Breakdown"], page: 3, kind: "text", staleSince: null };
  const content = "Call <b>the depot</b> first.";
  answers.askQuestion = {
    outcome: "answer",
    reason: null,
    text: "This passage is about it.",
    assumptions: [],
    unused: [],
    passages: [{ ...passage, document: "d1", title: "Handbook", content, isShared: true }],
  };
  answers.readDocument = {
    id: "d1",
    name: "Handbook",
    url: null,
    pages: 4,
    searchableAt: null,
    staleSince: null,
    passages: [
      { id: "6", kind: "table", headings: [], page: 2, content: "Van | Key\n1 | A" },
      { id: "7", kind: "text", headings: passage.headings, page: 3, content },
    ],
    hasMore: false,
    source: null,
  };
  await page.show(<AskBox />);
  await ask("Who do I call when the van breaks down?");
  await says("Breakdown › page 3");
  await says("Shared by the platform");
  expect(screen.getByText(content).tagName).toBe("P");
  await press("Open Handbook at this passage");
  await says("Page 3");
  expect(callInputs("readDocument")).toEqual([{ document: "d1", passage: "7" }]);
  expect(screen.getByRole("columnheader", { name: "Key", hidden: true })).toBeTruthy();
  expect(page.button("Download original")).toBeUndefined();
});
