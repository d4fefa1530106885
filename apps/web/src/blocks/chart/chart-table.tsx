import type { ChartDescription } from "@console/figures/chart";
import { tableForPicture } from "@console/figures/picture";
import { PictureTable } from "./picture-table.tsx";

/** The values of a chart as a table. */
export function ChartTable({ description, height }: { description: ChartDescription; height: number }) {
  const table = tableForPicture({ kind: "axis", chart: description, cells: [], annotations: [] });
  return <PictureTable table={table} title={description.title} height={height} />;
}
