import { expect, test } from "vitest";
import { deliveriesIn, measureDeliveries } from "./measure-deliveries.ts";
import { samplePeriod } from "./sample-deliveries.ts";
import {
  daysOfCover,
  lateByWeekday,
  ledgerBalances,
  ledgerLines,
  ordersByBranch,
  waitingDocuments,
} from "./sample-teams.ts";

test("the ledger closes at its opening balance and all of its entries", () => {
  const sum = ledgerLines.reduce((balance, { minorUnits }) => balance + minorUnits, ledgerBalances.opening);
  expect(ledgerBalances.closing).toBe(sum);
});

test("each ledger line leaves the balance of the line before it and its own amount", () => {
  ledgerLines.slice(1).forEach((line, index) => {
    expect(line.balance).toBe((ledgerLines[index]?.balance ?? 0) + line.minorUnits);
  });
});

test("the late share of the whole period lies between the best and the worst weekday", () => {
  const shares = lateByWeekday.series.flatMap(({ values }) => values.map(Number));
  const { lateRate } = measureDeliveries(deliveriesIn(samplePeriod));
  expect(lateRate).toBeGreaterThan(Math.min(...shares));
  expect(lateRate).toBeLessThan(Math.max(...shares));
});

test("every series of the sample charts has one value for each place on its axis", () => {
  for (const { series, x } of [daysOfCover, lateByWeekday, ordersByBranch, waitingDocuments]) {
    for (const { values } of series) expect(values).toHaveLength(x.length);
  }
});
