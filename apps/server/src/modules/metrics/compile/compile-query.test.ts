import { type MetricQueryInput, metricQuery } from "@console/contracts";
import { expect, test } from "vitest";
import { registry } from "../model/registry.ts";
import { resolveQuery } from "../query/resolve-query.ts";
import { compileQuery } from "./compile-query.ts";
import type { PlanFilter } from "./plan.ts";

const settings = { timeZone: "Europe/Berlin", currency: "EUR", currencyDigits: 2, graceSeconds: 900 };
const activeRollups = new Set(
  [...registry.datasets.values()].flatMap(({ rollups }) => rollups.map(({ number }) => number)),
);
const month = { from: "2026-03-01", to: "2026-03-19" };
const quarter = { from: "2026-01-01", to: "2026-03-19" };

/** The questions of the first page and of the delivery report: they must be quick for any number of facts. */
const reportQuestions: Record<string, MetricQueryInput> = {
  "deliveries-by-day-and-status": {
    metrics: ["delivery_count"],
    dimensions: ["delivery_status"],
    time: month,
    grain: "day",
  },
  "top-drivers-on-time": {
    metrics: ["delivery_count", "on_time_rate"],
    dimensions: ["driver"],
    time: month,
    limit: 20,
  },
  "percentiles-by-week": { metrics: ["p50_delivery_minutes", "p90_delivery_minutes"], time: quarter, grain: "week" },
  "weekday-by-hour": { metrics: ["delivery_count"], dimensions: ["day_of_week", "hour_of_day"], time: quarter },
  "months-against-last-year": {
    metrics: ["delivery_count", "delivery_cost"],
    time: { from: "2025-04-01", to: "2026-03-19" },
    grain: "month",
    compare: { type: "same_period_last_year" },
  },
  "failure-reasons-with-share": {
    metrics: ["failed_delivery_count"],
    dimensions: ["failure_reason"],
    time: month,
    share: "total",
  },
};

const otherQuestions: Record<string, MetricQueryInput> = {
  "receivables-as-of": {
    metrics: ["receivable_balance"],
    dimensions: ["ageing_bucket"],
    time: { asOf: "2026-02-28" },
  },
  "pending-by-month": {
    metrics: ["pending_approval_count"],
    dimensions: ["department"],
    time: quarter,
    grain: "month",
  },
  "running-sales": { metrics: ["net_sales"], time: month, grain: "day", cumulative: true },
  "items-out-of-stock": { metrics: ["stock_out_count"], dimensions: ["warehouse"], time: { asOf: "2026-03-18" } },
  "turnover-and-cover": { metrics: ["inventory_turnover", "days_of_cover"], dimensions: ["category"], time: quarter },
  "customers-by-product": { metrics: ["customer_count"], dimensions: ["product"], time: month },
  "best-categories-of-each-branch": {
    metrics: ["net_sales"],
    dimensions: ["branch", "category"],
    time: month,
    limitPer: 3,
  },
  "top-zones-and-the-rest": {
    metrics: ["delivery_count"],
    dimensions: ["zone"],
    time: month,
    limit: 5,
    other: true,
    having: [{ metric: "delivery_count", op: ">=", value: 10 }],
  },
  "targets-by-weekday": { metrics: ["target_attainment"], dimensions: ["day_of_week"], time: month },
};

const filters: Record<string, PlanFilter[]> = {
  "customers-by-product": [{ dimension: "branch", isExcluded: false, keys: [4, 7] }],
  "percentiles-by-week": [],
  "top-zones-and-the-rest": [{ dimension: "zone", isExcluded: true, keys: [0] }],
};

const changedDays = new Map([["delivery_tasks", ["2026-02-10", "2026-03-18"]]]);
const nothingChanged: typeof changedDays = new Map();
const noLastDays = new Map<string, string>();

function compile(
  name: string,
  question: MetricQueryInput,
  {
    dirtyDays = nothingChanged,
    lastDays = noLastDays,
    rollups = activeRollups,
    within = [],
  }: {
    dirtyDays?: typeof changedDays;
    lastDays?: typeof noLastDays;
    rollups?: ReadonlySet<number>;
    within?: PlanFilter[];
  } = {},
) {
  const deps = { registry, today: "2026-03-18", settings, activeRollups: rollups, dirtyDays, lastDays };
  return compileQuery(resolveQuery(metricQuery.parse(question), [...(filters[name] ?? []), ...within], deps), "tenant");
}

