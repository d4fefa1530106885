import type { MetricAnswer, MetricQuery, PanelAnswer, PanelAnswerFor, ReportPanel } from "@console/contracts";
import { expect, test } from "vitest";
import { ownFormats } from "../format.ts";
import { describePanel } from "./describe-panel.ts";
import type { PanelReader } from "./panel-view.ts";

const reader = { formats: ownFormats, today: "2026-03-18", annotations: [{ day: "2026-03-17", text: "Road closed" }] };

type Row = Record<string, string | number | null>;

type Answered = Omit<PanelAnswerFor<"kpis">, "kind">;

/** What a panel shows of an answer of its kind. */
function describeFor(panel: ReportPanel, answer: Answered, who: PanelReader) {
  return describePanel(panel, { ...answer, kind: panel.kind } as PanelAnswer, who);
}

/** What the server answers for one question, as far as a panel looks at it. */
function answered(
  query: Partial<MetricQuery>,
  answer: { rows: Row[]; totals?: Row; isCompared?: true; units?: Record<string, string> },
): Answered {
  const { rows, totals = {}, isCompared, units = {} } = answer;
  const metrics = query.metrics ?? [];
  const columns: MetricAnswer["columns"] = [
    ...(query.dimensions ?? []).map((id) => ({ id, label: id, kind: "dimension" as const, unit: null, good: null })),
    ...metrics.map((id) => ({
      id,
      label: id,
      kind: "metric" as const,
      unit: units[id] ?? "count",
      good: "up" as const,
    })),
  ];
  return {
    panel: "p",
    noise: [],
    leftOut: [],
    questions: [
      {
        query: {
          dimensions: [],
          filters: [],
          having: [],
          sort: [],
          other: false,
          cumulative: false,
          ...query,
        } as MetricQuery,
        answer: {
          columns,
          rows,
          totals,
          currency: "USD",
          isTruncated: false,
          rules: [],
          freshness: [],
          time: { from: "2026-03-12", to: "2026-03-19", timeZone: "UTC" },
          compareTime: isCompared ? { from: "2026-03-05", to: "2026-03-12" } : null,
        },
      },
    ],
  };
}

test("a figure says its value, how it moved and against what", () => {
  const panel: ReportPanel = { id: "p", kind: "kpis", title: "P", metrics: ["rate"] };
  const view = describeFor(
    panel,
    answered(
      { metrics: ["rate"], grain: "day" },
      {
        rows: [
          { period: "2026-03-12", rate: 0.5 },
          { period: "2026-03-13", rate: 0.6 },
        ],
        isCompared: true,
        totals: { rate: 0.55, rate__compare: 0.5 },
        units: { rate: "percent" },
      },
    ),
    reader,
  );
  expect(view).toMatchObject({
    kind: "figures",
    figures: [{ value: "55.0%", trend: [0.5, 0.6], change: { text: "+5.0 pts", comparison: "vs 5 – 11 Mar" } }],
  });
});

test.each([
  ["rises", { n: 60, n__compare: 40 }, "+50.0%"],
  ["falls below zero", { n: -60, n__compare: -40 }, "−50.0%"],
  ["comes from nothing", { n: 6, n__compare: 0 }, "from 0 to 6"],
  ["has nothing to be held against", { n: 6, n__compare: null }, undefined],
  ["is not there", { n: null, n__compare: 4 }, undefined],
])("a figure that %s says no more than can be told", (_, totals, text) => {
  const panel: ReportPanel = { id: "p", kind: "kpis", title: "P", metrics: ["n"] };
  const answer = answered({ metrics: ["n"], grain: "day" }, { rows: [], isCompared: true, totals });
  const view = describeFor(panel, answer, reader);
  expect(view.kind === "figures" ? view.figures[0]?.change?.text : null).toBe(text);
});

test("a figure says on how much it was measured, unless that is nearly all", () => {
  const panel: ReportPanel = { id: "p", kind: "kpis", title: "P", metrics: ["stop"] };
  const measured = (share: number, what: string | null = null) => {
    const answer = answered({ metrics: ["stop"], grain: "day" }, { rows: [], totals: { stop: 4 } });
    const coverage = { share, of: "deliveries", what };
    const rules = [
      {
        metric: "stop",
        rule: "",
        exclusions: [],
        otherCurrencies: [],
        coverage,
        unknown: null,
        isOtherUnknown: false,
        comparisonGap: null,
      },
    ];
    const questions = answer.questions.map((question) => ({ ...question, answer: { ...question.answer, rules } }));
    const view = describeFor(panel, { ...answer, questions }, reader);
    return view.kind === "figures" ? view.figures[0]?.coverage : undefined;
  };
  expect(measured(0.62, "Costs")).toBe("Costs known for 62% of deliveries");
  expect(measured(0.001, "Costs")).toBe("Costs known for less than 1% of deliveries");
  expect([0.8342, 0.9949, 0.995, 1].map((share) => measured(share))).toEqual([
    "Measured on 83% of deliveries",
    "Measured on 99% of deliveries",
    null,
    null,
  ]);
});

