import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../lib/api.ts";
import { changeAuth } from "../../lib/auth/auth-state.ts";
import { queryClient } from "../../lib/query-client.ts";
import { button, callInputs, press, renderInApp, says } from "../../lib/screen-for-tests.tsx";
import { parseSearch, stringifySearch } from "../../lib/search.ts";
import { ReportPage } from "./report-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
// Without it every panel counts as near, and is read.
vi.stubGlobal("IntersectionObserver", undefined);

const makePanel = (id: string) => ({
  id,
  kind: "pareto",
  title: `Panel ${id}`,
  metric: "failed_delivery_count",
  by: "failure_reason",
});
const report = {
  id: "tookan-report",
  title: "Delivery report",
  question: "How?",
  path: "/",
  domains: ["delivery"],
  filters: [{ dimension: "driver", label: "Driver", members: null }],
  defaults: { period: "last_30_days", compare: "previous_period" },
  bases: [],
  rows: [],
  sections: [{ title: null, panels: [makePanel("one"), makePanel("two")] }],
  freshness: [
    {
      domain: "delivery",
      firstDay: "2026-01-01",
      lastDay: "2026-03-18",
      ingestedAt: "2026-03-18T00:00:00Z",
      isLate: false,
    },
  ],
  today: "2026-03-18",
  timeZone: "UTC",
  currency: "AED",
  remembered: null,
  progress: [],
  annotations: [],
  views: [],
};
const nobody = {
  wrong: { driver: ["Nobody"] },
  subject: "Nobody",
  message: "There is no driver Nobody in the data. Remove it, or choose another.",
  suggestions: [{ label: "Noor", instead: { driver: ["Noor"] } }],
};
const noDay = {
  wrong: { from: ["2026-13-45"] },
  subject: "2026-13-45",
  message: "That is not a day.",
  suggestions: [],
};

const filling = [{ work: "demo-data", done: 120, total: 366, state: "running" }];

let isFilling: boolean;
let remembered: string | null;
let container: HTMLElement;
let address: () => string;

beforeEach(() => {
  isFilling = false;
  remembered = null;
  queryClient.clear();
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string, input: { query: string }) => {
    const progress = isFilling ? filling : [];
    if (name === "getReport") return { ...report, remembered, progress };
    if (name === "listMetrics") return { domains: [{ id: "delivery", firstDay: "2026-01-01" }], progress };
    if (name === "listReports") return { missing: [] };
    if (name === "getChoice") return { value: null };
    if (name === "listDataDays") {
      return { items: [{ domain: "delivery", first: "2026-01-01", last: "2026-03-18" }] };
    }
    if (name === "checkView") {
      const parts = { driver: /driver=Nobody/, from: /from=2026-13-45/ };
      return { problems: [nobody, noDay].filter((_, place) => Object.values(parts)[place]?.test(input.query)) };
    }
    if (name === "readPanel") throw new ApiError({ kind: "invalid_input", message: "Refused." });
    return { isKept: true };
  }) as typeof callApi);
  changeAuth({ role: "manager" });
  container = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  vi.useRealTimers();
});

function Header({ title }: { title: string }) {
  return <h1>{title}</h1>;
}

async function show(query: string, title = "Delivery report") {
  const top = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => top,
    path: "/",
    component: () => <ReportPage report="tookan-report" Header={Header} />,
  });
  const router = createRouter({
    routeTree: top.addChildren([page]),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [`/?${query}`] }),
  });
  address = () => router.state.location.searchStr;
  await renderInApp(<RouterProvider router={router} />, { container });
  await says(title);
}

const problemsOfPanels = () => container.textContent?.split("This could not be loaded").length ?? 0;

test("a member that does not exist is told once, in the place of a failure in every panel", async () => {
  await show("driver=Nobody&driver=Ali&period=last_90_days");
  await says("There is no driver Nobody in the data.");
  expect(problemsOfPanels()).toBe(1);
  expect(container.textContent).toContain("Driver: Nobody, Ali");
  await press("Remove Nobody");
  expect(address()).toBe("?driver=Ali&period=last_90_days");
  await says("Panel two");
});

test("a name that is near takes the place of the wrong one", async () => {
  await show("driver=Nobody");
  await says("There is no driver Nobody in the data.");
  await press("Use Noor");
  expect(address()).toBe("?driver=Noor");
});

test("all that is wrong is told at once, and what cannot be put into words is kept until it is removed", async () => {
  await show("from=2026-13-45&driver=Nobody&driver=Ali");
  await says("That is not a day.");
  await says("There is no driver Nobody in the data.");
  expect(address()).toBe("?from=2026-13-45&driver=Nobody&driver=Ali");
  await press("Remove all 2");
  expect(address()).toBe("?driver=Ali");
});

