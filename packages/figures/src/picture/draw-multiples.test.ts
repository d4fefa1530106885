import { expect, test } from "vitest";
import { drawPicture } from "./draw-picture.ts";
import type { MultiplesPicture } from "./picture.ts";

const whole = (value: number) => value.toFixed(0);

/** The numbers beside the first chart and where the values of its line stand, from the bottom up. */
function readScale(values: readonly number[], format = whole) {
  const picture: MultiplesPicture = {
    kind: "multiples",
    title: "Sales",
    unit: "units",
    x: values.map((_, index) => `${index + 1} Nov`),
    format,
    charts: [{ label: "North", values: [...values], total: null, cell: {} }],
  };
  const { marks } = drawPicture(picture, { width: 320 });
  const ticks = marks.flatMap((mark) =>
    mark.kind === "text" && mark.anchor === "end" && /^-?[\d.]+$/.test(mark.text) ? [Number(mark.text)] : [],
  );
  const line = marks.find((mark) => mark.kind === "path" && mark.stroke === 1);
  const heights =
    line?.kind === "path" ? [...line.d.matchAll(/[ ,](-?[\d.]+)(?=[A-Z]|$)/g)].map(([, y]) => Number(y)) : [];
  return { ticks: ticks.sort((one, other) => one - other), used: Math.max(...heights) - Math.min(...heights) };
}

test("one small negative value does not make room for as much below zero as above it", () => {
  const { ticks, used } = readScale([40, 90, -2, 60]);
  expect(ticks).toEqual([0, 50, 100]);
  expect(used).toBeGreaterThan(56);
});

test("values far on both sides of zero have round numbers on both", () => {
  expect(readScale([-100, 100, 20]).ticks).toEqual([-100, 0, 100]);
  expect(readScale([-80, 100, 20]).ticks).toEqual([0, 100]);
  expect(readScale([0.02, -0.3, 0.1], (value) => value.toFixed(2)).ticks).toEqual([-0.4, -0.2, 0]);
});

test("values below zero alone hang from it", () => {
  expect(readScale([-10, -90, -45]).ticks).toEqual([-100, -50, 0]);
});

test("no two numbers of the scale read the same", () => {
  expect(readScale([1, -0.2, 0.4]).ticks).toEqual([0, 1]);
});
