import type { MetricAnswer, PanelAnswerFor, PanelForKind } from "@console/contracts";
import type { ExportTable } from "../../../platform/spreadsheets/export-book.ts";

type Places = NonNullable<PanelAnswerFor<"map">["places"]>;

/** Where rows lie, place by place as the map has them. */
export function placesTable(panel: PanelForKind<"map">, places: Places, answer: MetricAnswer | undefined): ExportTable {
  const labelFor = (id: string) => answer?.columns.find((column) => column.id === id)?.label ?? id;
  return {
    title: `${panel.title} Places`,
    columns: [
      { id: "member", label: labelFor(panel.by), format: "text" },
      { id: "latitude", label: "Latitude", format: "number" },
      { id: "longitude", label: "Longitude", format: "number" },
      { id: "value", label: labelFor(panel.metric), format: "count" },
    ],
    rows: [places],
  };
}
