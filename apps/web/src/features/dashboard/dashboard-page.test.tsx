import type { Change, Dashboard, PanelCard } from "@console/contracts";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../lib/api.ts";
import { changeAuth } from "../../lib/auth/auth-state.ts";
import { loadConfig } from "../../lib/config.ts";
import { queryClient } from "../../lib/query-client.ts";
import { button, renderInApp, says } from "../../lib/screen-for-tests.tsx";
import { DashboardPage } from "./dashboard-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
// Without it every card counts as near, and is read.
vi.stubGlobal("IntersectionObserver", undefined);

const source = { title: "Delivery report", path: "/tenant/tookan-report", query: "period=today", panel: "headline" };
const makeCard = (id: string, title: string): PanelCard => ({
  report: "tookan-report",
  width: 6,
  source,
  panel: { id, kind: "pareto", title, metric: "failed_delivery_count", by: "failure_reason" },
});
const [reasons, zones, depots] = [makeCard("reasons", "Why?"), makeCard("zones", "Where?"), makeCard("depots", "Who?")];
const fresh = {
  domain: "delivery",
  label: "Delivery",
  path: "/tenant/tookan-report",
  firstDay: "2026-01-01",
  lastDay: "2026-03-18",
  ingestedAt: new Date().toISOString(),
  isLate: false,
};
const change: Change = {
  id: "1",
  kind: "On-time rate",
  tone: "bad",
  metric: "on_time_rate",
  report: "tookan-report",
  text: "On-time rate fell 6.2 points to 71.4%.",
  path: "/tenant/tookan-report",
  query: "from=2026-03-11&to=2026-03-18",
};

let dashboard: Dashboard;
let muted: { metric: string; kind: string }[];
let answers: Record<string, () => unknown>;
let container: HTMLElement;

beforeEach(() => {
  queryClient.clear();
  muted = [];
  dashboard = {
    cards: [reasons, zones],
    isDefault: true,
    defaults: [reasons, zones],
    available: [reasons, zones, depots],
    isTenantDefault: false,
    freshness: [fresh],
    missing: [],
    today: "2026-03-18",
    timeZone: "UTC",
    currency: "AED",
  };
  answers = {
    getDashboard: () => dashboard,
    listChanges: () => ({ items: muted.length > 0 ? [] : [change], muted }),
    readPanel: () => Promise.reject(new ApiError({ kind: "unexpected", message: "This source does not answer." })),
    listMetrics: () => ({ domains: [], progress: [], metrics: [], dimensions: [] }),
    setChoice: () => ({ isKept: true }),
    setDefaultDashboard: () => ({ isKept: true }),
  };
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string) => answers[name]?.()) as typeof callApi);
  changeAuth({ role: "manager" });
  container = document.body.appendChild(document.createElement("div"));
});

function Header({ title }: { title: string }) {
  return <h1>{title}</h1>;
}

