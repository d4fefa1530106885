import { act, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { authState, changeAuth } from "../../lib/auth/auth-state.ts";
import { queryClient } from "../../lib/query-client.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { EmbedPage } from "./embed-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
// Without it every panel counts as near, and is read.
vi.stubGlobal("IntersectionObserver", undefined);
// Rows are drawn as far as there is room.
Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });

const screen = createScreen();
const tenant = { id: "laiqkan-1001", name: "Acme", source: "laiqkan", aiq_type: "Tookan" };
const session = { token: "t", expiresInSeconds: 600, tenant, client: "Bluebird", origins: [], refreshSeconds: 60 };
const report = {
  id: "tookan-report",
  title: "Delivery report",
  question: "How?",
  path: "/laiqkan/1001",
  domains: ["delivery"],
  filters: [
    { dimension: "delivery_status", label: "Status", members: ["Delivered", "Failed"] },
    { dimension: "driver", label: "Driver", members: null },
  ],
  defaults: { period: "last_30_days", compare: "previous_period" },
  bases: ["due"],
  rows: [{ metric: "delivery_count", label: "Deliveries" }],
  sections: [{ title: null, panels: [{ id: "reasons", kind: "pareto", title: "Why?", metric: "m", by: "reason" }] }],
  client: "Bluebird Cafe",
  phone: null,
  organisation: "Acme",
  today: "2026-11-15",
  firstDay: "2026-10-16",
  timeZone: "Asia/Bahrain",
  currency: "BHD",
  isCountsOnly: false,
  fields: [],
  exports: [],
  version: "1",
  freshness: { ingestedAt: "2026-11-15T06:20:00Z", isLate: false },
};
const column = { id: "task", label: "Task", format: "text", kind: "value", isSortable: true };
const rows = { columns: [column], items: [{ key: "1", task: "SO-1" }], next: null, currency: "BHD", timeZone: "UTC" };
const panel = { panel: "reasons", questions: [], noise: [], leftOut: [] };
const refuse = (kind: "not_found" | "unauthenticated" | "invalid_input", fields = {}) => {
  throw new ApiError({ kind, message: "No.", fields });
};

// They come when they are needed, which takes longer here than a test waits.
beforeAll(() => Promise.all([import("./embed-report.tsx"), import("./passcode-form.tsx")]), 60_000);

beforeEach(() => {
  changeAuth({ isInitialized: true });
  Object.assign(screen.answers, {
    resumeEmbedSession: session,
    getEmbedStanding: { version: "1" },
    getEmbedReport: report,
    readEmbedPanel: panel,
    listEmbedRows: { ...rows, totals: { count: 1, sums: {} } },
  });
});

const open = (query = "") => screen.show(<EmbedPage tookanId="1001" />, query);
const lookAgain = () => act(async () => void document.dispatchEvent(new Event("visibilitychange")));
const text = () => document.body.textContent;

test("an open link shows whose deliveries these are, as of when, the panels and the rows, and nothing of the console", async () => {
  await open();
  await screen.says("Why?");
  await screen.says("SO-1");
  expect(text()).toContain("Acme · Delivery report");
  expect(document.querySelector("h1")?.textContent).toBe("Bluebird Cafe");
  expect(text()).toContain("As of 15 Nov 2026, 09:20");
  expect([screen.button("Print") !== undefined, screen.button("Export")]).toEqual([true, undefined]);
  expect([document.querySelectorAll("a, nav, [role=banner]").length, authState().tenant]).toEqual([0, tenant]);
});

test("when the link is closed every figure goes, also out of memory", async () => {
  await open();
  await screen.says("SO-1");
  Object.assign(screen.answers, {
    getEmbedStanding: () => refuse("unauthenticated"),
    resumeEmbedSession: () => refuse("not_found"),
  });
  await lookAgain();
  await screen.says("This link is no longer active.");
  expect([text()?.includes("SO-1"), text()?.includes("Bluebird")]).toEqual([false, false]);
  expect([queryClient.getQueryCache().getAll(), authState().laiqkanToken, authState().tenant]).toEqual([
    [],
    null,
    null,
  ]);
});

