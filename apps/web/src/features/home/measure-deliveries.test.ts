import { expect, test } from "vitest";
import { deliveriesIn, measureByDay, measureDeliveries } from "./measure-deliveries.ts";
import { previousPeriod, sampleDeliveries, samplePeriod, sampleZones } from "./sample-deliveries.ts";

const whole = measureDeliveries(deliveriesIn(samplePeriod));

test("the zones of the report add up to its total", () => {
  const zones = sampleZones.map((zone) => measureDeliveries(deliveriesIn(samplePeriod, zone)));
  for (const key of ["orders", "deliveries", "onTime", "late", "failed", "cancelled"] as const) {
    expect(zones.reduce((sum, zone) => sum + zone[key], 0)).toBe(whole[key]);
  }
});

test("the days of the report add up to its total", () => {
  const days = measureByDay(deliveriesIn(samplePeriod));
  expect(days).toHaveLength(30);
  expect(days.reduce((sum, { measures }) => sum + measures.orders, 0)).toBe(whole.orders);
});

test("every order ends in exactly one way", () => {
  expect(whole.onTime + whole.late + whole.failed + whole.cancelled).toBe(whole.orders);
  expect(whole.onTimeRate + whole.lateRate).toBeCloseTo(1, 12);
});

test("no count of the sample is negative", () => {
  for (const { onTime, late, failed, cancelled, delayMinutes } of sampleDeliveries) {
    expect(Math.min(onTime, late, failed, cancelled, delayMinutes)).toBeGreaterThanOrEqual(0);
  }
});

test("the two compared periods are equally long and do not touch", () => {
  const previous = measureByDay(deliveriesIn(previousPeriod));
  expect(previous).toHaveLength(30);
  expect((previous.at(-1)?.day ?? "") < samplePeriod.from).toBe(true);
});
