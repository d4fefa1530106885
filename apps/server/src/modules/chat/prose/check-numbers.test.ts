import type { MetricAnswer } from "@console/contracts";
import { expect, test } from "vitest";
import { findUnverified } from "./check-numbers.ts";

const result = {
  columns: [
    { id: "driver", label: "Driver", kind: "dimension", unit: null },
    { id: "delivery_count", label: "Deliveries", kind: "metric", unit: "count" },
    { id: "on_time_rate", label: "On-time rate", kind: "metric", unit: "percent" },
    { id: "fees", label: "Fees", kind: "metric", unit: "currency" },
  ],
  rows: [
    { driver: "Ravi Kumar", delivery_count: 51, on_time_rate: 0.9312, fees: 1234.5 },
    { driver: "Leila Karim", delivery_count: 39, on_time_rate: 0.88, fees: 3_048_000 },
  ],
  totals: { delivery_count: 731, on_time_rate: 0.9, fees: 3_049_234.5 },
  time: { from: "2026-11-09", to: "2026-11-16", timeZone: "UTC" },
  compareTime: null,
  currency: "BHD",
  isTruncated: false,
  rules: [],
  freshness: [],
} as unknown as MetricAnswer;

const check = (text: string) =>
  findUnverified(text, { results: [result], texts: ["deliveries by driver on route 66"] });

test.each([
  ["Ravi Kumar has 51 deliveries, of 731 in all."],
  ["93.1% were on time, 93 % of Ravi's."],
  ["Fees were 1,234.50 BHD, or 1.234,5, or 1 234.5."],
  ["About 3.05 million BHD in all, BHD3,048,000 of it Leila's."],
  ["From 9 – 15 Nov, on November 12 and on 2026-11-14, all of 2026."],
  ["1. Ravi\n2. Leila\nboth in Q4, on route 66."],
  ["Fifty-one for Ravi and thirty nine for Leila, two drivers."],
  ["Joseph Mendonca | 51\nMaryam Isa | 39\nJunaid and Qamar 51"],
  ["٥١ deliveries, and ５１ again"],
])("%s is verified", (text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ["Ravi has 52 deliveries.", ["52"]],
  ["94% were on time.", ["94"]],
  ["51% were on time.", ["51"]],
  ["Fees rose by 12.5 %.", ["12.5"]],
  ["About 3.2 million.", ["3.2"]],
  ["BHD1,235.5", ["1,235.5"]],
  ["On 17 November it fell.", ["17"]],
  ["In 2025 it was better.", ["2025"]],
  ["On 2026-12-01.", ["2026-12-01"]],
  ["Fifty-two deliveries", ["Fifty-two"]],
  ["Twice as many, and half of them late, tripled since", ["Twice", "half", "tripled"]],
  ["١٢٣ deliveries", ["123"]],
  ["5\u200B2 deliveries", ["52"]],
  ["12x better, 7th place", ["12", "7"]],
  ["It took 14:35", ["14", "35"]],
  ["It was 1,23,456", ["1,23,456"]],
  ["3. deliveries were lost", []],
])("%s has numbers that nobody has checked", (text, numbers) => {
  expect(check(text)).toEqual(numbers);
});