test("a report whose demo data is being filled in says how far it is, and shows its panels by itself afterwards", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  isFilling = true;
  await show("");
  await says("Demo data is being filled in");
  const bar = container.querySelector("[role=progressbar]");
  expect(bar?.getAttribute("aria-valuetext")).toBe("120 of 366 days");
  expect(container.textContent).not.toContain("Panel two");
  isFilling = false;
  await act(async () => void (await vi.advanceTimersByTimeAsync(2_000)));
  await says("Panel two");
  expect(container.querySelector("[role=progressbar]")).toBeNull();
});

test("an address without a choice is not asked about", async () => {
  await show("rows=delivery_count");
  await says("Panel one");
  expect(vi.mocked(callApi).mock.calls.map(([name]) => name)).not.toContain("checkView");
});

test("a period without data says where the data lies, and leads there with the filters kept", async () => {
  await show("from=2020-01-01&to=2020-01-31&driver=Ali");
  await says("There is no data in this period.Your data: 1 Jan – 18 Mar");
  const link = [...container.querySelectorAll("a")].find(({ textContent }) => textContent === "Show these days");
  expect(link?.getAttribute("href")).toBe("/?from=2026-01-01&to=2026-03-18&driver=Ali");
});

test("the address of one day shows that day and asks for it alone", async () => {
  await show("from=2026-03-10&to=2026-03-10");
  await says("10 Mar 2026");
  await says("Panel two");
  const asked = vi.mocked(callApi).mock.calls.filter(([name]) => name === "readPanel" || name === "checkView");
  expect(asked.map(([name]) => name)).toContain("readPanel");
  for (const [name, input] of asked)
    expect(input, name).toMatchObject(
      name === "readPanel"
        ? { from: "2026-03-10", to: "2026-03-11" }
        : { query: expect.stringContaining("to=2026-03-11") },
    );
  expect(address()).toBe("?from=2026-03-10&to=2026-03-10");
});

test("a period that the data only touches says nothing of it", async () => {
  await show("from=2025-12-01&to=2026-01-01");
  await says("Panel two");
  expect(container.textContent).not.toContain("Your data");
});

test.each([
  ["manager", ["/tenant/sources?do=import&source=tookan"]],
  ["viewer", []],
])("on a report a %s finds the import where it is theirs", async (role, links) => {
  changeAuth({ role, tenant: { id: "t1", name: "Acme", aiq_type: "Tookan", source: null } });
  await show("");
  await says("Panel two");
  const imports = [...container.querySelectorAll("a")].filter(({ textContent }) => textContent === "Import");
  expect(imports.map((link) => link.getAttribute("href"))).toEqual(links);
});

test("a report that was left in another view is read in that one alone", async () => {
  remembered = "period=last_90_days";
  await show("");
  await says("Panel two");
  expect(address()).toBe("?period=last_90_days");
  await waitFor(() => expect(callInputs("readPanel")).toHaveLength(2));
  expect(callInputs("readPanel")).toEqual([
    expect.objectContaining({ panel: "one", period: "last_90_days" }),
    expect.objectContaining({ panel: "two", period: "last_90_days" }),
  ]);
});

test("how a report was left is not waited for where whether to remember it cannot be read", async () => {
  remembered = "period=last_90_days";
  const answer = vi.mocked(callApi).getMockImplementation();
  vi.mocked(callApi).mockImplementation((async (name, input) => {
    if (name === "getChoice") throw new ApiError({ kind: "forbidden", message: "Refused." });
    return answer?.(name, input);
  }) as typeof callApi);
  await show("");
  await says("Panel two");
  expect(address()).toBe("");
});

test("the panels stay while the first choice is asked about", async () => {
  await show("");
  await says("Panel two");
  const panel = container.querySelector("section section");
  const answer = vi.mocked(callApi).getMockImplementation();
  vi.mocked(callApi).mockImplementation((async (name, input) =>
    name === "checkView" ? new Promise(() => {}) : answer?.(name, input)) as typeof callApi);
  await press("Last 30 days");
  await press("Last 90 days");
  await waitFor(() => expect(address()).toBe("?period=last_90_days"));
  await says("Panel two");
  expect(container.querySelector("section section")).toBe(panel);
});

test.each([
  ["does not exist", "not_found"],
  ["cannot exist", "invalid_input"],
] as const)("a report that %s is not offered again, but all others are", async (_why, kind) => {
  vi.mocked(callApi).mockImplementation(async () => {
    throw new ApiError({ kind, message: "There is no such report." });
  });
  await show("", "Report not found");
  expect(button("Retry")).toBeUndefined();
  const ways = [...container.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
  expect(ways).toEqual([["All reports", "/tenant/reports"]]);
});
