import { metricQuery } from "@console/contracts";
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
])(
  "a target of the month %s %s is suggested, spread over its days, and says so",
  async (column, text, month, amount) => {
    const { status, body } = await fixture.send(`Branch,${column},Target\nSeef,${text},${amount}.00\n`, {});
    expect(status, JSON.stringify(body)).toBe(202);
    const { rows, notes } = await fixture.ended(body.run.id);
    expect(rows).toMatchObject({ read: 1, written: 1, rejected: 0 });
    expect(notes.map(({ message }) => message)).toEqual([
      `Day "${text}" is a month: the amount is spread over its days.`,
    ]);
    const next = new Date(Date.UTC(2016, Number(month.slice(5)), 1)).toISOString().slice(0, 10);
    const days = new Date(Date.UTC(2016, Number(month.slice(5)), 0)).getUTCDate();
    expect(await targetFor(`${month}-01`, next)).toBe(amount);
    expect(await targetFor(`${month}-01`, `${month}-02`)).toBe(Math.floor((amount * 100) / days) / 100);
  },
);
