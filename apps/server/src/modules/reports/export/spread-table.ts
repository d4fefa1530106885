import type { Distribution, MetricAnswer, PanelForKind } from "@console/contracts";
import type { ExportFormat, ExportTable } from "../../../platform/spreadsheets/export-book.ts";

/** How values are spread, bin by bin. */
export function spreadTable(
  panel: PanelForKind<"distribution">,
  { bins, beyond }: Distribution,
  answer: MetricAnswer | undefined,
): ExportTable {
  const unit = (answer?.columns.find(({ kind }) => kind === "metric")?.unit ?? "number") as ExportFormat;
  const last = bins.at(-1)?.to ?? 0;
  return {
    title: `${panel.title} Spread`,
    columns: [
      { id: "from", label: "From", format: unit },
      { id: "to", label: "To", format: unit },
      { id: "count", label: "Rows", format: "count" },
    ],
    rows: [[...bins, ...(beyond > 0 ? [{ from: last, to: null, count: beyond }] : [])]],
  };
}
