import type { NarrowedRows } from "@console/contracts";
import { expect, test } from "vitest";
import { fake } from "../../lib/fake-for-tests.ts";
import { placeRows } from "./place-rows.ts";

const report = fake<Parameters<typeof placeRows>[1]>({
  filters: [{ dimension: "depot", label: "Depot" }],
  bases: ["due", "completed"],
  sections: [
    {
      panels: [
        { id: "soon", kind: "kpis", metrics: ["late"], ahead: 30 },
        { id: "pace", kind: "pace", metric: "late" },
        { id: "figures", kind: "kpis", metrics: ["late", "failed"] },
      ],
    },
  ],
});
const rows = (more: Partial<NarrowedRows>): NarrowedRows => ({
  label: "Late",
  metric: "late",
  filters: [],
  time: { from: "2026-03-01", to: "2026-03-08" },
  ...more,
});
const filter = (field: string, values: string[], op: "in" | "not_in" = "in") => ({ field, op, values });
const days = { from: "2026-03-01", to: "2026-03-08" };

test("filters of the report stand in its view, and other members in the cell of a panel that shows the metric", () => {
  const filters = [filter("depot", ["North", "South"]), filter("zone", ["A"]), filter("depot", ["East"], "not_in")];
  expect(placeRows(rows({ filters, basis: "completed" }), report)).toEqual({
    view: { ...days, depot: ["North", "South"], "not.depot": ["East"], basis: "completed" },
    cell: { metric: "late", panel: "figures", zone: "A" },
  });
});

test("a second member of the same dimension narrows the first", () => {
  const filters = [filter("depot", ["North", "South"]), filter("depot", ["North"])];
  expect(placeRows(rows({ filters }), report)).toEqual({
    view: { ...days, depot: ["North", "South"] },
    cell: { metric: "late", panel: "figures", depot: "North" },
  });
});

test("a state stands on its day", () => {
  expect(placeRows(rows({ time: { asOf: "2026-03-17" } }), report)?.view).toEqual({
    from: "2026-03-17",
    to: "2026-03-18",
  });
});

test.each<[string, Partial<NarrowedRows>]>([
  ["a metric that no panel shows", { metric: "net_sales" }],
  ["several members of what is no filter", { filters: [filter("zone", ["A", "B"])] }],
  ["members that are left out of what is no filter", { filters: [filter("zone", ["A"], "not_in")] }],
  ["a day that the report does not count by", { basis: "created" }],
])("%s has no page", (_, more) => {
  expect(placeRows(rows(more), report)).toBeNull();
});
