import type { PlatformFigure } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { toRefreshMs, toRowScope, toScope } from "./dashboard-search.ts";
import { describeFigure } from "./describe-figure.ts";
import { FigureCards } from "./figure-cards.tsx";
import { FirstSteps } from "./first-steps.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { says } = screen;

const figure: PlatformFigure = {
  span: { from: "2026-11-12", to: "2026-11-19" },
  value: 120,
  bound: null,
  before: 100,
  isUsual: false,
  firstDay: null,
  days: ["12", "13", "14", "15", "16", "17", "18"].map((day) => `2026-11-${day}`),
  series: [{ id: "all", name: "all", values: [10, 20, 10, 20, 20, 20, 20] }],
  path: null,
  dayPaths: [],
  timeZone: "UTC",
  today: "2026-11-18",
  asOf: "2026-11-18T10:00:00.000Z",
};

const describe = (part: Partial<PlatformFigure>) => describeFigure({ ...figure, ...part }, ownFormats);

test("a change is told with what it is compared with", () => {
  expect(describe({})).toMatchObject({ value: "120", change: { text: "+20.0%", comparison: "vs previous 7 days" } });
});

test("what is not known is no zero, and nothing is compared with it", () => {
  const before = { before: null, isUsual: null };
  expect(describe({ ...before, value: null, firstDay: "2026-11-20" })).toMatchObject({ value: "Not known" });
  expect(describe({ ...before, firstDay: "2026-11-15" })).toMatchObject({
    value: "120",
    change: "",
    coverage: "Counted since 15 Nov",
  });
  expect(describe({ ...before, firstDay: "2026-11-12" })).toMatchObject({
    change: "No comparison: figures begin on 12 Nov",
    coverage: null,
  });
});

test("a time from buckets is told as what it is: at most, or above", () => {
  expect(describe({ value: 150, before: 100, bound: "at_most" })).toMatchObject({
    value: "≤ 150 ms",
    change: "≤ 100 ms in the previous 7 days",
  });
  expect(describe({ value: 10_000, before: 1500, bound: "above" })).toMatchObject({
    value: "> 10 s",
    change: "≤ 1.5 s in the previous 7 days",
  });
});

test("an address names its last day, and a bar asks for its own day", () => {
  expect(toScope({ from: "2026-11-01", to: "2026-11-07", about: "acme" })).toEqual({
    from: "2026-11-01",
    to: "2026-11-08",
    tenant: "acme",
  });
  expect(toRowScope({ period: "last_7_days", day: "2026-11-07" })).toEqual({ from: "2026-11-07", to: "2026-11-08" });
  expect([toRefreshMs({}), toRefreshMs({ refresh: "5" })]).toEqual([false, 300_000]);
});

test("a card that fails leaves the others as they are, and leads to its list", async () => {
  const failure = new ApiError({ kind: "unexpected", message: "It failed.", requestId: "req-1" });
  vi.mocked(callApi).mockImplementation((async (_name: string, input: { figure: string }) => {
    if (input.figure === "errors") throw failure;
    return input.figure === "sign_ins" ? { ...figure, path: "/admin/audit?filter=act%3Asession.opened" } : figure;
  }) as typeof callApi);
  const onOpen = vi.fn();
  await screen.show(<FigureCards search={{}} onOpen={onOpen} />);
  await says("Errors could not be loaded");
  await says("Report views");
  const link = document.querySelector("a[aria-label='Sign-ins: 120. See rows']");
  expect(link?.getAttribute("href")).toBe("/admin/audit?filter=act%3Asession.opened");
  document.querySelector<HTMLButtonElement>("button[aria-label='Report views: 120. See rows']")?.click();
  expect(onOpen).toHaveBeenCalledWith("report_views");
});

test("first steps tick themselves, and go when all are done", async () => {
  const steps = { hasSource: true, hasTenant: true, hasPeople: false, hasReportView: false, hasBackup: false };
  vi.mocked(callApi).mockImplementation((async (name: string) =>
    name === "getFirstSteps" ? steps : { value: null }) as typeof callApi);
  await screen.show(<FirstSteps />);
  await says("2 of 5 done");
  expect([...document.querySelectorAll("a")].map(({ textContent }) => textContent)).toEqual([
    "Invite people",
    "Make a backup",
  ]);
});
