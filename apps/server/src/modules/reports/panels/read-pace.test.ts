import type { Pace, PanelAnswerFor } from "@console/contracts";
import { paceCourse } from "@console/figures";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { randomNumbers } from "../../../testing/facts.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { addDays, ingestFacts } from "../../metrics/index.ts";
import { answerPanel } from "../read-panel.ts";
import { listPanels } from "../report.ts";
import { reports, requireReport } from "../reports.ts";

const tenantId = "shops";
const today = "2026-03-18";
const branches = ["North", "South", "Young"];
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: `${today}T12:00:00Z` } });
  const random = randomNumbers(3);
  const sales = branches.flatMap((branch) =>
    Array.from({ length: 400 }, (_, index) => ({
      source_key: `${branch} ${index}`,
      receipt_key: `${branch} ${Math.floor(index / 2)}`,
      branch,
      product: "Rice",
      sold_at: soldAt(branch === "Young" ? 20 : 90, index),
      quantity_milli: 1000,
      gross_minor: Math.floor(random() * 9000),
      is_return: random() < 0.1,
    })),
  );
  const targets = branches.slice(0, 2).flatMap((branch) =>
    Array.from({ length: 120 }, (_, index) => {
      const day = addDays("2026-01-01", index);
      return { source_key: `${branch} ${day}`, branch, day, target_minor: 10_000 + (index % 7) * 1000 };
    }),
  );
  for (const [fact, records] of Object.entries({ sale_lines: sales, sales_targets: targets })) {
    const { rejected } = await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact, source: "test", records }),
    );
    expect(rejected).toEqual([]);
  }
});
afterAll(() => testApp.close());

/** Some minute of one of the days before today, the same for the same number. */
function soldAt(days: number, number: number): string {
  const random = randomNumbers(number * 977 + days);
  const back = Math.floor(random() * days);
  return new Date(
    Date.parse(`${today}T08:00:00Z`) - back * 86_400_000 + Math.floor(random() * 700) * 60_000,
  ).toISOString();
}

async function get(path: string) {
  const url = `/api/reports/${path}`;
  const response = await testApp.app.inject({ method: "GET", url, headers: signedInAs("manager", tenantId) });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  return response;
}

async function readPace(panel: string, query = ""): Promise<Pace> {
  const { pace } = (await get(`branch-report/panels/${panel}${query}`)).json() as PanelAnswerFor<"pace">;
  if (!pace) throw new Error("The panel tells no pace.");
  return pace;
}

async function readRows<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return testApp.as(systemCaller("test", tenantId), async ({ db }) => (await statement.execute(db)).rows);
}

const net = sql.raw("(case when is_return then -1 else 1 end * (gross_minor - coalesce(discount_minor, 0)))");

type Row = { member: string; actual: number; targetSoFar: number; target: number; forecast: number };

/** The running month straight from the facts: what was sold, and for each day left the mean of its weekday. */
function byHand(): Promise<Row[]> {
  return readRows(sql<Row>`
    with branch as (select id, name from members where tenant_id = ${tenantId} and dimension = 'branch'),
    sold as (select branch_id, day, sum(${net}) / 100.0 as net from sale_lines
      where tenant_id = ${tenantId} and day >= '2026-01-21' and day < '2026-03-18' group by 1, 2),
    first as (select branch_id, min(day) as day from sold group by 1),
    mean as (select f.branch_id, extract(dow from d) as weekday, avg(coalesce(sold.net, 0)) as net
      from first f cross join generate_series(f.day, date '2026-03-17', interval '1 day') d
      left join sold on sold.branch_id = f.branch_id and sold.day = d::date group by 1, 2),
    goal as (select branch_id, sum(target_minor) / 100.0 as whole,
        sum(target_minor) filter (where day < '2026-03-18') / 100.0 as so_far
      from sales_targets where tenant_id = ${tenantId} and day >= '2026-03-01' and day < '2026-04-01' group by 1)
    select name as member, actual::float8, coalesce(so_far, 0)::float8 as "targetSoFar",
      coalesce(whole, 0)::float8 as target, (actual + left_over)::float8 as forecast
    from branch b left join goal on goal.branch_id = b.id
    cross join lateral (select coalesce(sum(net), 0) as actual from sold
      where branch_id = b.id and day >= '2026-03-01') done
    cross join lateral (select coalesce(sum(mean.net), 0) as left_over
      from generate_series(date '2026-03-18', date '2026-03-31', interval '1 day') d
      join mean on mean.branch_id = b.id and mean.weekday = extract(dow from d)) rest
    order by 1`);
}

