import type { MetricAnswer, Pace, PanelForKind } from "@console/contracts";
import { forecastShare, paceCourse, paceShare } from "@console/figures";
import type { ExportColumn, ExportFormat, ExportTable } from "../../../platform/spreadsheets/export-book.ts";

const column = (id: string, label: string, format: ExportFormat): ExportColumn => ({ id, label, format });

/** A pace as its panel shows it: period by period, added up from the first, or member by member. */
export function paceTable(panel: PanelForKind<"pace">, pace: Pace, answer: MetricAnswer | undefined): ExportTable {
  const member = answer?.columns.find(({ id }) => id === panel.by)?.label ?? "Member";
  const title = `${panel.title} Pace`;
  return { title, ...(panel.as === "course" ? seriesTable(pace) : membersTable(pace, member)) };
}

function seriesTable(pace: Pace): Pick<ExportTable, "columns" | "rows"> {
  return {
    columns: [
      column("start", "Period", "text"),
      column("actual", "So far", "currency"),
      column("target", "Target", "currency"),
      column("forecast", "Forecast", "currency"),
    ],
    rows: [paceCourse(pace)],
  };
}

function membersTable({ members, whole }: Pace, label: string): Pick<ExportTable, "columns" | "rows" | "totals"> {
  const shares = (figures: Pace["whole"]) => ({ pace: paceShare(figures), forecastShare: forecastShare(figures) });
  return {
    columns: [
      column("member", label, "text"),
      column("actual", "So far", "currency"),
      column("targetSoFar", "Target so far", "currency"),
      column("pace", "Pace", "percent"),
      column("forecast", "Forecast", "currency"),
      column("target", "Whole target", "currency"),
      column("forecastShare", "Forecast of target", "percent"),
    ],
    rows: [members.map((figures) => ({ ...figures, ...shares(figures) }))],
    totals: { ...whole, ...shares(whole) },
  };
}
