import { expect, test } from "vitest";
import { drawPicture } from "./draw-picture.ts";
import { type MapFrame, panMap, zoomMap } from "./map-view.ts";
import type { MapPicture } from "./picture.ts";

const picture: MapPicture = {
  kind: "map",
  title: "Where?",
  unit: "deliveries",
  format: String,
  outlines: [
    [
      [54, 24],
      [56, 24],
      [56, 26],
      [54, 26],
      [54, 24],
    ],
  ],
  borders: [
    [
      [55, 20],
      [55, 30],
    ],
  ],
  legend: [
    { label: "Delivered", colour: "good" },
    { label: "Failed", colour: "bad" },
  ],
  points: [
    { latitude: 25, longitude: 55, label: "Delivered", value: 40, colour: "good", cell: {} },
    { latitude: 25.0001, longitude: 55.0001, label: "Failed", value: 1, colour: "bad", cell: {} },
    { latitude: 25.3, longitude: 55.4, label: "Delivered", value: 3, colour: "good", cell: {} },
  ],
  labels: [
    { name: "Marina", latitude: 25, longitude: 55 },
    { name: "Deira", latitude: 25.3, longitude: 55.4 },
    { name: "Far away", latitude: 45, longitude: 5 },
  ],
};

function frameFor(shown: MapPicture): MapFrame {
  const { map } = drawPicture(shown, { width: 600, height: 400 });
  if (!map) throw new Error("It is a map.");
  return map;
}
const texts = (shown: MapPicture) =>
  drawPicture(shown, { width: 600, height: 400 }).marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("enlarging keeps the place under the pointer where it is", () => {
  const frame = frameFor(picture);
  const at = { x: 200, y: 150 };
  const view = zoomMap(frame, 4, at);
  if (!view) throw new Error("It is enlarged.");
  const larger = frameFor({ ...picture, view });
  const worldAt = ({ x, scale, box }: MapFrame) => x + (at.x - box.x - box.width / 2) / scale;
  expect(worldAt(larger)).toBeCloseTo(worldAt(frame), 10);
  expect(larger.scale / frame.scale).toBeCloseTo(4, 10);
});

test("a map is never moved beyond what it shows as a whole, nor made smaller than that", () => {
  const frame = frameFor(picture);
  expect(panMap(frame, 50, 50)).toBeNull();
  expect(zoomMap(frame, 0.5)).toBeNull();
  const view = zoomMap(frame, 2);
  if (!view) throw new Error("It is enlarged.");
  const moved = panMap(frameFor({ ...picture, view }), 100_000, 0);
  const reach = frame.box.width / 2 / frame.fit.scale;
  expect((moved?.x ?? 0) - frame.box.width / 2 / (frame.fit.scale * 2)).toBeCloseTo(frame.fit.x - reach, 10);
  expect(zoomMap(frame, 1e9)?.zoom).toBe(64);
});

test("land, sea and borders have their colours, and a failure among successes stays red", () => {
  const { marks } = drawPicture(picture, { width: 600, height: 400 });
  expect(marks.find((mark) => mark.kind === "rect" && mark.fill === "sea")).toBeTruthy();
  expect(marks.find((mark) => mark.kind === "path" && mark.fill === "land")).toMatchObject({ stroke: "coast" });
  expect(marks.find((mark) => mark.kind === "path" && mark.isDashed)).toMatchObject({ stroke: "muted" });
  const arcs = marks.flatMap((mark) => (mark.kind === "path" && mark.width === 3 ? [mark.stroke] : []));
  expect(arcs).toEqual(["good", "bad"]);
});

test("names of members stand on the map, and only of those that it shows", () => {
  expect(texts(picture)).toEqual(expect.arrayContaining(["Marina", "Deira"]));
  expect(texts(picture)).not.toContain("Far away");
  const view = zoomMap(frameFor(picture), 20, { x: 590, y: 30 });
  expect(texts({ ...picture, ...(view ? { view } : {}) })).not.toContain("Marina");
});
