import type { ReportPanel } from "@console/contracts";
import { expect, test } from "vitest";
import { fillRows } from "./fill-rows.ts";

const widths = (...panelWidths: (ReportPanel["width"] | null)[]) => {
  const panels = panelWidths.map(
    (width, place): ReportPanel => ({
      id: String(place),
      kind: "pareto",
      title: "",
      metric: "m",
      by: "d",
      ...(width !== null && { width }),
    }),
  );
  return fillRows([{ title: null, panels }])[0]?.panels.map(({ width }) => width);
};

test("a panel whose neighbour is left out takes its room", () => {
  expect(widths(8, 12)).toEqual([12, 12]);
  expect(widths(6, 12, 6, 12)).toEqual([12, 12, 12, 12]);
  expect(widths(4, 4, 8, 4)).toEqual([4, 8, 8, 4]);
});

test("rows that are full stay as they are", () => {
  expect(widths(8, 4, 6, 6, 12)).toEqual([8, 4, 6, 6, 12]);
  expect(widths(null, null)).toEqual([undefined, 6]);
});
