import { type ImportRun, metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { queryMetrics } from "../../metrics/index.ts";
import { type ImportFixture, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

/** The target of some days. */
async function targetFor(from: string, to: string): Promise<unknown> {
  const { totals } = await fixture.testApp.inSnapshot(systemCaller("test", tenantId), (context) =>
    queryMetrics(context, metricQuery.parse({ metrics: ["sales_target"], time: { from, to } })),
  );
  return totals.sales_target;
}

test.each([
  ["Month", "2016-05", "2016-05", 100],
  ["Monat", "06/2016", "2016-06", 100],
  ["Mois", "juillet 2016", "2016-07", 100],
  ["Period", "Aug 2016", "2016-08", 100],
  ["Month", "2016-09-01", "2016-09", 100],
  ["Month", "31.10.2016", "2016-10", 100],
  ["Period", "2016-11-30", "2016-11", 100],
  ["Mois", "12/31/2016", "2016-12", 100],
  ["Month", "Jan-16", "2016-01", 100],
  ["Monat", "Feb 16", "2016-02", 100],
  ["Period", "مارس 2016", "2016-03", 100],
])(
  "a target of the month %s %s is suggested, spread over its days, and says so",
  async (column, text, month, amount) => {
    const { status, body } = await fixture.send(`Branch,${column},Target\nSeef,${text},${amount}.00\n`, {});
    expect(status, JSON.stringify(body)).toBe(202);
    const { rows, notes, loaded } = (await fixture.ended(body.run.id)) as ImportRun;
    expect(rows).toMatchObject({ read: 1, written: 1, rejected: 0 });
    expect(notes.map(({ message }) => message)).toEqual([
      `Day "${text}" is a month: the amount is spread over its days.`,
    ]);
    const next = new Date(Date.UTC(2016, Number(month.slice(5)), 1)).toISOString().slice(0, 10);
    const lastDay = new Date(Date.UTC(2016, Number(month.slice(5)), 0)).getUTCDate();
    expect(loaded).toMatchObject({ from: `${month}-01`, to: next });
    expect(await targetFor(`${month}-01`, next)).toBe(amount);
    expect(await targetFor(`${month}-01`, `${month}-02`)).toBe(Math.floor((amount * 100) / lastDay) / 100);
  },
);

test("a target of a week is spread over its days, and one of a quarter says what to do", async () => {
  const run = await fixture.take(
    "Branch,Week,Target\nSeef,2020-W23,70.00\nSeef,2020-W24,7.00\nSeef,Q2 2020,9.00\nSeef,W25 2020,9.00\n",
    {
      mapping: JSON.stringify({
        fact: "sales_targets",
        fields: { branch: { from: "Branch" }, day: { from: "Week" }, target_minor: { from: "Target" } },
      }),
    },
  );
  expect(run).toMatchObject({ rows: { written: 2, rejected: 2 }, loaded: { from: "2020-06-01", to: "2020-06-15" } });
  expect(run.notes.map(({ message }) => message)).toEqual([
    'Day "2020-W23" is a week: the amount is spread over its days.',
  ]);
  expect(await targetFor("2020-06-01", "2020-06-02")).toBe(10);
  expect(await targetFor("2020-06-14", "2020-06-15")).toBe(1);
  expect(await fixture.listRejects(run)).toEqual([
    'line 4: "Q2 2020" is longer than a month. Give each month or day a row of its own.',
    'line 5: "W25 2020" is a week. Write it as 2016-W23, whose weeks begin on Mondays, or give its first day.',
  ]);
});

test("days under a month's name that are not all the first or the last of one stay days", async () => {
  const run = await fixture.take(
    "Branch,Month,Target\nSeef,2017-05-01,10.00\nSeef,2017-05-02,20.00\nSeef,2017-05-31,30.00\n",
  );
  expect([run.rows.written, run.notes]).toEqual([3, []]);
  expect(await targetFor("2017-05-01", "2017-05-02")).toBe(10);
});

test("days at the ends of months say that they may be months, and someone chooses", async () => {
  const content = "Branch,Day,Target\nSeef,2019-05-31,31.00\nSeef,2019-06-30,30.00\n";
  const { body } = await fixture.send(content, { draft: "1" });
  const url = `/api/tenants/${tenantId}/imports/${body.run.id}`;
  const { body: shown } = await fixture.call("POST", `${url}/preview`, {});
  expect(shown.columns[1].months).toEqual({
    isFound: false,
    evidence: "All of its days are the first or the last of a month. Each may stand for the whole month.",
  });
  const fields = { ...shown.mapping.fields, day: { ...shown.mapping.fields.day, isMonth: true } };
  await fixture.call("POST", `${url}/start`, { mapping: { ...shown.mapping, fields }, replaces: [] });
  await fixture.ended(body.run.id);
  expect(await targetFor("2019-05-01", "2019-05-02")).toBe(1);
});

test("the days of a load are those of its rows that were taken in", async () => {
  const run = await fixture.take(
    "Branch,Day,Target\nSeef,2018-05-02,10.00\nSeef,2018-06-03,ten\nSeef,2018-05-04,20.00\nSeef,2018-04-01,-\n",
  );
  expect(run).toMatchObject({ rows: { written: 2, rejected: 2 }, loaded: { from: "2018-05-02", to: "2018-05-05" } });
});

test("words of months with many different numbers are days without a year, and are not taken for months", async () => {
  const lines = Array.from({ length: 9 }, (_, place) => `Seef,Jun-${place + 11},1.00`);
  const fields = { branch: { from: "Branch" }, day: { from: "Day" }, target_minor: { from: "Target" } };
  const run = await fixture.take(`Branch,Day,Target\n${lines.join("\n")}\n`, {
    mapping: JSON.stringify({ fact: "sales_targets", fields }),
  });
  expect(run).toMatchObject({ state: "failed", rows: { written: 0, rejected: 9 } });
});
