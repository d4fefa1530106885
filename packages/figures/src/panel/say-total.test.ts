import { expect, test } from "vitest";
import type { TableView } from "./panel-view.ts";
import { sayTotal } from "./say-total.ts";

const cell = (value: number | null) => ({ text: String(value), value, change: null, bar: null });
const table = (values: (number | null)[], total: number | null) =>
  ({
    rows: values.map((value, place) => ({
      name: `${place}`,
      cells: [cell(value)],
      cell: {},
      isRanked: true,
      climbed: null,
    })),
    totals: [cell(total)],
  }) as Pick<TableView, "rows" | "totals">;

test("a total that holds more than the rows shown says so", () => {
  expect(sayTotal(table([9497, 7647, 6581], 39405))).toBe("Total of all");
});

test("a total of the rows, of a rate or of nothing known is a total", () => {
  expect(sayTotal(table([1, 2], 3))).toBe("Total");
  expect(sayTotal(table([0.9, 0.8], 0.85))).toBe("Total");
  expect(sayTotal(table([1, null], 3))).toBe("Total");
  expect(sayTotal(table([-5, 2], 3))).toBe("Total");
});
