import { type LogLevel, type LogLine, type LogPart, logParts } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import type { TableColumn, TableLayout, TableRow } from "../../blocks/data-table/table-shape.ts";

/** Levels as people read them. */
export const levelWords: Readonly<Record<LogLevel, string>> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warning",
  error: "Error",
  fatal: "Fatal",
};

/** The name of a part as people read it. */
export function labelForPart(part: LogPart): string {
  return logParts[part];
}

/** What a table of lines can show. */
export const lineColumns: readonly TableColumn[] = [
  { id: "at", label: "Time", format: "text", isSortable: false },
  { id: "level_status", label: "Level", format: "text", isSortable: false },
  { id: "message", label: "Message", format: "text", isSortable: false, isWide: true },
  { id: "part", label: "Part", format: "text", isSortable: false },
  { id: "tenant", label: "Tenant", format: "text", isSortable: false },
  { id: "person", label: "Person", format: "text", isSortable: false },
  { id: "route", label: "Route or job", format: "text", isSortable: false },
  { id: "requestId", label: "Request ID", format: "text", isSortable: false },
];

/** How the table begins for a reader who has changed nothing. */
export const firstLayout: TableLayout = { hidden: ["person", "route", "requestId"], order: [], isDense: true };

/** The time of a line to its millisecond, in the zone of the reader. */
export function formatLineTime(at: string, formats: FormatChoices): string {
  return `${formatInstant(at, formats)}:${at.slice(17, 23)}`;
}

/** A line as a row of the table. */
export function toLineRow(line: LogLine, formats: FormatChoices): TableRow {
  return {
    id: line.id,
    at: formatLineTime(line.at, formats),
    level_status: levelWords[line.level],
    message: line.message,
    part: labelForPart(line.part),
    tenant: line.tenant?.name ?? null,
    person: line.person?.name ?? null,
    route: line.route,
    requestId: line.requestId,
  };
}