test("when someone changes what the link shows, nothing that was read before stays", async () => {
  await open();
  await screen.says("SO-1");
  const changed = { ...report, version: "2", client: "Bluebird Bakery" };
  const task = { ...rows, items: [{ key: "1", task: "SO-2" }], totals: null };
  Object.assign(screen.answers, { getEmbedStanding: { version: "2" }, getEmbedReport: changed, listEmbedRows: task });
  await lookAgain();
  await screen.says("Bluebird Bakery");
  await screen.says("SO-2");
  expect(text()).not.toContain("SO-1");
  expect(screen.callInputs("readEmbedPanel")).toHaveLength(2);
});

test.each(["not_found", "invalid_input"] as const)("whatever is wrong reads the same (%s)", async (kind) => {
  Object.assign(screen.answers, { resumeEmbedSession: () => refuse(kind) });
  await open();
  await screen.says("This report is not open.");
  expect(document.querySelectorAll("a, button")).toHaveLength(0);
  expect(screen.callInputs("getEmbedReport")).toEqual([]);
});

test("a passcode is asked for, and a wrong one stays in its field with what is wrong", async () => {
  const words = "This is not the passcode.";
  Object.assign(screen.answers, {
    resumeEmbedSession: ({ passcode }: { passcode?: string }) =>
      passcode === "right" ? session : refuse("invalid_input", { passcode: words }),
  });
  await open();
  await screen.says("This report asks for a passcode.");
  expect(text()).not.toContain(words);
  await screen.type("Passcode", "wrong");
  await screen.press("Open report");
  await screen.says(words);
  expect(screen.control("Passcode").value).toBe("wrong");
  await screen.type("Passcode", "right");
  await screen.press("Open report");
  await screen.says("Bluebird Cafe");
});

test("a period beyond the days of the link is refused kindly, before anything is asked", async () => {
  await open("theme=dark&period=last_90_days");
  await screen.says("This report shows 16 Oct 2026 to 15 Nov 2026.");
  expect([screen.callInputs("readEmbedPanel"), screen.callInputs("listEmbedRows")]).toEqual([[], []]);
  await screen.press("Show all these days");
  await screen.says("SO-1");
  expect(screen.address()).toBe("?theme=dark&from=2026-10-16&to=2026-11-15");
});

test("what the page around it adds to the address is never asked with, and stays", async () => {
  await open("theme=dark&client=7&utm=x&driver=Noor&delivery_status=Failed&delivery_status=No&q=SO&sort=-task");
  await screen.says("SO-1");
  expect(screen.callInputs("readEmbedPanel")[0]).toEqual({ delivery_status: "Failed", panel: "reasons" });
  const rowsInput = { delivery_status: "Failed", q: "SO", sort: "-task", limit: "50" };
  expect(screen.callInputs("listEmbedRows")[0]).toEqual(rowsInput);
  await screen.press("Clear filters");
  await waitFor(() => expect(screen.address()).toBe("?theme=dark&client=7&utm=x&q=SO&sort=-task"));
});

test("counts only are said to be that, and no delivery is asked for", async () => {
  Object.assign(screen.answers, { getEmbedReport: { ...report, isCountsOnly: true, rows: [] } });
  await open();
  await screen.says("This address shows counts only");
  await screen.says("Why?");
  expect(screen.callInputs("listEmbedRows")).toEqual([]);
});

test("days without deliveries say so once", async () => {
  Object.assign(screen.answers, { listEmbedRows: { ...rows, items: [], totals: { count: 0, sums: {} } } });
  await open();
  await screen.says("No deliveries in this period");
  expect(text()).not.toContain("Why?");
});

test("a late source is told in words, with the time of its last deliveries", async () => {
  const late = { ...report, freshness: { ...report.freshness, isLate: true } };
  Object.assign(screen.answers, { getEmbedReport: late });
  await open();
  await screen.says("The latest deliveries arrived at 15 Nov 2026, 09:20.");
});
