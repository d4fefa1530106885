import { expect, test } from "vitest";
import { fitText, pickLabels, pushApart, textWidth } from "./label-layout.ts";

test("labels at the same place are pushed apart by a line each", () => {
  const placed = pushApart([50, 50, 51], 16, 0, 200);
  const sorted = placed.toSorted((one, other) => one - other);
  for (let index = 1; index < sorted.length; index += 1) {
    expect((sorted[index] ?? 0) - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(16);
  }
});

test("labels that are far enough apart stay where they are", () => {
  expect(pushApart([10, 100, 60], 16, 0, 200)).toEqual([10, 100, 60]);
});

test("labels pushed beyond the bottom move up instead", () => {
  const placed = pushApart([195, 198, 199], 16, 0, 200);
  expect(Math.max(...placed)).toBeLessThanOrEqual(200);
  expect(placed).toEqual([168, 184, 200]);
});

const days = Array.from({ length: 30 }, (_, day) => `${day + 1} Nov`);

for (const width of [200, 300, 480, 900]) {
  test(`x labels never touch at ${width} pixels, and the newest is named`, () => {
    const positions = days.map((_, day) => 30 + (day / 29) * (width - 60));
    const labels = pickLabels(days, positions, { from: 0, to: width });
    expect(labels.at(-1)?.index).toBe(29);
    for (let index = 1; index < labels.length; index += 1) {
      const [left, right] = [labels[index - 1], labels[index]];
      if (!left || !right) continue;
      expect(right.at - textWidth(right.text) / 2).toBeGreaterThan(left.at + textWidth(left.text) / 2);
    }
  });
}

test("x labels stay inside the chart", () => {
  const [only] = pickLabels(["A rather long label"], [198], { from: 0, to: 200 });
  expect((only?.at ?? 0) + textWidth("A rather long label") / 2).toBeLessThanOrEqual(200);
});

test("a wider chart names more places", () => {
  const count = (width: number) =>
    pickLabels(
      days,
      days.map((_, day) => (day / 29) * width),
      { from: 0, to: width },
    ).length;
  expect(count(900)).toBeGreaterThan(count(300));
});

test("a text that is too wide is cut with an ellipsis, and is gone where not even a letter fits", () => {
  expect(fitText("Marina", 200)).toBe("Marina");
  const cut = fitText("Jumeirah Village Circle", 80);
  expect(cut).toMatch(/^Jumeira.*[^ ]…$/);
  expect(textWidth(cut)).toBeLessThanOrEqual(80);
  expect(fitText("Marina", 4)).toBe("");
});
