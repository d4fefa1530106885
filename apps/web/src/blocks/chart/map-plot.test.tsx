import type { MapPicture } from "@console/figures/picture";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PictureView } from "./picture-view.tsx";

const picture: MapPicture = {
  kind: "map",
  title: "Where?",
  unit: "deliveries",
  format: String,
  outlines: [],
  legend: [],
  points: [
    { latitude: 26.2, longitude: 50.55, label: "Manama", value: 4, colour: "good", cell: { zone: "Manama" } },
    { latitude: 26.1, longitude: 50.5, label: "Riffa", value: 4, colour: "good", cell: { zone: "Riffa" } },
    { latitude: 26.15, longitude: 50.525, label: "Isa Town", value: 2, colour: "good", cell: { zone: "Isa Town" } },
    { latitude: 26.101, longitude: 50.5, label: "Riffa", value: 1, colour: "bad", cell: { zone: "Riffa" } },
  ],
};

let opened: unknown[];

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 600 });
  opened = [];
  render(<PictureView picture={picture} height={400} onOpen={(cell) => opened.push(cell)} />);
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});

const plot = () => screen.getByRole("slider");
const scale = () =>
  [...document.querySelectorAll("svg text")].map((text) => text.textContent).find((text) => text?.endsWith("km"));
const zoomOut = () => screen.getByRole("button", { name: "Zoom out" }).getAttribute("aria-disabled");

test("buttons and keys enlarge the map until places that lay together come apart, and show everything again", () => {
  const whole = scale();
  expect(zoomOut()).toBe("true");
  for (let times = 0; times < 4; times += 1) fireEvent.keyDown(plot(), { key: "+" });
  expect(scale()).not.toBe(whole);
  expect(zoomOut()).toBe("false");
  fireEvent.click(screen.getByRole("button", { name: "Show everything" }));
  expect(scale()).toBe(whole);
  fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  expect(zoomOut()).toBe("false");
});

test("a wheel scrolls the page, unless it comes with Ctrl or the map is in use", () => {
  const turn = (ctrlKey: boolean) => {
    const event = new WheelEvent("wheel", { deltaY: -600, bubbles: true, cancelable: true });
    // The browser of the tests does not take these from the options.
    Object.defineProperties(event, { ctrlKey: { value: ctrlKey }, clientX: { value: 300 }, clientY: { value: 200 } });
    act(() => {
      plot().dispatchEvent(event);
    });
    return event.defaultPrevented;
  };
  expect(turn(false)).toBe(false);
  expect(zoomOut()).toBe("true");
  expect(turn(true)).toBe(true);
  expect(zoomOut()).toBe("false");
  fireEvent.click(screen.getByRole("button", { name: "Show everything" }));
  act(() => plot().focus());
  expect(turn(false)).toBe(true);
});

test("Shift and the arrow keys move the map, and a drag opens nothing", async () => {
  for (let times = 0; times < 3; times += 1) fireEvent.keyDown(plot(), { key: "+" });
  const drawn = () => document.querySelector("svg")?.innerHTML;
  const before = drawn();
  fireEvent.keyDown(plot(), { key: "ArrowLeft", shiftKey: true });
  expect(drawn()).not.toBe(before);
  for (const [type, clientX] of [
    ["pointerdown", 100],
    ["pointermove", 160],
    ["pointerup", 160],
    ["click", 160],
  ] as const) {
    const event = new PointerEvent(type, { bubbles: true, clientX, clientY: 200, pointerId: 1, pointerType: "mouse" });
    await act(async () => plot().dispatchEvent(event));
  }
  expect(opened).toEqual([]);
});
