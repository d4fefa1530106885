import type { DriverOpenCash, HandIn, LedgerStatement, PayoutLine } from "@console/contracts";
import { metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { queryMetrics } from "../../metrics/index.ts";
import type { Person } from "../ledger-fixture-for-tests.ts";
import { bringDeliveries, follow, startCodBook } from "./cod-fixture-for-tests.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T08:00:00Z" } });
});
afterAll(() => testApp.close());

const cash = (valueMinor: number, count: number) => [{ valueMinor, count }];
async function handIn(keeper: Person, key: string, fields: object): Promise<HandIn> {
  const { status, body } = await keeper<HandIn>("POST", "hand-ins", { key, driver: "Omar", ...fields });
  expect(status).toBe(201);
  return body;
}

/** Figures in minor units, by the members of a dimension where one is asked for. */
async function askFigures(tenant: string, metrics: readonly string[], dimension?: string) {
  const { rows, totals } = await testApp.inSnapshot(systemCaller("test", tenant), (context) =>
    queryMetrics(
      context,
      metricQuery.parse({
        metrics,
        dimensions: dimension ? [dimension] : [],
        time: { from: "2026-03-01", to: "2026-03-19" },
      }),
    ),
  );
  const toMinor = (figure: unknown) => (typeof figure === "number" ? Math.round(figure * 100) : null);
  const pick = (row: Record<string, unknown>) => metrics.map((metric) => toMinor(row[metric]));
  const members = rows.map((row) => [String(row[dimension ?? ""]), pick(row)] as const);
  return { whole: pick(totals), members: Object.fromEntries(members.sort()) };
}

test("figures tell the flows of cash on delivery, whatever was reversed or changed", async () => {
  const tenant = "figures";
  const { keeper, accounts } = await startCodBook(testApp, tenant);
  const ofDrivers = ["cod_booked_amount", "cod_handed_in_amount", "cash_short_over_amount", "open_driver_cash"];
  const ofMerchants = ["cod_owed_balance", "cod_paid_out_amount", "cod_fee_amount"];
  expect((await askFigures(tenant, ["driver_pay_amount"])).whole).toEqual([null]);
  const wrong = await handIn(keeper, "a", { days: ["2026-03-15"], denominations: cash(100, 90), reason: "Short" });
  await keeper("POST", `entries/${wrong.entry.id}/reverse`, { text: "Counted wrongly" });
  const short = await handIn(keeper, "b", { days: ["2026-03-15"], denominations: cash(100, 95), reason: "Torn" });
  await handIn(keeper, "c", { driver: "Sara", denominations: cash(100, 102), reason: "Tip" });
  await keeper("POST", "deposits", { key: "d", handIns: [short.id] });
  await bringDeliveries(testApp, tenant, [], ["c"]);
  await follow(testApp, tenant);
  expect(await askFigures(tenant, ofDrivers, "driver")).toEqual({
    whole: [30_000, 19_700, 300, 10_000],
    members: { Omar: [20_000, 9500, 500, 10_000], Sara: [10_000, 10_200, -200, 0] },
  });
  const { items: drivers } = (await keeper<{ items: DriverOpenCash[] }>("GET", "driver-cash")).body;
  const { members } = await askFigures(tenant, ["open_driver_cash"], "driver");
  expect(drivers.map(({ driver, openMinor }) => [driver, openMinor])).toEqual([["Omar", members.Omar?.[0]]]);
  expect((await askFigures(tenant, ["cod_banked_amount"])).whole).toEqual([9500]);
  const fee = { account: accounts.cod_fee.id, amountMinor: -40 };
  const line = { account: accounts.cod_owed.id, amountMinor: 40, customer: "Lina Store" };
  await keeper("POST", "entries", { key: "e", text: "More fee", lines: [line, fee] });
  const { items } = (
    await keeper<{ items: PayoutLine[] }>("GET", "payable/lines?kind=customer&party=Lina%20Store&currency=AED")
  ).body;
  const lines = items.map(({ entry, line: number }) => ({ entry, line: number }));
  const payout = { key: "f", kind: "customer", party: "Lina Store", currency: "AED", lines };
  await keeper("POST", "payouts", payout);
  const statement = await keeper<LedgerStatement>("GET", `statement?account=${accounts.cod_owed.id}`);
  expect(await askFigures(tenant, ofMerchants, "customer")).toMatchObject({
    whole: [-(statement.body.closingMinor ?? 0), 10_000 - 263 - 40, 3 * 250 + 40],
    members: { "Lina Store": [0, 10_000 - 263 - 40, 250], "Nour Shop": [2 * (10_000 - 263), 0, 500] },
  });
});

test("an account that is used for something else from now on is counted so in all figures", async () => {
  const tenant = "purposes";
  const { keeper, accounts } = await startCodBook(testApp, tenant);
  const fees = async () => (await askFigures(tenant, ["cod_fee_amount", "delivery_fee_amount"])).whole;
  expect(await fees()).toEqual([1000, null]);
  await keeper("PATCH", `accounts/${accounts.cod_fee.id}`, { purpose: "delivery_fee" });
  expect(await fees()).toEqual([null, 1000]);
  await keeper("PATCH", `accounts/${accounts.cod_fee.id}`, { purpose: "cod_fee" });
  expect(await fees()).toEqual([1000, null]);
});
