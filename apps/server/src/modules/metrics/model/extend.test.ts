import { metricQuery } from "@console/contracts";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { deliveries } from "../datasets/deliveries.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { loadMetricState } from "../query/metric-store.ts";
import { queryMetrics } from "../query/query-metrics.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import type { Dataset, Dimension, Metric } from "./dataset.ts";
import { during, ratioFormula, sumFormula } from "./dataset.ts";
import { dimensions, taskTypes } from "./dimensions.ts";
import { createRegistry, type Registry, subjects } from "./registry.ts";

const tenantId = "extend";
const caller = systemCaller("test", tenantId);
const described = { domain: "delivery", good: "down", rule: "Told by a test.", synonyms: [] } as const;

/** A metric on measures that are there is these lines. */
const costPerTask: Metric = {
  ...described,
  id: "cost_per_task",
  label: "Cost per task",
  type: "ratio",
  unit: "currency",
  formula: ratioFormula(during("deliveries.cost"), during("deliveries.costed")),
};

/** A dimension is its description, its key in the dataset and, where it should answer quickly, a rollup. */
const taskType: Dimension = { id: "task_type", label: "Task type", synonyms: [], members: taskTypes };
const moreDeliveries: Dataset = {
  ...deliveries,
  dimensions: { ...deliveries.dimensions, task_type: "task_type" },
  measures: {
    ...deliveries.measures,
    heavy: { kind: "sum", unit: "count", where: "(custom->>'kilos')::numeric > 30" },
  },
  rollups: [...deliveries.rollups, { number: 12, dimensions: ["task_type"] }],
};
const heavyCount: Metric = {
  ...described,
  id: "heavy_count",
  label: "Heavy tasks",
  type: "flow",
  unit: "count",
  formula: sumFormula(during("deliveries.heavy")),
};

const withMetric = createRegistry([...subjects, { datasets: [], metrics: [costPerTask] }]);
const withDimension = createRegistry(
  [
    ...subjects.map((subject) => ({
      ...subject,
      datasets: subject.datasets.map((dataset) => (dataset === deliveries ? moreDeliveries : dataset)),
    })),
    { datasets: [], metrics: [heavyCount] },
  ],
  [...dimensions, taskType],
);

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const records = Array.from({ length: 40 }, (_, index) => ({
    source_key: `${index}`,
    status: "Delivered",
    task_type: taskTypes[index % 4],
    driver: `driver ${index % 2}`,
    created_at: `2026-03-${String((index % 9) + 1).padStart(2, "0")}T10:00:00Z`,
    has_gps: true,
    cost_minor: 100 * index,
    distance_metres: 1000,
    custom: { kilos: index },
  }));
  await testApp.as(caller, (context) => ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }));
});
afterAll(() => testApp.close());

const time = { from: "2026-03-01", to: "2026-03-19" };

function ask(question: object, registry: Registry) {
  return testApp.inSnapshot(caller, async (context) =>
    queryMetrics(context, metricQuery.parse({ time, ...question }), {
      ...(await loadMetricState(context)),
      registry,
    }),
  );
}

async function settle(registry: Registry): Promise<void> {
  const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
  while (await testApp.as(caller, (context) => settleRollups(context, registry, everyRollup)));
}

function change(text: string) {
  return testApp.as(caller, ({ db }) => db.executeQuery(CompiledQuery.raw(text)));
}

const byDriver = { metrics: ["cost_per_task"], dimensions: ["driver"], sort: [{ by: "driver", dir: "asc" }] };
const byType = {
  metrics: ["heavy_count", "delivery_count"],
  dimensions: ["task_type"],
  sort: [{ by: "task_type", dir: "asc" }],
};

/** Pickup legs, every second of the tasks with an odd number, are not deliveries. */
const expectedByDriver = [
  { driver: "driver 0", cost_per_task: 19 },
  { driver: "driver 1", cost_per_task: 21 },
];
const expectedByType = [
  { task_type: "Delivery", heavy_count: 2, delivery_count: 10 },
  { task_type: "Pickup", heavy_count: 2, delivery_count: 0 },
  { task_type: "Appointment", heavy_count: 2, delivery_count: 10 },
  { task_type: "Field work", heavy_count: 3, delivery_count: 10 },
];

test("a metric that is described can be asked at once, from the facts", async () => {
  const answer = await ask(byDriver, withMetric);
  expect(answer.rows).toEqual(expectedByDriver);
  expect(answer.rules).toEqual([
    {
      metric: "cost_per_task",
      rule: "Told by a test.",
      exclusions: [{ label: "In other currencies", count: 0 }],
      otherCurrencies: [],
      coverage: null,
      unknown: null,
      isOtherUnknown: false,
      comparisonGap: null,
    },
  ]);
  expect(withMetric.dimensionsFor(costPerTask)).toEqual(Object.keys(deliveries.dimensions));
});

test("money that is set beside rows in all currencies is a mistake, told at once", () => {
  const mixed = { ...costPerTask, formula: ratioFormula(during("deliveries.cost"), during("deliveries.distance")) };
  expect(() => createRegistry([...subjects, { datasets: [], metrics: [mixed] }])).toThrow(
    "The metric cost_per_task sets money beside deliveries.distance, which counts rows in all currencies.",
  );
});

test("a dimension and a measure that are described can be asked at once, from the facts", async () => {
  expect((await ask(byType, withDimension)).rows).toEqual(expectedByType);
  const filters = [{ field: "task_type", values: ["Field work"] }];
  const { totals } = await ask({ metrics: ["heavy_count"], filters }, withDimension);
  expect(totals).toEqual({ heavy_count: 3 });
});

test("once settled they are answered from sums, and the sums are right", async () => {
  await settle(withDimension);
  expect((await ask(byType, withDimension)).rows).toEqual(expectedByType);
  // Only sums could still answer without the facts.
  await change("delete from delivery_tasks");
  expect((await ask(byType, withDimension)).rows).toEqual(expectedByType);
  const withBoth = createRegistry(
    [{ datasets: [moreDeliveries], metrics: [costPerTask, heavyCount] }],
    [...dimensions, taskType],
  );
  expect((await ask(byDriver, withBoth)).rows).toEqual(expectedByDriver);
});

test("a name that does not exist or exists twice is told when the program starts", () => {
  const twice = { datasets: [], metrics: [costPerTask, costPerTask] };
  expect(() => createRegistry([...subjects, twice])).toThrow("the same id");
  const lost: Metric = { ...costPerTask, id: "lost", formula: sumFormula(during("deliveries.nothing")) };
  expect(() => createRegistry([...subjects, { datasets: [], metrics: [lost] }])).toThrow("deliveries.nothing");
  const number = deliveries.rollups[0]?.number ?? 0;
  const clash: Dataset = { ...deliveries, id: "more", rollups: [{ number, dimensions: [] }] };
  expect(() => createRegistry([...subjects, { datasets: [clash], metrics: [] }])).toThrow("the same number");
  expect(() => createRegistry([{ datasets: [moreDeliveries], metrics: [heavyCount] }])).toThrow("task_type");
});
