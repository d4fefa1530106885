import { expect, test } from "vitest";
import { ownFormats } from "../format.ts";
import { makeQuestion } from "./question-for-tests.ts";
import { formatterFor } from "./read-answer.ts";

const reader = { formats: ownFormats, today: "2026-03-18", annotations: [] };
const rule = {
  metric: "p50",
  rule: "",
  exclusions: [],
  otherCurrencies: [],
  coverage: null,
  unknown: null,
  isOtherUnknown: false,
  comparisonGap: null,
};
const columns = [{ id: "p50", label: "Median", kind: "metric" as const, unit: "days", good: null }];

test("a figure that is read from a histogram says so, and one that is exact does not", () => {
  const approximate = makeQuestion({ metrics: ["p50"] }, { columns, rules: [{ ...rule, accuracy: 0.01 }] });
  const exact = makeQuestion({ metrics: ["p50"] }, { columns, rules: [rule] });
  expect(formatterFor(approximate, "p50", reader)(3.2)).toBe(`about ${formatterFor(exact, "p50", reader)(3.2)}`);
  expect(formatterFor(approximate, "p50", reader)(0)).toBe(formatterFor(exact, "p50", reader)(0));
});
