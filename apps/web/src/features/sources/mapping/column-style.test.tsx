import type { SourceColumn } from "@console/contracts";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "../../../lib/screen-for-tests.tsx";
import { ColumnStyle } from "./column-style.tsx";

const column: SourceColumn = {
  name: "Until",
  type: "day",
  samples: ["2026-05-31"],
  filled: 2,
  decimal: null,
  dates: { style: "iso", isSure: true, evidence: "Every day says which part is the month.", shortYears: 0 },
  months: { isFound: false, evidence: "All of its days are the first or the last of a month." },
};

test("days that may be months are chosen as days or as months, with the evidence", async () => {
  const onChange = vi.fn();
  const field = { label: "Day", type: "day" as const, monthEnd: "last_day" };
  await renderInApp(<ColumnStyle field={field} mapped={{ from: "Until" }} column={column} onChange={onChange} />);
  const choice = screen.getByLabelText<HTMLSelectElement>("What Day stands for");
  expect([choice.value, screen.queryByText(column.months?.evidence ?? "") !== null]).toEqual(["day", true]);
  fireEvent.change(choice, { target: { value: "month" } });
  expect(onChange).toHaveBeenLastCalledWith({ from: "Until", isMonth: true });
});

test("a field that takes no months asks nothing of months", async () => {
  const field = { label: "Sold at", type: "instant" as const };
  await renderInApp(<ColumnStyle field={field} mapped={{ from: "Until" }} column={column} onChange={vi.fn()} />);
  expect(screen.queryByLabelText("What Sold at stands for")).toBeNull();
});
