import { expect, test } from "vitest";
import { inReadableTimes } from "./readable-times.ts";

const columns = [
  { id: "department", label: "Department", format: "text" as const },
  { id: "wait", label: "Wait", format: "hours" as const },
  { id: "wait__compare", label: "Wait, compared", format: "hours" as const },
];

test("columns of hours are in days where most are long, all alike, so that they can be held against each other", () => {
  const rows = [
    { department: "Legal", wait: 984, wait__compare: 480 },
    { department: "Finance", wait: 12, wait__compare: null },
  ];
  const table = inReadableTimes({ columns, rows, totals: { wait: 480, wait__compare: 48 } });
  expect(table.columns.map(({ format }) => format)).toEqual(["text", "days", "days"]);
  expect(table.rows).toEqual([
    { department: "Legal", wait: 41, wait__compare: 20 },
    { department: "Finance", wait: 0.5, wait__compare: null },
  ]);
  expect(table.totals).toEqual({ wait: 20, wait__compare: 2 });
});

test("columns of a few hours stay in hours, also beside a long one", () => {
  const rows = [
    { department: "Legal", wait: 71, wait__compare: 3 },
    { department: "Finance", wait: 984, wait__compare: null },
  ];
  const table = { columns, rows, totals: { wait: 71 } };
  expect(inReadableTimes(table)).toEqual(table);
});