/** One clause on each line, further in for each open bracket. */
function readable({ text, values }: { text: string; values: unknown[] }): string {
  const clauses = text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<!isodow|epoch|distinct) (union all|from|where|group by|order by|left join|cross join)\b/g, "\n$1")
    .replaceAll(/\( ?(select|with)\b/g, "(\n$1")
    .replaceAll(") select ", ")\nselect ")
    .replaceAll(/\), (\w+ as (?:materialized )?\()/g, "),\n$1");
  let depth = 0;
  const lines = clauses.split("\n").map((line) => {
    const own = "  ".repeat(Math.max(0, depth)) + line;
    for (const letter of line) depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    return own;
  });
  const parameters = values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`);
  return `${[...parameters, ...lines].join("\n")}\n`;
}

test.each(Object.entries({ ...reportQuestions, ...otherQuestions }))(
  "%s compiles to the text on file",
  async (name, question) => {
    await expect(readable(compile(name, question))).toMatchFileSnapshot(`./snapshots/${name}.sql`);
  },
);

test.each(Object.entries({ ...reportQuestions, ...otherQuestions }))(
  "%s compiles to the same text twice",
  (name, question) => {
    expect(compile(name, question)).toEqual(compile(name, question));
  },
);

test.each(Object.entries(reportQuestions))("%s reads stored sums alone while nothing has changed", (name, question) => {
  const { text } = compile(name, question);
  expect(text).toContain("from rollup_cells");
  expect(text).not.toContain("from delivery_tasks");
});

test.each(Object.entries(reportQuestions))(
  "%s reads changed days, and only these, from the facts",
  async (name, question) => {
    const compiled = compile(name, question, { dirtyDays: changedDays });
    const facts = compiled.text.match(
      /from delivery_tasks f where tenant_id = \(select \$1::text\) and day = any \(\$\d+::date\[\]\)/g,
    );
    expect(compiled.text.split("from delivery_tasks f").length - 1).toBe(facts?.length);
    expect(facts?.length).toBeGreaterThan(0);
    await expect(readable(compiled)).toMatchFileSnapshot(`./snapshots/${name}-with-changed-days.sql`);
  },
);

test.each(Object.entries(reportQuestions))("%s reads the facts alone where no sums are kept", (name, question) => {
  const { text } = compile(name, question, { rollups: new Set() });
  expect(text).not.toContain("from rollup_cells");
  expect(text).toContain("from delivery_tasks");
});

test("the first and the last day of a question are read from the facts when they have changed, those around it are not", () => {
  const question = { metrics: ["delivery_count"], dimensions: ["delivery_status"], time: month, grain: "day" as const };
  const days = ["2026-02-28", "2026-03-01", "2026-03-18", "2026-03-19"];
  const { values } = compile("", question, { dirtyDays: new Map([["delivery_tasks", days]]) });
  const lists = values.filter((value) => Array.isArray(value));
  expect(lists.length).toBeGreaterThan(0);
  for (const list of lists) expect(list).toEqual(["2026-03-01", "2026-03-18"]);
});

test("shares are of everything but the filters on their own dimension, and never of more than a confined caller sees", () => {
  const question = {
    metrics: ["failed_delivery_count"],
    dimensions: ["failure_reason"],
    time: month,
    share: "total" as const,
    filters: [{ field: "failure_reason", values: ["any"] }],
  };
  const filter = { dimension: "failure_reason", isExcluded: false, keys: [4711] };
  const timesFiltered = (within: PlanFilter[], dimensions = question.dimensions) => {
    const { text, values } = compile("", { ...question, dimensions }, { within });
    const parameter = `$${values.findIndex((value) => JSON.stringify(value) === "[4711]") + 1}::`;
    return text.split(parameter).length - 1;
  };
  expect(timesFiltered([{ ...filter, isFixed: true }])).toBe(timesFiltered([filter]) + 1);
  expect(timesFiltered([{ ...filter, isFixed: true }], [])).toBe(timesFiltered([filter], []) + 1);
});

test("a share of the whole is refused, as it always is one", () => {
  const question = { metrics: ["delivery_count"], time: month, share: "total" as const };
  const confined = [{ dimension: "driver", isExcluded: false, keys: [1], isFixed: true as const }];
  expect(() => compile("", question, { within: confined })).toThrow(
    "Shares need a dimension to split by, or a filter that leaves a part of the whole.",
  );
});

test("a question up to today reads the month that runs as one, as nothing comes after today", () => {
  const question = { metrics: ["delivered_count"], dimensions: ["driver"], time: month };
  expect(compile("", question).text).toMatch(/tier = 1 /);
  const { text } = compile("", question, { lastDays: new Map([["delivery_tasks", "2026-03-18"]]) });
  expect(text).toMatch(/tier = 3 /);
  expect(text).not.toMatch(/tier = 1 /);
});

test("what a caller sends stands in the values and never in the text", () => {
  const { text, values } = compile("receivables-as-of", {
    metrics: ["net_sales"],
    dimensions: ["branch"],
    time: { from: "2026-02-03", to: "2026-02-17" },
    having: [{ metric: "net_sales", op: ">", value: 4711 }],
  });
  expect(text).not.toMatch(/4711|2026-02/);
  expect(values).toEqual(expect.arrayContaining(["tenant", "2026-02-03", "2026-02-17", 4711]));
});
