import { ownFormats } from "@console/figures/format";
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { copyText } from "../../lib/copy-text.ts";
import { button, renderInApp } from "../../lib/screen-for-tests.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { nothingSelected, ownLayout, type TableColumn, type TableRow } from "./table-shape.ts";

vi.mock("../../lib/copy-text.ts", () => ({ copyText: vi.fn(async () => true) }));

const columns: TableColumn[] = [
  { id: "task", label: "Task", format: "text", isSortable: true },
  { id: "delivery_status", label: "Delivery status", format: "text", isSortable: true },
  { id: "cost_minor", label: "Cost", format: "money", isSortable: true },
  { id: "note", label: "Note", format: "text", isSortable: false },
];
const makeRows = (count: number): TableRow[] =>
  Array.from({ length: count }, (_, place) => ({
    key: `k${place}`,
    task: `T${place}`,
    delivery_status: "Delivered",
    cost_minor: 1250,
    note: "=1+1",
  }));

let container: HTMLElement;
let isNarrow = false;

beforeEach(() => {
  isNarrow = false;
  vi.mocked(copyText).mockClear();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: isNarrow && query.includes("639px"),
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });
  Object.defineProperty(HTMLElement.prototype, "scrollHeight", { configurable: true, get: () => 1e9 });
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, to?: unknown) {
    this.scrollTop = (to as { top: number }).top;
    this.dispatchEvent(new Event("scroll"));
  } as HTMLElement["scrollTo"];
  container = document.body.appendChild(document.createElement("div"));
});

/** The table with its state kept as a page would keep it. */
function StatefulTable(props: Partial<DataTableProps>) {
  const [state, setState] = useState<DataTableProps["state"]>({ sort: null, search: "" });
  const [layout, setLayout] = useState<DataTableProps["layout"]>(ownLayout);
  const [selection, setSelection] = useState(nothingSelected);
  const callbacks = {
    name: "Deliveries",
    columns,
    rows: [],
    totals: null,
    hasMore: false,
    onMore: () => {},
    isLoading: false,
    isRefetching: false,
    error: null,
    onRetry: () => {},
    currency: "AED",
    formats: ownFormats,
    empty: <p>Nothing here</p>,
    rowKey: ({ key }: TableRow) => String(key),
  };
  return (
    <DataTable
      {...callbacks}
      state={state}
      layout={layout}
      selection={{ value: selection, onChange: setSelection }}
      {...props}
      onState={(next) => {
        setState(next);
        props.onState?.(next);
      }}
      onLayout={setLayout}
    />
  );
}

async function show(props: Partial<DataTableProps>) {
  await renderInApp(<StatefulTable {...props} />, { container });
}

const grid = () => container.querySelector<HTMLElement>("[role=grid]");
const lines = () => [...container.querySelectorAll<HTMLElement>("[data-index]")];
const active = () => document.getElementById(grid()?.getAttribute("aria-activedescendant") ?? "")?.dataset.index;
const click = (element: Element | null | undefined, init: MouseEventInit = {}) =>
  act(async () => {
    if (element) fireEvent.click(element, init);
  });
const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(screen.getByRole("grid"), { key, ...init }));
const check = (place: number) => lines()[place]?.querySelector("[data-check] input");

test("of a million rows only those in sight are drawn, also far down", async () => {
  const some = makeRows(1000);
  const rows = Array.from({ length: 1_000_000 }, (_, place) => some[place % 1000] as TableRow);
  await show({ rows, totals: { count: 1_000_000, sums: { cost_minor: 5 } } });
  expect(grid()?.getAttribute("aria-rowcount")).toBe("1000002");
  expect(lines().length).toBeGreaterThan(10);
  expect(lines().length).toBeLessThan(60);
  const start = performance.now();
  await press("End");
  expect(active()).toBe("999999");
  expect(lines().length).toBeLessThan(60);
  // Drawing all of them would take minutes.
  expect(performance.now() - start).toBeLessThan(5000);
  expect(container.textContent).toContain("of 1,000,000 rows");
});

