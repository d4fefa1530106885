import type { Deviation, ReportPanel } from "@console/contracts";
import { drawnDeviation, mostGrace, onTimeShare } from "@console/figures";
import type { ExportTable } from "../../../platform/spreadsheets/export-book.ts";

/** How early or late rows were as it is drawn, and what each grace that can be tried out would make of them. */
export function deviationTables({ title }: ReportPanel, deviation: Deviation): ExportTable[] {
  const { bins, before, after } = drawnDeviation(deviation);
  const [first, last] = [bins[0]?.from ?? null, bins.at(-1)?.to ?? null];
  const graces = Array.from({ length: mostGrace(deviation) + 1 }, (_, minutes) => minutes);
  return [
    {
      title: `${title} Spread`,
      note: "Minutes after the due time; early ones are below zero.",
      columns: [
        { id: "from", label: "More than", format: "minutes" },
        { id: "to", label: "Up to", format: "minutes" },
        { id: "count", label: "Rows", format: "count" },
      ],
      rows: [
        [
          ...(before > 0 ? [{ from: null, to: first, count: before }] : []),
          ...bins.map(({ from, to, count }) => ({ from, to, count })),
          ...(after > 0 ? [{ from: last, to: null, count: after }] : []),
        ],
      ],
    },
    {
      title: `${title} What if`,
      note: `The grace is ${deviation.graceMinutes} min.`,
      columns: [
        { id: "grace", label: "Grace", format: "minutes" },
        { id: "share", label: "On time", format: "percent" },
      ],
      rows: [graces.map((grace) => ({ grace, share: onTimeShare(deviation, grace) }))],
    },
  ];
}
