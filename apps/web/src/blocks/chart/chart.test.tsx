import type { ChartDescription } from "@console/figures/chart";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { Chart } from "./chart.tsx";

const description: ChartDescription = {
  kind: "line",
  title: "Is it holding?",
  unit: "%",
  x: ["Mon", "Tue", "Wed"],
  format: (value) => `${value}%`,
  series: [
    { id: "now", label: "Now", values: [90, 92, 94] },
    { id: "before", label: "Before", colour: "grey", values: [91, 89, null] },
  ],
};

let container: HTMLElement;

beforeEach(async () => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 480 });
  ({ container } = await act(async () => render(<Chart description={description} />)));
});

async function press(key: string) {
  const plot = screen.getByRole("slider");
  fireEvent.keyDown(plot, { key });
  return plot.getAttribute("aria-valuetext");
}

test("the arrow keys walk along the values from the newest", async () => {
  expect(await press("ArrowLeft")).toBe("Wed: Now 94%; Before No value");
  expect(await press("ArrowLeft")).toBe("Tue: Now 92%; Before 89%");
  expect(await press("Home")).toBe("Mon: Now 90%; Before 91%");
  expect(await press("ArrowLeft")).toBe("Mon: Now 90%; Before 91%");
});

test("the table holds every value of the chart", async () => {
  await act(async () => {
    container.querySelector("button")?.click();
    await import("./chart-table.tsx");
  });
  const cells = [...container.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(cells).toEqual(["Mon90%91%", "Tue92%89%", "Wed94%No value"]);
  expect(container.querySelector("button")?.getAttribute("aria-label")).toBe("View as chart: Is it holding?");
});
