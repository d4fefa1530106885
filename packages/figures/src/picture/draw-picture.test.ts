import { describe, expect, test } from "vitest";
import type { Box } from "./box.ts";
import { drawPicture } from "./draw-picture.ts";
import { measureText } from "./marks.ts";
import { narrowAxis } from "./narrow-axis.ts";
import type { AxisPicture } from "./picture.ts";
import { pictures } from "./pictures-for-tests.ts";
import type { Mark, Scene } from "./scene.ts";

const widths = [280, 320, 361, 480, 640, 1400];
const heights = [undefined, 120, 480];
const sizes = widths.flatMap((width) =>
  heights.map((height) => (height === undefined ? { width } : { width, height })),
);

type Text = Extract<Mark, { kind: "text" }>;

function boxAroundText(mark: Text): Box {
  const { size = 12 } = mark;
  const width = measureText(mark.text, { size, isStrong: mark.isStrong === true });
  const x = mark.x - { start: 0, middle: width / 2, end: width }[mark.anchor];
  return { x, y: mark.y - size * 0.78, width, height: size };
}

/** Every corner that a path passes; the letters it is written with are all followed by pairs but H and V. */
function boxAroundPath(d: string): Box {
  let [x, y] = [0, 0];
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const [, letter = "", rest = ""] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    const isRelative = letter === letter.toLowerCase();
    const width = { H: 1, V: 1, A: 7 }[letter.toUpperCase()] ?? 2;
    for (let at = 0; at + width <= numbers.length; at += width) {
      const step = numbers.slice(at, at + width);
      const [across, down] = { H: [step[0], null], V: [null, step[0]] }[letter.toUpperCase()] ?? step.slice(-2);
      x = across == null ? x : isRelative ? x + across : across;
      y = down == null ? y : isRelative ? y + down : down;
      xs.push(x);
      ys.push(y);
    }
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function toBox(mark: Mark): Box {
  return mark.kind === "text" ? boxAroundText(mark) : mark.kind === "path" ? boxAroundPath(mark.d) : mark;
}

function marksOutside({ marks, width, height }: Scene): Mark[] {
  return marks.filter((mark) => {
    const box = toBox(mark);
    const isInside = box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
    const hasSize = box.width >= 0 && box.height >= 0;
    return !(isInside && hasSize);
  });
}

function overlaps({ marks }: Scene): string[] {
  const texts = marks
    .filter((mark) => mark.kind === "text")
    .map((mark) => ({ text: mark.text, ...boxAroundText(mark) }));
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width - 0.5 &&
          other.x < one.x + one.width - 0.5 &&
          one.y < other.y + other.height - 0.5 &&
          other.y < one.y + one.height - 0.5,
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
}

describe.each(Object.entries(pictures))("%s", (_, picture) => {
  test("no text touches another at any size", () => {
    for (const size of sizes)
      expect({ size, overlaps: overlaps(drawPicture(picture, size)) }).toEqual({ size, overlaps: [] });
  });

  test("nothing leaves the picture at any size", () => {
    for (const size of sizes) {
      const scene = drawPicture(picture, size);
      expect({ size, outside: marksOutside(scene) }).toEqual({ size, outside: [] });
      expect(scene.width).toBe(size.width);
    }
  });

  test("every place can be found and says something", () => {
    for (const { label, lines, ...box } of drawPicture(picture, { width: 480 }).hitAreas) {
      expect([label, lines.length > 0, box.width > 0, box.height > 0]).toEqual([
        expect.stringMatching(/./),
        true,
        true,
        true,
      ]);
    }
  });
});

const threeSeries: AxisPicture = {
  kind: "axis",
  chart: {
    kind: "bar",
    title: "Where do the minutes go?",
    unit: "minutes",
    x: ["Assign", "Depart", "Whole"],
    format: (value) => `${value} min`,
    formatTick: String,
    series: [
      { id: "late", label: "Late", values: [66, 31, 150], colour: "warn" },
      { id: "on-time", label: "On time", values: [9, 60, 130], colour: "good" },
      { id: "all", label: "All", values: [12, 55, 131] },
    ],
  },
  cells: ["late", "on-time", "all"].map((metric) =>
    ["2026-11-02", "2026-11-03", "2026-11-04"].map((period) => ({ metric, period })),
  ),
  annotations: [{ index: 2, text: "New depot" }],
};
const textsIn = ({ marks }: Scene) => marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("bars say their values where every one has room, and none where one has not", () => {
  expect(textsIn(drawPicture(threeSeries, { width: 640 }))).toEqual(expect.arrayContaining(["66", "31", "9", "131"]));
  expect(textsIn(drawPicture(threeSeries, { width: 200 }))).not.toContain("66");
});

test("a narrowed chart keeps its series' looks, its notes, and the names of what is hidden", () => {
  const narrowed = narrowAxis(threeSeries, {
    span: { from: "2026-11-03", to: "2026-11-04" },
    hidden: new Set(["late"]),
  });
  expect(narrowed.chart.x).toEqual(["Depart", "Whole"]);
  expect(narrowed.chart.series.map(({ id, values, colour, shape }) => [id, values, colour, shape])).toEqual([
    ["on-time", [60, 130], "good", 1],
    ["all", [55, 131], 3, 2],
  ]);
  expect(narrowed.annotations).toEqual([{ index: 1, text: "New depot" }]);
  const scene = drawPicture(narrowed, { width: 640 });
  expect(scene.legend?.map(({ id }) => id)).toEqual(["on-time", "all", "late"]);
  expect(scene.crosshairs?.map(({ period }) => period)).toEqual(["2026-11-03", "2026-11-04"]);
  expect(textsIn(scene)).toContain("Late");
  expect(overlaps(scene)).toEqual([]);
});

test("a stretch that the axis does not have, or hiding everything, narrows nothing", () => {
  const narrowed = narrowAxis(threeSeries, {
    span: { from: "2025-01-01", to: "2025-01-02" },
    hidden: new Set(["late", "on-time", "all"]),
  });
  expect([narrowed.chart.x.length, narrowed.chart.series.length]).toEqual([3, 3]);
});