test("half-hours stand in the order of the day, and only those that there are", () => {
  const rows = [
    { day_of_week: "Tuesday", half_hour: "10:00", n: 1 },
    { day_of_week: "Monday", half_hour: "09:30", n: 2 },
  ];
  const query = { metrics: ["n"], dimensions: ["day_of_week", "half_hour"] };
  const panel = { id: "p", kind: "heat", title: "P", metric: "n", rows: "day_of_week", columns: "half_hour" } as const;
  const view = describeFor(panel, answered(query, { rows }), reader);
  expect(view).toMatchObject({ picture: { rows: ["Monday", "Tuesday"], columns: ["09:30", "10:00"] } });
});

test("a bridge leads from the comparison to the period, whatever it leaves to the rest", () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({
    branch: `B${index}`,
    sales: index * 10,
    sales__compare: 50,
  }));
  const totals = { sales: 660, sales__compare: 600 };
  const panel: ReportPanel = { id: "p", kind: "bridge", title: "P", metric: "sales", by: "branch" };
  const view = describeFor(
    panel,
    answered({ metrics: ["sales"], dimensions: ["branch"] }, { rows, totals, isCompared: true }),
    reader,
  );
  if (view.kind !== "picture" || view.picture.kind !== "waterfall") throw new Error("It is no waterfall.");
  const { steps } = view.picture;
  const moved = steps.filter(({ isLevel }) => !isLevel).reduce((sum, { value }) => sum + value, 0);
  expect(steps[0]?.value).toBe(600);
  expect((steps[0]?.value ?? 0) + moved).toBe(steps.at(-1)?.value);
  expect(steps.some(({ label }) => label === "Other")).toBe(true);
});

test("a ranking tells who won places since the comparison, and names those with too few rows last", () => {
  const rows = [
    { driver: "Ali", n: 30, n__compare: 10 },
    { driver: "Omar", n: 20, n__compare: 40 },
    { driver: "New", n: 5, n__compare: null },
  ];
  const panel: ReportPanel = { id: "p", kind: "ranking", title: "P", metrics: ["n"], by: "driver" };
  const answer = answered({ metrics: ["n"], dimensions: ["driver"] }, { rows, totals: { n: 55 }, isCompared: true });
  const view = describeFor(panel, { ...answer, leftOut: [{ name: "Omar", reason: "Too few." }] }, reader);
  if (view.kind !== "table") throw new Error("It is no table.");
  expect(view.table.rows.map(({ name, climbed }) => [name, climbed])).toEqual([
    ["Ali", 1],
    ["New", null],
    ["Omar", -1],
  ]);
  expect(view.table.totals?.[0]?.text).toBe("55");
});

test("a ranking of some members ends with how many others there are and what they have, so that it adds up", () => {
  const rows = [
    { driver: "Ali", n: 30 },
    { driver: "Omar", n: 20 },
    { driver: "Other", n: 5 },
  ];
  const panel: ReportPanel = { id: "p", kind: "ranking", title: "P", metrics: ["n"], by: "driver" };
  const answer = answered({ metrics: ["n"], dimensions: ["driver"] }, { rows, totals: { n: 55 } });
  for (const question of answer.questions) question.answer.rowsInAll = 38;
  const view = describeFor(panel, answer, reader);
  if (view.kind !== "table") throw new Error("It is no table.");
  expect(view.table.rows.map(({ name, cells }) => [name, cells[0]?.text])).toEqual([
    ["Ali", "30"],
    ["Omar", "20"],
    ["36 others", "5"],
  ]);
  expect([view.table.members, view.table.rows.at(-1)?.cell]).toEqual([38, {}]);
});

test("the rest is drawn last in a stack, and the running day and the notes are marked", () => {
  const rows = ["2026-03-17", "2026-03-18"].flatMap((period) => [
    { period, zone: "Other", n: 9 },
    { period, zone: "A", n: 3 },
  ]);
  const panel: ReportPanel = { id: "p", kind: "trend", as: "stacked", title: "P", metrics: ["n"], by: "zone" };
  const view = describeFor(panel, answered({ metrics: ["n"], dimensions: ["zone"], grain: "day" }, { rows }), reader);
  if (view.kind !== "picture" || view.picture.kind !== "axis") throw new Error("It is no chart.");
  const { chart, annotations, cells } = view.picture;
  expect(chart.series.map(({ label, colour }) => [label, colour])).toEqual([
    ["A", undefined],
    ["Other", "grey"],
  ]);
  expect(chart.isRunning).toBe(true);
  // The days before, on which nothing happened, stand on the axis too.
  expect(chart.x).toHaveLength(7);
  expect(annotations).toEqual([{ index: 5, text: "Road closed" }]);
  expect(cells[0]?.[6]).toEqual({ metric: "n", zone: "A", period: "2026-03-18" });
});

