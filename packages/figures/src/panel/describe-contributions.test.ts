import type { MetricAnswer } from "@console/contracts";
import { expect, test } from "vitest";
import { ownFormats } from "../format.ts";
import { climbSteps } from "../picture/climb-steps.ts";
import { describeContributions } from "./describe-contributions.ts";
import { makeQuestion } from "./question-for-tests.ts";

const reader = { formats: ownFormats, today: "2026-03-18", annotations: [] };
type Contributions = NonNullable<MetricAnswer["contributions"]>;
type Member = Contributions["dimensions"][number]["members"][number];

const member = (name: string, contribution: number, more: Partial<Member> = {}): Member => ({
  member: name,
  now: 10,
  before: 10 - contribution,
  contribution,
  fromRate: null,
  fromMix: null,
  ...more,
});

function describe(members: Member[], { unit = "count", good = "down" as const, isUsual = false, totals = [16, 10] }) {
  const change = members.reduce((sum, { contribution }) => sum + contribution, 0);
  const split = { dimension: "driver", label: "Driver", members };
  const question = makeQuestion(
    { metrics: ["failed"] },
    {
      columns: [{ id: "failed", label: "Failed deliveries", kind: "metric", unit, good }],
      totals: { failed: totals[0] ?? null, failed__compare: totals[1] ?? null },
      compareTime: { from: "2026-02-11", to: "2026-03-01" },
      contributions: { metric: "failed", change, isUsual, dimensions: [split], reason: null },
    },
  );
  return describeContributions(split, question, reader);
}

const moved = [member("Ann", 8), member("Bo", -3), member("Other", 1)];

test("contributions lead from the comparison to the period, and more of what is bad is bad", () => {
  const { picture, lines, whole, isRate } = describe(moved, {});
  expect(picture.steps.map(({ label, value, colour }) => [label, value, colour])).toEqual([
    ["11 – 28 Feb", 10, "accent"],
    ["Ann", 8, "bad"],
    ["Bo", -3, "good"],
    ["Other", 1, "grey"],
    ["This period", 16, "accent"],
  ]);
  expect(picture.steps[1]?.cell).toEqual({ metric: "failed", driver: "Ann" });
  expect(picture.steps[3]?.cell).toEqual({});
  expect(lines[0]).toEqual({ name: "Ann", before: "2", now: "10", change: "+8", fromRate: null, fromMix: null });
  expect([whole.before, whole.now, whole.change, isRate]).toEqual(["10", "16", "+6", false]);
});

test("a change within the usual range has no good and no bad parts", () => {
  const { picture } = describe(moved, { isUsual: true });
  expect(new Set(picture.steps.map(({ colour }) => colour))).toEqual(new Set(["accent", "grey"]));
});

test("the change of a rate is told in points, by its rates and by the mix", () => {
  const rates = [
    member("Ann", 0.03, { now: 0.2, before: null, fromRate: 0.02, fromMix: 0.01 }),
    member("Bo", -0.005, { fromRate: 0.01, fromMix: -0.015 }),
  ];
  const { picture, lines, whole, isRate } = describe(rates, { unit: "percent", totals: [0.125, 0.1] });
  expect(isRate).toBe(true);
  expect(climbSteps(picture).map(({ text }) => text)).toEqual(["10.0%", "+3.0 pts", "−0.5 pts", "12.5%"]);
  expect(lines[0]).toMatchObject({ before: "–", now: "20.0%", change: "+3.0 pts", fromRate: "+2.0 pts" });
  expect(whole).toMatchObject({ change: "+2.5 pts", fromRate: "+3.0 pts", fromMix: "−0.5 pts" });
});