test("the pace of each branch and its forecast are those of a query written by hand", async () => {
  const { members, from, to, until } = await readPace("branch-pace");
  const hand = await byHand();
  expect([from, until, to]).toEqual(["2026-03-01", today, "2026-04-01"]);
  expect(members.map(({ member }) => member).sort()).toEqual(hand.map(({ member }) => member));
  for (const expected of hand) {
    const actual = members.find(({ member }) => member === expected.member);
    for (const key of ["actual", "targetSoFar", "target", "forecast"] as const) {
      expect(actual?.[key], `${key} of ${expected.member}`).toBeCloseTo(expected[key], 6);
    }
  }
  expect(hand.every(({ forecast, actual }) => forecast > actual)).toBe(true);
});

test("the lines end where the table says: so far, at the target and at the forecast", async () => {
  const pace = await readPace("pace");
  const points = paceCourse(pace);
  const { whole } = await readPace("branch-pace");
  expect(points.at(-1)?.target).toBeCloseTo(whole.target, 6);
  expect(points.at(-1)?.forecast).toBeCloseTo(whole.forecast, 6);
  expect(points.findLast(({ actual }) => actual !== null)).toMatchObject({ start: "2026-03-17" });
  expect(points.findLast(({ actual }) => actual !== null)?.actual).toBeCloseTo(whole.actual, 6);
});

test("a filter narrows both sides, and a period that is over stands for itself", async () => {
  const hand = (await byHand()).find(({ member }) => member === "North");
  const { members } = await readPace("branch-pace", "?branch=North");
  expect(members.map(({ member }) => member)).toEqual(["North"]);
  expect(members[0]?.forecast).toBeCloseTo(hand?.forecast ?? Number.NaN, 6);
  const { from, to, whole, periods } = await readPace("branch-pace", "?period=last_month");
  expect([from, to]).toEqual(["2026-02-01", "2026-03-01"]);
  const [sold] = await readRows(sql<{ net: number; target: number }>`select
      (select sum(${net}) / 100.0 from sale_lines where tenant_id = ${tenantId} and day >= '2026-02-01' and day < '2026-03-01')::float8 as net,
      (select sum(target_minor) / 100.0 from sales_targets where tenant_id = ${tenantId} and day >= '2026-02-01' and day < '2026-03-01')::float8 as target`);
  expect(whole.actual).toBeCloseTo(sold?.net ?? Number.NaN, 6);
  expect(whole.target).toBeCloseTo(sold?.target ?? Number.NaN, 6);
  expect(periods.every(({ forecast }) => forecast === null)).toBe(true);
});

test("the file holds the pace of each branch as the panel has it", async () => {
  const { members, whole } = await readPace("branch-pace");
  const { body } = await get("branch-report/export?format=csv&content=figures");
  const lines = body.split("\r\n");
  const table = lines.slice(lines.findIndex((line) => line.startsWith("Which branches will reach theirs? Pace")));
  const toNumbers = (name: string) =>
    table
      .find((line) => line.startsWith(`${name},`))
      ?.split(",")
      .map(Number) ?? [];
  const [, actual, , , forecast] = toNumbers("South");
  const south = members.find(({ member }) => member === "South");
  expect(actual).toBeCloseTo(south?.actual ?? Number.NaN, 6);
  expect(forecast).toBeCloseTo(south?.forecast ?? Number.NaN, 6);
  expect(toNumbers("Total")[4]).toBeCloseTo(whole.forecast, 6);
});

test("on the first of a month nothing is over yet, and the whole month is forecast", async () => {
  const report = requireReport(reports, "branch-report");
  for (const panel of listPanels(report).filter(({ kind }) => kind === "pace")) {
    const answer = await testApp.inSnapshot(systemCaller("test", tenantId), (context) =>
      answerPanel({ ...context, now: new Date("2026-03-01T09:00:00Z") }, report, panel, {}),
    );
    if (answer.kind !== "pace") throw new Error("The panel tells no pace.");
    const { pace, questions } = answer;
    expect(pace).toMatchObject({ from: "2026-03-01", until: "2026-03-01", whole: { actual: 0, targetSoFar: 0 } });
    expect(pace?.whole.forecast).toBeGreaterThan(0);
    expect(questions.map(({ query }) => query.metrics)).toEqual([["sales_target"]]);
  }
});
