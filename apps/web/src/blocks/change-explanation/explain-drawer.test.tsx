import type { AskAnswer, MetricAnswer } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ExplainDrawer } from "./explain-drawer.tsx";
import type { ExplainQuery } from "./explain-query.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const page = createScreen();
const { answers, press, says, callInputs } = page;
const reader = { formats: ownFormats, today: "2026-03-18", annotations: [] };
const query: ExplainQuery = {
  metrics: ["on_time_rate"],
  time: { from: "2026-03-01", to: "2026-03-08" },
  compare: { type: "previous_period" },
  explain: true,
};

const part = (member: string, fromRate: number, fromMix: number) => ({
  member,
  now: 0.9,
  before: 0.8,
  contribution: fromRate + fromMix,
  fromRate,
  fromMix,
});
type Contributions = NonNullable<MetricAnswer["contributions"]>;
const contributions: Contributions = {
  metric: "on_time_rate",
  change: 0.1,
  isUsual: false,
  dimensions: [
    { dimension: "zone", label: "Zone", members: [part("A", 0.06, 0.01), part("B", 0.02, 0.01)] },
    { dimension: "driver", label: "Driver", members: [part("Ann", 0.05, 0), part("Bo", 0.05, 0)] },
  ],
  reason: null,
};

function explained(change: Partial<Contributions> = {}): AskAnswer {
  return {
    outcome: "answer",
    reason: null,
    text: "On-time rate: 90.0%, up from 80.0%.",
    query: { ...query },
    result: {
      columns: [{ id: "on_time_rate", label: "On-time rate", kind: "metric", unit: "percent", good: "up" }],
      rows: [{ on_time_rate: 0.9, on_time_rate__compare: 0.8 }],
      totals: { on_time_rate: 0.9, on_time_rate__compare: 0.8 },
      time: { from: "2026-03-01", to: "2026-03-08", timeZone: "UTC" },
      compareTime: { from: "2026-02-22", to: "2026-03-01" },
      currency: "USD",
      isTruncated: false,
      rules: [],
      freshness: [],
      contributions: { ...contributions, ...change },
    },
    assumptions: [],
    unused: [],
    open: {
      report: "tookan-report",
      path: "/tenant/tookan-report",
      query: { from: "2026-03-01", to: "2026-03-07" },
      leftOut: [],
    },
  };
}

async function show() {
  const opened: unknown[] = [];
  const close = vi.fn();
  await page.show(
    <ExplainDrawer
      query={query}
      label="On-time rate"
      reader={reader}
      onOpenRows={(cell) => opened.push(cell)}
      onClose={close}
    />,
  );
  return { opened, close };
}

test("a change is told in a sentence, by the dimension that is chosen, and by rate and mix", async () => {
  answers.runQuestion = explained();
  const { opened, close } = await show();
  await says("On-time rate: 90.0%, up from 80.0%.");
  expect(callInputs("runQuestion")).toEqual([{ query }]);
  expect(screen.getByRole("status").textContent).toContain("up from 80.0%");
  await says("Of +10.0 pts, +8.0 pts came from changes within each zone, +2.0 pts from the mix.");
  await press("View as table");
  expect(page.cells()[0]).toEqual(["80.0%", "90.0%", "+7.0 pts", "+6.0 pts", "+1.0 pts"]);
  await press("By driver");
  expect(screen.getByRole("table", { name: "On-time rate: change by driver" })).toBeDefined();
  const link = screen.getByRole("link", { name: "Open in report" });
  expect(link.getAttribute("href")).toBe("/tenant/tookan-report?from=2026-03-01&to=2026-03-07");
  await act(async () => void fireEvent.click(link));
  expect(close).toHaveBeenCalledOnce();
  await press("See rows");
  expect(opened).toEqual([{ metric: "on_time_rate" }]);
  expect(close).toHaveBeenCalledTimes(2);
});

test("a change that is none, or that has no parts, is said to be so", async () => {
  answers.runQuestion = explained({ isUsual: true, dimensions: [], reason: "It cannot be added up from parts." });
  await show();
  await says("Within the usual range");
  await says("It cannot be added up from parts.");
  expect(page.button("View as table")).toBeUndefined();
});

test("a failure is told, and asked again", async () => {
  answers.runQuestion = () => {
    throw new ApiError({ kind: "unexpected", message: "Something went wrong." });
  };
  await show();
  await says("The change could not be explained");
  answers.runQuestion = explained();
  await press("Retry");
  await says("up from 80.0%");
});
