import type { ExportHeader } from "./export-book.ts";

/** The header of an export as names and values, in the order in which every file shows them. */
export function headerLines(
  header: ExportHeader,
  tellInstant: (instant: string) => string,
): { label: string; value: string }[] {
  return [
    { label: "Report", value: header.title },
    { label: "Tenant", value: header.tenant },
    ...header.filters.map(({ label, value }) => ({ label: `Filter: ${label}`, value })),
    { label: "Period", value: header.period },
    { label: "Time zone", value: header.timeZone },
    { label: "Data as of", value: tellInstant(header.asOf) },
    { label: "Generated", value: tellInstant(header.generatedAt) },
    { label: "By", value: header.by },
    { label: "Open live", value: header.link },
  ];
}
