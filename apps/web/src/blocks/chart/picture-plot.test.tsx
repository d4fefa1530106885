import type { AxisPicture } from "@console/figures/picture";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CrosshairContext, createCrosshair } from "./crosshair.ts";
import { PictureView } from "./picture-view.tsx";

const days = ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06"];

function makePicture(title: string, ids: readonly string[] = ["done", "late", "failed"]): AxisPicture {
  return {
    kind: "axis",
    chart: {
      kind: "line",
      title,
      unit: "orders",
      x: days.map((day) => day.slice(8)),
      names: days,
      format: String,
      series: ids.map((id, place) => ({ id, label: id, values: days.map((_, index) => (place + 1) * 10 + index) })),
    },
    cells: ids.map(() => days.map((period) => ({ metric: "orders", period }))),
    annotations: [],
  };
}

let opened: unknown[];

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 600 });
  opened = [];
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});

const show = (...pictures: AxisPicture[]) =>
  render(
    <CrosshairContext value={createCrosshair()}>
      {pictures.map((picture) => (
        <section key={picture.chart.title} aria-label={picture.chart.title}>
          <PictureView picture={picture} onOpen={(cell) => opened.push(cell)} />
        </section>
      ))}
    </CrosshairContext>,
  );

const plot = (title: string) => within(screen.getByRole("region", { name: title })).getByRole("slider");
const press = (title: string, key: string, shiftKey = false) => fireEvent.keyDown(plot(title), { key, shiftKey });
const drawn = (title: string) =>
  [...screen.getByRole("region", { name: title }).querySelectorAll("svg text")].map((text) => text.textContent);
const last = (title: string) => Number(plot(title).getAttribute("aria-valuemax"));

async function drag(title: string, from: number, to: number) {
  for (const [type, clientX] of [
    ["pointerdown", from],
    ["pointermove", (from + to) / 2],
    ["pointermove", to],
    ["pointerup", to],
    ["click", to],
  ] as const) {
    const event = new PointerEvent(type, { bubbles: true, clientX, clientY: 80, pointerType: "mouse" });
    await act(async () => plot(title).dispatchEvent(event));
  }
}

test("dragging along time enlarges that stretch without opening anything, and it can be reset", async () => {
  show(makePicture("Orders"));
  expect(last("Orders")).toBe(4);
  await drag("Orders", 160, 400);
  expect(last("Orders")).toBeLessThan(4);
  expect(opened).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Reset zoom" }));
  expect(last("Orders")).toBe(4);
  expect(screen.queryByRole("button", { name: "Reset zoom" })).toBeNull();
});

test("by keyboard a stretch is marked with Shift and the arrow keys, and enlarged with Enter", () => {
  show(makePicture("Orders"));
  press("Orders", "ArrowLeft");
  press("Orders", "ArrowLeft", true);
  press("Orders", "ArrowLeft", true);
  press("Orders", "Enter");
  expect(opened).toEqual([]);
  expect(screen.getByRole("status").textContent).toBe("2026-11-04 to 2026-11-06");
  expect(last("Orders")).toBe(2);
});

test("a day that is read in one picture is marked in the others that have it", () => {
  show(makePicture("Orders"), makePicture("Minutes", ["median"]));
  const marks = (title: string) => screen.getByRole("region", { name: title }).querySelectorAll("line").length;
  press("Orders", "ArrowLeft");
  expect([marks("Orders"), marks("Minutes")]).toEqual([0, 1]);
  fireEvent.blur(plot("Orders"));
  expect(marks("Minutes")).toBe(0);
});

test("a click on a name shows that series alone and another one all, a double click hides it", () => {
  vi.useFakeTimers();
  show(makePicture("Orders"));
  const name = (label: string) => screen.getByRole("button", { name: label });
  const pressed = () => ["done", "late", "failed"].map((label) => name(label).getAttribute("aria-pressed"));
  const click = (label: string, ...counts: number[]) => {
    for (const detail of counts) fireEvent.click(name(label), { detail });
    act(() => void vi.runAllTimers());
  };
  click("late", 1);
  expect(pressed()).toEqual(["false", "true", "false"]);
  press("Orders", "ArrowLeft");
  expect(plot("Orders").getAttribute("aria-valuetext")).toBe("2026-11-06: late 24");
  click("late", 1);
  expect(pressed()).toEqual(["true", "true", "true"]);
  click("late", 1, 2);
  expect(pressed()).toEqual(["true", "false", "true"]);
  // A hidden series keeps its name, so that it can be shown again.
  expect(drawn("Orders")).toContain("late");
  click("late", 1);
  expect(pressed()).toEqual(["true", "true", "true"]);
  // By keyboard a click has no count, and a stretch is not waited for.
  fireEvent.click(name("failed"), { detail: 0 });
  expect(pressed()).toEqual(["false", "false", "true"]);
  vi.useRealTimers();
});

test("a series is hidden by keyboard, and hiding the last one shows all", () => {
  show(makePicture("Orders", ["done", "late"]));
  fireEvent.keyDown(screen.getByRole("button", { name: "done" }), { key: "Delete" });
  expect(screen.getByRole("button", { name: "done" }).getAttribute("aria-pressed")).toBe("false");
  fireEvent.keyDown(screen.getByRole("button", { name: "late" }), { key: "Delete" });
  expect(screen.getByRole("button", { name: "done" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: "late" }).getAttribute("aria-pressed")).toBe("true");
});