test("more rows are asked for once when the loaded ones come to their end", async () => {
  const onMore = vi.fn();
  const rows = makeRows(100);
  await show({ rows, hasMore: true, onMore });
  expect(onMore).not.toHaveBeenCalled();
  await press("End");
  await press("ArrowUp");
  expect(onMore).toHaveBeenCalledTimes(1);
  await show({ rows: makeRows(200), hasMore: true, onMore });
  await press("End");
  expect(onMore).toHaveBeenCalledTimes(2);
});

test("the keyboard walks along the rows, opens and selects them", async () => {
  const onOpen = vi.fn();
  const rows = makeRows(50);
  await show({ rows, onOpen, totals: { count: 80, sums: {} } });
  await press("ArrowDown");
  await press("ArrowDown");
  expect(active()).toBe("1");
  await press("Enter");
  expect(onOpen).toHaveBeenCalledWith(rows[1]);
  await press("x");
  expect(lines()[1]?.getAttribute("aria-selected")).toBe("true");
  expect(container.textContent).toContain("1 selected");
  await press("Home");
  await press("ArrowUp");
  expect(active()).toBe("0");
  await press("/");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Search Deliveries");
});

test("a click opens a row, a click on its box selects, and shift selects all rows between", async () => {
  const onOpen = vi.fn();
  await show({ rows: makeRows(20), onOpen, totals: { count: 12_480, sums: {} } });
  await click(lines()[3]?.querySelector("[role=gridcell]"));
  expect(onOpen).toHaveBeenCalledTimes(1);
  await click(check(2));
  await click(check(5), { shiftKey: true });
  expect(lines().filter((line) => line.getAttribute("aria-selected") === "true")).toHaveLength(4);
  expect(onOpen).toHaveBeenCalledTimes(1);
  await click(button("Select all 12,480 matching"));
  expect(container.textContent).toContain("12,480 selected");
  await click(check(0));
  expect(container.textContent).toContain("19 selected");
  await click(button("Clear"));
  expect(container.textContent).not.toContain("selected");
});

test("selected rows are copied as shown, with tabs between and no formulas", async () => {
  await show({ rows: makeRows(3) });
  await click(check(1));
  await click(button("Copy"));
  expect(vi.mocked(copyText).mock.lastCall?.[0]).toBe(
    "Task\tDelivery status\tCost, AED\tNote\nT1\tDelivered\t12.50\t'=1+1",
  );
  expect(container.textContent).toContain("1 row copied");
});

test("a heading sorts one way, the other way, and back", async () => {
  const onState = vi.fn();
  await show({ rows: makeRows(3), onState });
  const heading = () => [...container.querySelectorAll("[role=columnheader]")][2];
  const lastSort = () => onState.mock.lastCall?.[0].sort;
  expect(heading()?.hasAttribute("aria-sort")).toBe(false);
  await click(heading()?.querySelector("button"));
  expect([lastSort(), heading()?.getAttribute("aria-sort")]).toEqual([{ by: "cost_minor", dir: "desc" }, "descending"]);
  await click(heading()?.querySelector("button"));
  expect([lastSort(), heading()?.getAttribute("aria-sort")]).toEqual([{ by: "cost_minor", dir: "asc" }, "ascending"]);
  await click(heading()?.querySelector("button"));
  expect(lastSort()).toBeNull();
  expect([...container.querySelectorAll("[role=columnheader]")][3]?.querySelector("button")).toBeNull();
});

test("totals stand in a row of their own, in the format of their column", async () => {
  await show({ rows: makeRows(3), totals: { count: 3, sums: { cost_minor: 375_000 } } });
  const last = [...container.querySelectorAll("[role=row]")].at(-1);
  expect([...(last?.children ?? [])].map((cell) => cell.textContent)).toEqual(["Total of 3", "", "3,750.00", ""]);
});

test("columns are hidden, moved and brought back", async () => {
  await show({ rows: makeRows(3) });
  const headings = () => [...container.querySelectorAll("[role=columnheader]")].map((cell) => cell.textContent);
  await click(button("Columns"));
  const box = (label: string) =>
    [...container.querySelectorAll("label")].find((one) => one.textContent === label)?.querySelector("input");
  await act(async () => box("Note")?.click());
  await click(button("Move Cost up"));
  expect(headings()).toEqual(["Task", "Cost, AED", "Delivery status"]);
  await click(button("Reset columns"));
  expect(headings()).toEqual(["Task", "Delivery status", "Cost, AED", "Note"]);
  await click(button("Dense rows"));
  expect(lines()[0]?.style.height).toBe("32px");
});

