import type { MetricQuery, NarrowedRows, ReportDefinition, ReportPanel, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatDayRange, formatShortDay } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import type { Search } from "../../lib/search.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { sayFilter } from "../filter-bar/view-words.ts";
import { panelQuery } from "../report-view/panel-source.ts";
import { parseCell } from "../report-view/report-address.ts";
import { toRowsQuestion } from "./cell-question.ts";

/** Where a figure stands whose rows are asked for. */
export type CellSource = {
  /** The report, its panels, and what they are read with. */
  report: string;
  panels: readonly ReportPanel[];
  view: ReportView;
  filters: ReportDefinition["filters"];
  /** The report's page, with its own name of the panel where that is another one. */
  page: { path: string; search: Search; panel?: string };
};

/** What the rows behind a cell are, as far as it is known yet. */
export type CellRows = {
  /** Null while it is on its way, and where the panel counts no rows. */
  question: NarrowedRows | null;
  /** Their days and filters in words. */
  words: string;
  error: Error | null;
  isLoading: boolean;
  retry: () => void;
};

/** The rows behind the cell that the address names. */
export function useCellRows({ report, panels, view, filters }: CellSource, search: Search): CellRows {
  const formats = useFormats();
  const cell = parseCell(search);
  const panel = panels.find(({ id }) => id === cell.panel);
  const { data, error, isPending, refetch } = useQuery({
    ...panelQuery("tenant", report, panel?.id ?? "", view),
    enabled: panel !== undefined,
  });
  const question = panel && data ? toRowsQuestion(cell, panel, data, formats) : null;
  return {
    question,
    words: question ? sayQuestion(question, filters, formats) : "",
    error,
    isLoading: panel !== undefined && isPending,
    retry: () => void refetch(),
  };
}

/** The days and filters of a question in words. */
export function sayQuestion(
  question: NarrowedRows,
  labels: readonly { dimension: string; label: string }[],
  formats: FormatChoices,
): string {
  const filters = question.filters.map(({ field, op, values }) =>
    sayFilter(
      { dimension: field, isExcluded: op === "not_in", members: values },
      labels.find(({ dimension }) => dimension === field)?.label,
    ),
  );
  return [...sayTime(question.time, formats), ...filters].join(" · ");
}

function sayTime(time: MetricQuery["time"], formats: FormatChoices): string[] {
  if ("from" in time) return [formatDayRange(time.from, addDays(time.to, -1), null, formats)];
  return "asOf" in time ? [formatShortDay(time.asOf, null, formats)] : [];
}
