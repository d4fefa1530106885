import { ownFormats } from "@console/figures/format";
import type { ComponentProps } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { button, press, renderInApp } from "../../lib/screen-for-tests.tsx";
import type { RowDetail } from "./row-detail.ts";
import { RowDrawer } from "./row-drawer.tsx";

const value = { kind: "value", isSortable: false } as const;
const detail: RowDetail = {
  key: "demo/tk-1",
  columns: [
    { id: "task", label: "Task", format: "text", ...value },
    { id: "delivery_status", label: "Delivery status", format: "text", kind: "dimension", isSortable: false },
    { id: "late_seconds", label: "Late by", format: "duration", ...value },
  ],
  row: { task: "tk-1", delivery_status: "Delivered", late_seconds: 4320 },
  timeline: [
    { at: "2026-11-12T08:00:00.000Z", label: "Created", note: "System" },
    { at: "2026-11-12T08:12:00.000Z", label: "Assigned", note: null },
    { at: "2026-11-12T08:12:00.000Z", label: "Accepted", note: null },
  ],
  place: { latitude: 25.2, longitude: 55.3 },
  related: [
    {
      title: "Stock of this product",
      columns: [
        { id: "reference", label: "Reference", format: "text" },
        { id: "balance_milli", label: "Left after it", format: "quantity" },
      ],
      rows: [
        { reference: "A", balance_milli: 5000 },
        { reference: "B", balance_milli: 2500 },
      ],
      ownPlace: 1,
    },
    { title: "Other lines", columns: [{ id: "line", label: "Line", format: "text" }], rows: [], ownPlace: null },
  ],
  order: null,
  currency: "AED",
  timeZone: "UTC",
};

let container: HTMLElement;

beforeEach(() => {
  container = document.body.appendChild(document.createElement("div"));
});

async function show(props: Partial<ComponentProps<typeof RowDrawer>>) {
  await renderInApp(
    <RowDrawer detail={null} error={null} onRetry={() => {}} onClose={() => {}} formats={ownFormats} {...props} />,
    { container },
  );
}

const dialog = () => document.querySelector("[role=dialog]");

test("a row is shown by its name, with each value in its format", async () => {
  await show({ detail });
  expect(dialog()?.querySelector("h2")?.textContent).toBe("Task tk-1");
  const facts = [...(dialog()?.querySelectorAll("dl > div") ?? [])].map((fact) => fact.textContent);
  expect(facts).toEqual(["Tasktk-1", "Delivery statusDelivered", "Late by1 h 12 min"]);
});

test("what happened has its time, and how long after the one before", async () => {
  await show({ detail });
  const happenings = [...(dialog()?.querySelectorAll("ol li") ?? [])].map((one) => one.textContent);
  expect(happenings).toEqual([
    "Created12 Nov 2026, 08:00 · System",
    "Assigned+12 min12 Nov 2026, 08:12",
    "Accepted12 Nov 2026, 08:12",
  ]);
});

test("rows that belong to it stand in tables, and the row itself is marked", async () => {
  await show({ detail });
  expect(dialog()?.querySelector("tr[aria-current]")?.textContent).toBe("B2.5");
  expect(dialog()?.textContent).toContain("Other linesThere are none.");
});

test("a map stands where there is a place for it", async () => {
  await show({ detail, map: <p>A small map</p> });
  expect(dialog()?.textContent).toContain("LocationA small map");
  await show({ detail: { ...detail, place: null }, map: <p>A small map</p> });
  expect(dialog()?.textContent).not.toContain("A small map");
});

test("while it is on its way the drawer says so, and can be closed", async () => {
  const onClose = vi.fn();
  await show({ onClose });
  expect(dialog()?.querySelector("[role=status]")?.getAttribute("aria-label")).toBe("Loading row");
  await press("Close row");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a failure can be tried again, but a row that is not there cannot", async () => {
  const onRetry = vi.fn();
  await show({ error: new ApiError({ kind: "unexpected", message: "It failed.", requestId: "req-1" }), onRetry });
  expect(dialog()?.textContent).toContain("req-1");
  await press("Retry");
  expect(onRetry).toHaveBeenCalledTimes(1);
  await show({ error: new ApiError({ kind: "not_found", message: "There is no such row." }) });
  expect(dialog()?.textContent).toContain("There is no such row.");
  expect(button("Retry")).toBeUndefined();
  expect(button("Back to the rows")).toBeDefined();
});
