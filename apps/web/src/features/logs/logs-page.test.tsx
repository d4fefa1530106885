import type { LogLine } from "@console/contracts";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { LogsPage } from "./logs-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const { answers, show, says, press, callInputs, address, type } = createScreen();

const line: LogLine = {
  id: "line-1",
  at: "2026-11-18T10:00:05.123Z",
  level: "error",
  part: "jobs",
  tenant: { id: "north", name: "North Wind" },
  person: null,
  requestId: "request-1",
  route: "rollups.settle",
  message: "Reading timed out",
  details: { ms: 12 },
  error: "abc123",
};
const bars = Array.from({ length: 10 }, (_, place) => ({
  at: new Date(Date.parse("2026-11-18T10:00:00Z") + place * 60_000).toISOString(),
  lines: place,
  warnings: 0,
  errors: 0,
}));

beforeEach(() => {
  answers.listLogLines = { items: [line], next: null };
  answers.countLogLines = { stepSeconds: 60, bars, countedSince: null };
  answers.listLogSearches = { items: [] };
  answers.getChoice = { value: null };
  answers.getLogContext = { line, items: [line] };
  answers.listRequestLines = { items: [line], isCut: false };
  answers.listLogGroups = { items: [], next: null };
});

const readAddress = () => new URLSearchParams(address());

test("the search is the address: written it is asked for, and chips take parts of it away", async () => {
  await show(<LogsPage />, "q=level%3Aerror+timed");
  await says("45 lines");
  expect(callInputs("listLogLines")[0]).toMatchObject({ query: "level:error timed" });
  await press("Remove the filter timed");
  expect(readAddress().get("q")).toBe("level:error");
  await type("Search log lines", 'tenant:"North Wind"');
  await press("Search");
  expect(readAddress().get("q")).toBe('tenant:"North Wind"');
  await type("Filter by part", "mail");
  expect(readAddress().get("q")).toBe('tenant:"North Wind" part:mail');
});

test("pieces of the histogram are marked and zoomed into by the keyboard", async () => {
  await show(<LogsPage />);
  await says("45 lines");
  const slider = screen.getByRole("slider");
  const hit = (key: string, shiftKey = false) => act(async () => void fireEvent.keyDown(slider, { key, shiftKey }));
  await hit("ArrowLeft");
  await hit("ArrowLeft");
  await hit("ArrowLeft", true);
  expect(slider.getAttribute("aria-valuetext")).toContain("15 lines");
  await hit("Enter");
  expect(readAddress().get("since")).toBe("2026-11-18T10:07:00.000Z");
  expect(readAddress().get("until")).toBe("2026-11-18T10:09:00.000Z");
});

test("counts that are not known are told as unknown", async () => {
  answers.countLogLines = { stepSeconds: 60, bars, countedSince: "2026-11-18T10:05:00.000Z" };
  await show(<LogsPage />);
  await says("More than 45 lines");
  await says("Earlier bars are unknown");
  expect(document.querySelectorAll("[data-unknown]")).toHaveLength(5);
});

test("an opened line filters by any of its values and leads to its request's timeline", async () => {
  await show(<LogsPage />, "line=line-1&q=timed");
  await says("Reading timed out");
  await press("Filter out Tenant North Wind");
  expect(readAddress().get("q")).toBe("timed -tenant:north");
});

test("the timeline of a request opens by its address, and leads to its lines", async () => {
  await show(<LogsPage />, "request=request-1");
  await says("Jobs · Error");
  expect(callInputs("listRequestLines")).toEqual([{ request: "request-1" }]);
  await press("Reading timed out");
  expect(readAddress().get("line")).toBe("line-1");
});

test("details that one may not see are said to be for superadmins", async () => {
  answers.getLogContext = { line: { ...line, details: null }, items: [line] };
  await show(<LogsPage />, "line=line-1");
  await says("Only superadmins see the details of log lines.");
});

test("while the tail is paused new lines are counted, and shown when asked for", async () => {
  let tailed: LogLine[] = [];
  answers.tailLogLines = () => ({ items: tailed, isCut: false });
  await show(<LogsPage />);
  await says("45 lines");
  await press("Live tail");
  await press("Pause");
  tailed = [{ ...line, id: "line-2", at: "2026-11-18T10:00:09.000Z", message: "A newer line" }];
  await waitFor(() => expect(screen.getByRole("button", { name: "1 new line" })).toBeTruthy());
  expect(document.body.textContent).not.toContain("A newer line");
  await press("1 new line");
  await says("Live");
  expect(screen.queryByRole("button", { name: "1 new line" })).toBeNull();
});

test("a group of errors is muted until it returns, and opens its lines", async () => {
  const group = {
    error: "abc123",
    part: "jobs",
    level: "error",
    message: "Reading timed out",
    lines: 12,
    firstAt: line.at,
    lastAt: line.at,
    tenants: 2,
    people: 3,
    isNew: true,
    assignedTo: null,
    mutedAt: null,
    hasReturned: false,
  };
  answers.listLogGroups = { items: [group], next: null };
  answers.updateLogGroup = {};
  await show(<LogsPage />, "view=errors");
  await says("New in this version");
  await press("Mute until it returns: Reading timed out");
  expect(callInputs("updateLogGroup")).toEqual([{ error: "abc123", isMuted: true }]);
  await press("Reading timed out");
  expect(readAddress().get("q")).toBe("error:abc123");
});

test("a saved search that is open gets an alert, which is muted or removed there", async () => {
  const saved = { id: "s1", name: "Timeouts", query: "timed", alert: null };
  answers.listLogSearches = { items: [saved] };
  answers.setLogAlert = {};
  await show(<LogsPage />, "q=timed");
  await press("Saved searches");
  await act(async () => void fireEvent.click(screen.getByRole("menuitem", { name: "Alert me about Timeouts" })));
  await type("More than this many lines", "20");
  await press("Save alert");
  expect(callInputs("setLogAlert")).toEqual([{ id: "s1", alert: { lines: 20, minutes: 5, mutedUntil: null } }]);
});
