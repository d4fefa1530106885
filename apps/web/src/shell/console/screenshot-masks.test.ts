import { expect, test } from "vitest";
import { drawMask, isDrawn, moveMask, pressOnMask } from "./screenshot-masks.ts";

const mask = { left: 0.4, top: 0.4, width: 0.2, height: 0.2 };

test("a mask is drawn between two corners, whichever comes first, and ends where the picture does", () => {
  expect(drawMask({ x: 0.75, y: 0.5 }, { x: 0.25, y: 0.25 })).toEqual({
    left: 0.25,
    top: 0.25,
    width: 0.5,
    height: 0.25,
  });
  expect(drawMask({ x: 0.5, y: 0.5 }, { x: 1.4, y: -0.2 })).toEqual({ left: 0.5, top: 0, width: 0.5, height: 0.5 });
});

test("a click draws no mask", () => {
  expect(isDrawn(drawMask({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.9 }))).toBe(false);
  expect(isDrawn(mask)).toBe(true);
});

test("a mask keeps its size at the edge of the picture", () => {
  expect(moveMask(mask, { x: 3, y: -3 })).toEqual({ left: 0.8, top: 0, width: 0.2, height: 0.2 });
});

test("keys move, resize and remove a mask; other keys do nothing", () => {
  expect(pressOnMask(mask, "ArrowLeft", false)?.left).toBeCloseTo(0.38);
  expect(pressOnMask(mask, "ArrowDown", true)?.height).toBeCloseTo(0.22);
  let small: typeof mask | null | undefined = mask;
  for (let press = 0; press < 40; press++) small = pressOnMask(small as typeof mask, "ArrowLeft", true);
  expect(small?.width).toBeCloseTo(0.02);
  expect(pressOnMask(mask, "Delete", false)).toBeNull();
  expect(pressOnMask(mask, "Tab", false)).toBeUndefined();
});
