import type { Cell, ParetoPicture, Picture } from "@console/figures/picture";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { PictureView } from "./picture-view.tsx";

const branches: ParetoPicture = {
  kind: "pareto",
  title: "Which branches are late most?",
  unit: "late orders",
  format: String,
  items: [
    { label: "Marina", value: 30, isRest: false, cell: { metric: "late", branch: "marina" } },
    { label: "Deira", value: 10, isRest: false, cell: { metric: "late", branch: "deira" } },
  ],
  total: 40,
};

const outcomes: Picture = {
  kind: "axis",
  chart: {
    kind: "stacked-bar",
    title: "How did each day’s orders end?",
    unit: "orders",
    x: ["Mon", "Tue"],
    format: String,
    series: [
      { id: "done", label: "Done", values: [60, 60] },
      { id: "late", label: "Late", values: [40, 40] },
    ],
  },
  cells: ["done", "late"].map((outcome) =>
    ["2026-11-02", "2026-11-03"].map((period) => ({ metric: "orders", outcome, period })),
  ),
  annotations: [{ index: 1, text: "New depot" }],
};

let container: HTMLElement;
let opened: Cell[];

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 480 });
  container = document.body.appendChild(document.createElement("div"));
  opened = [];
});

const show = (picture: Picture, { isTable = false, canOpen = true } = {}) =>
  act(async () =>
    render(
      <PictureView picture={picture} isTable={isTable} {...(canOpen ? { onOpen: (cell) => opened.push(cell) } : {})} />,
      { container },
    ),
  );

const plot = () => screen.getByRole("slider");
const valueText = () => plot().getAttribute("aria-valuetext");
const tooltip = () => container.querySelector("[aria-hidden=true] table")?.textContent ?? null;

async function press(key: string) {
  fireEvent.keyDown(plot(), { key });
  return valueText();
}

async function point(type: string, clientX: number, clientY: number, pointerType = "mouse") {
  const event = new PointerEvent(type, { bubbles: true, clientX, clientY, pointerType });
  await act(async () => plot().dispatchEvent(event));
}

test("the arrow keys walk the places and Enter opens the figures behind one", async () => {
  await show(branches);
  expect(await press("ArrowDown")).toBe("Marina: Value 30, 75.0%; With all above 75.0%");
  expect(await press("ArrowDown")).toBe("Deira: Value 10, 25.0%; With all above 100.0%");
  await press("Enter");
  expect(opened).toEqual([{ metric: "late", branch: "deira" }]);
});

test("Escape hides what is read", async () => {
  await show(branches);
  await press("ArrowRight");
  expect(tooltip()).toContain("30");
  await press("Escape");
  expect(tooltip()).toBeNull();
});

test("pointing shows every line, and a click on a part opens that part", async () => {
  await show(outcomes);
  await point("pointermove", 350, 40);
  expect(tooltip()).toBe("Done6060.0%Late4040.0%Total100New depotNote 1");
  // The upper part of the second bar is the late one.
  await point("click", 350, 60);
  await point("click", 350, 180);
  expect(opened.map(({ outcome, period }) => [outcome, period])).toEqual([
    ["late", "2026-11-03"],
    ["done", "2026-11-03"],
  ]);
});

test("by keyboard a whole day opens, whatever its parts", async () => {
  await show(outcomes);
  await press("ArrowLeft");
  await press("Enter");
  expect(opened).toEqual([{ metric: "orders", period: "2026-11-03" }]);
});

test("a first touch reads and a second one opens", async () => {
  await show(branches);
  for (const times of [0, 1]) {
    await point("pointerdown", 200, 30, "touch");
    await point("click", 200, 30, "touch");
    expect(opened).toHaveLength(times);
  }
});

test("the table holds the values and its rows open", async () => {
  await show(branches, { isTable: true });
  expect([...container.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual([
    "Marina3075.0%75.0%",
    "Deira1025.0%100.0%",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Marina" }));
  expect(opened).toEqual([{ metric: "late", branch: "marina" }]);
});

test("nothing can be clicked where nothing opens", async () => {
  await show(branches, { isTable: true, canOpen: false });
  expect(container.querySelectorAll("tbody button")).toHaveLength(0);
});

test("people who hear the page get a summary, also of a picture without values", async () => {
  await show(branches);
  expect(container.querySelector("p")?.textContent).toBe(
    "Which branches are late most?, late orders. 2 rows; the largest is Marina with 30, 75.0% of all.",
  );
  await show({ ...branches, items: [], total: 0 });
  expect(await press("ArrowRight")).toBe("No values");
});