async function show() {
  const top = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => top,
    path: "/",
    component: () => <DashboardPage Header={Header} />,
  });
  const report = createRoute({
    getParentRoute: () => top,
    path: "/tenant/tookan-report",
    component: () => <p>Report</p>,
  });
  const router = createRouter({
    routeTree: top.addChildren([page, report]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await renderInApp(<RouterProvider router={router} />, { container });
  await says("Dashboard");
}

const press = (name: string) =>
  act(async () => {
    const [element] = screen.getAllByRole("button", { name, hidden: true });
    element?.focus();
    if (element) fireEvent.click(element);
  });
const titles = () => [...document.querySelectorAll("[data-card] h3[id]")].map((one) => one.textContent);
const savedChoices = () =>
  vi
    .mocked(callApi)
    .mock.calls.flatMap(([name, input]) => (name === "setChoice" || name === "setDefaultDashboard" ? [input] : []));
const place = ({ report, panel, width }: PanelCard) => ({ report, panel: panel.id, width });

async function arrange() {
  await show();
  await says("Arrange cards");
  await press("Arrange cards");
}

test("a source that fails leaves the other parts of the page as they are", async () => {
  await show();
  await says("This source does not answer.");
  await says("On-time rate fell 6.2 points to 71.4%.");
  const links = [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toContain("/tenant/tookan-report?from=2026-03-11&to=2026-03-17");
  expect(container.querySelector('[aria-label="How fresh the sources are"]')?.textContent).toContain("Delivery");
});

test("a source whose data is late is said to be late", async () => {
  const old = new Date(Date.now() - 2 * 86_400_000 - 3_600_000).toISOString();
  dashboard.freshness = [{ ...fresh, label: "Genesis", ingestedAt: old, isLate: true }];
  await show();
  await says("Genesis late: 2 days");
});

test("cards are moved, said aloud, and kept only when they are saved; the focus stays on the tool", async () => {
  await arrange();
  await press("Move down: Why?");
  expect(titles()).toEqual(["Where?", "Why?"]);
  await says("Why? is now card 2 of 2.");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move down: Why?");
  await press("Move down: Why?");
  expect(titles()).toEqual(["Where?", "Why?"]);
  expect(savedChoices()).toEqual([]);
  await press("Save");
  expect(savedChoices()).toEqual([expect.objectContaining({ value: [place(zones), place(reasons)] })]);
  await says("Arrange cards");
});

test("a card is made wider, narrower, removed and added", async () => {
  await arrange();
  await press("Wider: Why?");
  await says("Why? is now two thirds wide.");
  await press("Narrower: Where?");
  await says("Where? is now a third wide.");
  await press("Remove: Why?");
  await says("Why? is removed.");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove: Where?");
  await press("Add card");
  expect(button("Add: Where?")).toBeUndefined();
  await press("Add: Who?");
  await says("Who? is added as the last card.");
  await press("Save");
  expect(savedChoices()).toEqual([expect.objectContaining({ value: [{ ...place(zones), width: 4 }, place(depots)] })]);
});

test("a save that fails keeps what was arranged, and can be tried again", async () => {
  answers.setChoice = () => Promise.reject(new ApiError({ kind: "offline", message: "The server cannot be reached." }));
  await arrange();
  await press("Move up: Where?");
  await press("Save");
  await says("Not saved. The server cannot be reached.");
  expect(titles()).toEqual(["Where?", "Why?"]);
  answers.setChoice = () => ({ isKept: true });
  await press("Retry");
  await says("Arrange cards");
  expect(savedChoices()).toHaveLength(2);
});

test("cancelling forgets what was arranged", async () => {
  await arrange();
  await press("Remove: Why?");
  await press("Cancel");
  expect(titles()).toEqual(["Why?", "Where?"]);
  expect(savedChoices()).toEqual([]);
});

test("a reset shows the default, and forgets one's own only with the save", async () => {
  dashboard.cards = [depots];
  dashboard.isDefault = false;
  await arrange();
  await press("Reset to default");
  expect(titles()).toEqual(["Why?", "Where?"]);
  expect(savedChoices()).toEqual([]);
  await press("Save");
  expect(savedChoices()).toEqual([expect.objectContaining({ value: null })]);
});

test("a manager makes an arrangement the default of everyone, a worker is not offered it", async () => {
  await arrange();
  await press("Remove: Where?");
  await press("Make this the default for everyone");
  expect(savedChoices()).toEqual([expect.objectContaining({ cards: [place(reasons)] })]);
  await says("Arrange cards");
  await act(async () => changeAuth({ role: "worker" }));
  await press("Arrange cards");
  expect(button("Make this the default for everyone")).toBeUndefined();
});

test("a manager goes back to the product's default where there is another, once that is confirmed", async () => {
  await arrange();
  expect(button("Reset to the product's default")).toBeUndefined();
  await press("Cancel");
  dashboard = { ...dashboard, isTenantDefault: true };
  await act(async () => void (await queryClient.invalidateQueries()));
  await press("Arrange cards");
  await press("Reset to the product's default");
  await says("The default for everyone is removed.");
  await press("Keep the default");
  expect(savedChoices()).toEqual([]);
  await press("Reset to the product's default");
  await press("Reset to the product's");
  expect(savedChoices()).toEqual([expect.objectContaining({ cards: null })]);
  await says("Arrange cards");
  await act(async () => changeAuth({ role: "worker" }));
  await press("Arrange cards");
  expect(button("Reset to the product's default")).toBeUndefined();
});

test("a kind of change can be muted and shown again", async () => {
  answers.setChoice = () => {
    muted = [{ metric: "on_time_rate", kind: "On-time rate" }];
    return { isKept: true };
  };
  await show();
  await says("On-time rate fell");
  await press("More about: On-time rate");
  const [item] = await screen.findAllByRole("menuitem");
  await act(async () => item?.click());
  expect(savedChoices()).toEqual([expect.objectContaining({ value: ["on_time_rate"] })]);
  await says("Show muted (1)");
  expect(container.textContent).not.toContain("On-time rate fell");
  await press("Show muted (1)");
  await press("Show again: On-time rate");
  expect(savedChoices().at(-1)).toEqual(expect.objectContaining({ value: [] }));
});

test("before any data, it is told which sources are connected, which are not, and who acts", async () => {
  dashboard.freshness = [{ ...fresh, firstDay: null, lastDay: null, ingestedAt: null }];
  dashboard.missing = [{ domain: "sales", label: "Genesis" }];
  await show();
  await says("Delivery Connected, waiting for its first data.");
  await says("Genesis Not connected. An administrator of the platform connects it.");
});

test("a source whose data is older than the cards say where it lies", async () => {
  answers.listDataDays = () => ({ items: [{ domain: "delivery", first: "2010-12-01", last: "2011-12-09" }] });
  await show();
  await says("Delivery: there is no data in the last 30 days.Your data: 1 Dec 2010 – 9 Dec 2011");
  const link = [...container.querySelectorAll("a")].find(({ textContent }) => textContent === "Show these days");
  expect(link?.getAttribute("href")).toBe("/tenant/tookan-report?from=2010-12-01&to=2011-12-09");
});

test("pinned answers are offered as cards, shown with live figures and kept by their ids", async () => {
  const pin = { pin: "p1", title: "Failed by driver", width: 6 } as const;
  dashboard.cards = [{ ...pin, width: 4 }, reasons];
  dashboard.available = [reasons, zones, pin, { pin: "p2", title: "Late last month", width: 6 }];
  answers.readPin = () => ({ outcome: "refuse", reason: "no_data", text: "No data yet.", assumptions: [], unused: [] });
  answers.getConfig = () => ({ productSlug: "figures" });
  await loadConfig();
  await arrange();
  await says("No data yet.");
  expect(container.textContent).toContain("Your pinned answers");
  await press("Add card");
  await press("Add: Late last month");
  await press("Save");
  expect(savedChoices()).toEqual([
    { name: "dashboard", value: [{ pin: "p1", width: 4 }, place(reasons), { pin: "p2", width: 6 }] },
  ]);
});