test("what is typed is searched for after a rest, and what the address says wins", async () => {
  vi.useFakeTimers();
  const onState = vi.fn();
  await show({ rows: makeRows(3), onState });
  const input = screen.getByRole<HTMLInputElement>("searchbox");
  fireEvent.change(input, { target: { value: "T1" } });
  expect(onState).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(300));
  expect(onState).toHaveBeenLastCalledWith({ sort: null, search: "T1" });
  await show({ rows: makeRows(3), state: { sort: null, search: "from the address" } });
  expect(input.value).toBe("from the address");
  vi.useRealTimers();
});

test("first nothing, then a failure, then no match: each has its words", async () => {
  await show({ isLoading: true });
  expect(container.querySelector("[role=status][aria-label='Loading Deliveries']")).not.toBeNull();
  const onRetry = vi.fn();
  await show({ error: new Error("It failed."), onRetry });
  expect(container.querySelector("[role=alert]")?.textContent).toContain("It failed.");
  await click(button("Retry"));
  expect(onRetry).toHaveBeenCalledTimes(1);
  await show({});
  expect(container.textContent).toContain("Nothing here");
});

test("old rows stay while newer ones are on their way or could not be loaded", async () => {
  await show({ rows: makeRows(3), isRefetching: true });
  expect(container.querySelector("[role=progressbar]")).not.toBeNull();
  expect(lines()).toHaveLength(3);
  await show({ rows: makeRows(3), error: new Error("It failed.") });
  expect(lines()).toHaveLength(3);
  expect(container.querySelector("[role=alert]")?.textContent).toContain("It failed.");
});

test("on a phone rows are cards with what matters, and open", async () => {
  isNarrow = true;
  const onOpen = vi.fn();
  const rows = makeRows(500);
  await show({ rows, onOpen, totals: { count: 500, sums: { cost_minor: 625_000 } } });
  const cards = [...container.querySelectorAll("li button")];
  expect(grid()).toBeNull();
  expect(cards.length).toBeLessThan(60);
  expect(cards[0]?.textContent).toBe("T0DeliveredCost, AED 12.50");
  expect(container.textContent).toContain("Total of 500 · Cost, AED 6,250.00");
  await click(cards[2]);
  expect(onOpen).toHaveBeenCalledWith(rows[2]);
});

test("on a phone cards that do not open tell all that they are asked to", async () => {
  isNarrow = true;
  await show({ rows: makeRows(3), cardColumns: ["note", "cost_minor"] });
  expect(container.querySelector("li")?.textContent).toMatch(/^T0Delivered.*Note.*Cost, AED 12\.50$/);
});

test("on a phone rows are sorted by a choice, which their cards then show", async () => {
  isNarrow = true;
  const onState = vi.fn();
  await show({ rows: makeRows(3), onState });
  const choose = async (value: string) => {
    const select = screen.getByRole<HTMLSelectElement>("combobox");
    expect([...select.options].map((option) => option.value)).not.toContain("note");
    fireEvent.change(select, { target: { value } });
  };
  expect(button("Descending, reverse")).toBeUndefined();
  await choose("cost_minor");
  expect(onState).toHaveBeenLastCalledWith({ sort: { by: "cost_minor", dir: "desc" }, search: "" });
  await click(button("Descending, reverse"));
  expect(onState).toHaveBeenLastCalledWith({ sort: { by: "cost_minor", dir: "asc" }, search: "" });
  await choose("task");
  expect(onState).toHaveBeenLastCalledWith({ sort: { by: "task", dir: "asc" }, search: "" });
  await choose("");
  expect(onState).toHaveBeenLastCalledWith({ sort: null, search: "" });
  const dated = [...columns, { id: "created_at", label: "Created", format: "day", isSortable: true }];
  const rows = makeRows(1).map((row) => ({ ...row, created_at: "2026-11-14" }));
  await show({ rows, columns: dated, state: { sort: { by: "created_at", dir: "desc" }, search: "" } });
  expect(container.querySelector("li")?.textContent).toMatch(/^T0DeliveredCreated .*14/);
});