test("a day with a target and no sales stands beside the others, and alone where nothing was sold", () => {
  const panel: ReportPanel = {
    id: "p",
    kind: "trend",
    as: "line",
    title: "P",
    metrics: ["sales"],
    target: "goal",
  };
  const goals = answered(
    { metrics: ["goal"], grain: "day" },
    {
      rows: [
        { period: "2026-03-16", goal: 50 },
        { period: "2026-03-17", goal: 60 },
        { period: "2026-03-18", goal: 70 },
      ],
    },
  );
  const courses = (rows: Row[]) => {
    const sales = answered({ metrics: ["sales"], grain: "day" }, { rows });
    const view = describeFor(panel, { ...sales, questions: [...sales.questions, ...goals.questions] }, reader);
    if (view.kind !== "picture" || view.picture.kind !== "axis") throw new Error("It is no chart.");
    return view.picture.chart.series.map(({ values }) => values.slice(-3));
  };
  const sold = [
    { period: "2026-03-16", sales: 40 },
    { period: "2026-03-18", sales: 80 },
  ];
  expect(courses(sold)).toEqual([
    [40, null, 80],
    [50, 60, 70],
  ]);
  expect(courses([])).toEqual([
    [null, null, null],
    [50, 60, 70],
  ]);
});

test("no rows are not the same as figures that cannot be narrowed", () => {
  const panel: ReportPanel = { id: "p", kind: "pareto", title: "P", metric: "n", by: "zone" };
  expect(describeFor(panel, answered({ metrics: ["n"] }, { rows: [] }), reader)).toEqual({
    kind: "nothing",
    reason: "no-rows",
  });
  const none = { panel: "p", questions: [], noise: [], leftOut: [{ name: "N", reason: "No." }] };
  expect(describeFor(panel, none, reader)).toEqual({ kind: "nothing", reason: "not-narrowed" });
});

type Rule = MetricAnswer["rules"][number];
const plainRule: Rule = {
  metric: "n",
  rule: "",
  exclusions: [],
  otherCurrencies: [],
  coverage: null,
  unknown: null,
  isOtherUnknown: false,
  comparisonGap: null,
};

function withRule(answer: ReturnType<typeof answered>, rule: Partial<Rule>) {
  const rules = [{ ...plainRule, ...rule }];
  return {
    ...answer,
    questions: answer.questions.map((question) => ({ ...question, answer: { ...question.answer, rules } })),
  };
}

test("a figure that is not known says what it needs, and a chart of it shows nothing else", () => {
  const unknown = { unknown: "Needs the cost of each sale" };
  const tiles: ReportPanel = { id: "p", kind: "kpis", title: "P", metrics: ["n"] };
  const answer = answered({ metrics: ["n"], grain: "day" }, { rows: [], totals: { n: null } });
  const view = describeFor(tiles, withRule(answer, unknown), reader);
  expect(view.kind === "figures" && view.figures[0]).toMatchObject({ value: null, ...unknown });
  const chart: ReportPanel = { id: "p", kind: "trend", as: "line", title: "P", metrics: ["n"] };
  const rows = [{ period: "2026-03-18", n: null }];
  const course = answered({ metrics: ["n"], grain: "day" }, { rows });
  expect(describeFor(chart, withRule(course, unknown), reader)).toEqual({
    kind: "unknown",
    reasons: ["Needs the cost of each sale"],
  });
});

test("days before the first fact are not compared with: no change, no line, no bridge", () => {
  const gap = { comparisonGap: { firstDay: "2025-12-20" } };
  const totals = { n: 3311, n__compare: null };
  const tiles: ReportPanel = { id: "p", kind: "kpis", title: "P", metrics: ["n"] };
  const figures = answered({ metrics: ["n"], grain: "day" }, { rows: [], isCompared: true, totals });
  const view = describeFor(tiles, withRule(figures, gap), reader);
  expect(view.kind === "figures" && view.figures[0]).toMatchObject({
    change: null,
    comparisonGap: "No comparison: figures begin on 20 Dec 2025",
  });
  const rows = [{ period: "2026-03-18", n: 3311, n__compare: null }];
  const course = answered({ metrics: ["n"], grain: "day" }, { rows, isCompared: true });
  const chart = describeFor(
    { id: "p", kind: "trend", as: "line", title: "P", metrics: ["n"] },
    withRule(course, gap),
    reader,
  );
  if (chart.kind !== "picture" || chart.picture.kind !== "axis") throw new Error("It is no chart.");
  expect(chart.picture.chart.series.map(({ id }) => id)).toEqual(["n"]);
  const parts = answered({ metrics: ["n"], dimensions: ["zone"] }, { rows: [{ zone: "A", n: 1 }], isCompared: true });
  const bridge = describeFor(
    { id: "p", kind: "bridge", title: "P", metric: "n", by: "zone" },
    withRule(parts, gap),
    reader,
  );
  expect(bridge).toEqual({ kind: "nothing", reason: "no-comparison" });
});
