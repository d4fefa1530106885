import { formatInstant, ownFormats } from "@console/figures/format";
import type { ExportHeader } from "./export-book.ts";

/** The header of an export as names and values, in the order in which every file shows them. */
export function headerLines(header: ExportHeader): { label: string; value: string }[] {
  return [
    { label: "Report", value: header.title },
    { label: "Tenant", value: header.tenant },
    ...header.filters.map(({ label, value }) => ({ label: `Filter: ${label}`, value })),
    { label: "Period", value: header.period },
    { label: "Time zone", value: header.timeZone },
    { label: "Data as of", value: tellInstant(header.asOf, header) },
    { label: "Generated", value: tellInstant(header.generatedAt, header) },
    { label: "By", value: header.by },
    { label: "Open live", value: header.link },
  ];
}

/** An instant as its reader wants it, in the zone of the file; words stay as they are. */
export function tellInstant(text: string, { timeZone, dateFormat }: ExportHeader): string {
  const isInstant = /^\d{4}-\d\d-\d\dT/.test(text);
  return isInstant ? formatInstant(text, { ...ownFormats, timeZone, dateFormat }) : text;
}
