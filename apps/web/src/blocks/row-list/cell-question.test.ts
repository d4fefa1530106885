import type { MetricAnswer, MetricQuery, PanelAnswer } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { toRowsQuestion } from "./cell-question.ts";

const panel = { title: "Deliveries by driver" };
const column = { kind: "metric", unit: "count", good: null } as const;

function answerWith(query: Partial<MetricQuery>, rows: MetricAnswer["rows"] = []): Pick<PanelAnswer, "questions"> {
  const asked = { metrics: ["failed_count"], filters: [], time: { from: "2026-11-03", to: "2026-11-18" }, ...query };
  const answer = { columns: [{ id: "failed_count", label: "Failed deliveries", ...column }], rows };
  return { questions: [{ query: asked as MetricQuery, answer: answer as unknown as MetricAnswer }] };
}

test("a member and a day of a chart become a filter and a time, and are said in words", () => {
  const cell = { panel: "by-driver", metric: "failed_count", driver: "Ali", period: "2026-11-12" };
  const depot = { field: "depot", op: "in" as const, values: ["North"] };
  expect(
    toRowsQuestion(cell, panel, answerWith({ filters: [depot], grain: "day", basis: "completed" }), ownFormats),
  ).toEqual({
    label: "Failed deliveries, Ali, Thu 12 Nov 2026",
    metric: "failed_count",
    filters: [depot, { field: "driver", op: "in", values: ["Ali"] }],
    time: { from: "2026-11-12", to: "2026-11-13" },
    basis: "completed",
  });
});

test("a period that reaches beyond the days of the report is cut to them", () => {
  const week = { metric: "failed_count", period: "2026-11-02" };
  const last = { metric: "failed_count", period: "2026-11-16" };
  expect(toRowsQuestion(week, panel, answerWith({ grain: "week" }), ownFormats)?.time).toEqual({
    from: "2026-11-03",
    to: "2026-11-09",
  });
  expect(toRowsQuestion(last, panel, answerWith({ grain: "week" }), ownFormats)?.time).toEqual({
    from: "2026-11-16",
    to: "2026-11-18",
  });
});

test("the rest is what none of the members that are shown have", () => {
  const rows = [{ driver: "Ali" }, { driver: "Unassigned" }, { driver: "Other" }];
  expect(
    toRowsQuestion({ metric: "failed_count", driver: "Other" }, panel, answerWith({}, rows), ownFormats)?.filters,
  ).toEqual([{ field: "driver", op: "not_in", values: ["Ali", "Unassigned"] }]);
});

test("a panel that asks nothing has no rows", () => {
  expect(toRowsQuestion({ panel: "notes" }, panel, { questions: [] }, ownFormats)).toBeNull();
});
