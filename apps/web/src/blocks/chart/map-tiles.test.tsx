import type { MapPicture } from "@console/figures/picture";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { loadConfig } from "../../lib/config.ts";
import { listTiles } from "./map-tiles.tsx";
import { PictureView } from "./picture-view.tsx";

const box = { x: 0, y: 24, width: 600, height: 300 };

test("tiles cover the whole map without gaps, at a size near their own", () => {
  const scale = 256 * 2 ** 11 * 1.3;
  const tiles = listTiles({ box, x: 0.64, y: 0.42, scale, fit: { x: 0.64, y: 0.42, scale } });
  const [first] = tiles;
  if (!first) throw new Error("There are tiles.");
  expect(first.zoom).toBe(11);
  expect(first.size).toBeCloseTo(256 * 1.3);
  expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ left, size }) => left + size))).toBeGreaterThanOrEqual(box.width);
  expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ top, size }) => top + size))).toBeGreaterThanOrEqual(box.height);
  // The middle of the map lies in the tile that holds it.
  const middle = tiles.find(
    ({ left, top, size }) => left <= 300 && left + size > 300 && top <= 150 && top + size > 150,
  );
  expect([middle?.column, middle?.row]).toEqual([Math.floor(0.64 * 2 ** 11), Math.floor(0.42 * 2 ** 11)]);
});

test("a map across the date line has tiles on both sides, and none beyond the poles", () => {
  const scale = 256;
  const tiles = listTiles({ box, x: 0, y: 0.5, scale, fit: { x: 0, y: 0.5, scale } });
  expect(tiles.every(({ column, row }) => column === 0 && row === 0)).toBe(true);
  expect(tiles.length).toBeGreaterThan(1);
});

const picture: MapPicture = {
  kind: "map",
  title: "Where?",
  unit: "",
  format: String,
  legend: [],
  outlines: [
    [
      [50, 26],
      [51, 26],
      [51, 27],
    ],
  ],
  points: [{ latitude: 26.2, longitude: 50.6, label: "Manama", value: 1, colour: "good", cell: {} }],
};

/** Settings as the server writes them into a page. */
async function setTiles(mapTiles: object | null) {
  const element = document.createElement("script");
  element.id = "console-config";
  element.type = "application/json";
  element.textContent = JSON.stringify({ mapTiles });
  document.body.append(element);
  await loadConfig();
  element.remove();
}

afterEach(async () => {
  cleanup();
  await setTiles(null);
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});

test("a map loads nothing from elsewhere unless tiles are set, and then lies on them with their credit", async () => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 600 });
  const { container, unmount } = render(<PictureView picture={picture} height={300} />);
  expect(container.querySelectorAll("img")).toHaveLength(0);
  expect(container.innerHTML).toContain("var(--land)");
  unmount();
  await setTiles({
    address: "https://tiles.example.com/{z}/{x}/{y}.png",
    origin: "https://tiles.example.com",
    credit: "© Us",
  });
  const tiled = render(<PictureView picture={picture} height={300} />).container;
  const addresses = [...tiled.querySelectorAll("img")].map(({ src }) => src);
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) expect(address).toMatch(/^https:\/\/tiles\.example\.com\/\d+\/\d+\/\d+\.png$/);
  expect(tiled.textContent).toContain("© Us");
  expect(tiled.innerHTML).not.toContain("var(--land)");
});
