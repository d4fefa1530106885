import type { MetricQuery, ReportDefinition, ReportPanel, ReportView } from "@console/contracts";
import { longPeriod, periodEnd } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ownLayout, type TableLayout } from "../../blocks/data-table/table-shape.ts";
import { parseCell, type SearchStep, writeCell } from "../../blocks/report-view/report-address.ts";
import { useNear } from "../../blocks/report-view/use-near.ts";
import { read } from "../../lib/queries.ts";
import type { Search } from "../../lib/search.ts";
import { usePreference } from "../../lib/use-preference.ts";
import classes from "./report-rows.module.css";
import { RowList } from "./row-list/row-list.tsx";
import { RowMap } from "./row-map.tsx";

type Props = {
  report: Pick<ReportDefinition, "id" | "rows" | "sections" | "filters">;
  view: ReportView;
  search: Search;
  /** They are read also where they are far from being seen. */
  isEager: boolean;
  /** A row that is opened is a step that Back undoes; a search or an order is not. */
  onSearch: SearchStep;
};

/** The rows under a report: all that its figures count, or those behind the cell that was opened. */
export function ReportRows({ report, view, search, isEager, onSearch }: Props) {
  const cell = parseCell(search);
  const panels = report.sections.flatMap((section) => section.panels);
  const panel = panels.find(({ id }) => id === cell.panel) ?? panels[0];
  const single = (name: string) => [search[name] ?? []].flat()[0];
  const place = useRef<HTMLDivElement>(null);
  const isNamed = ["rows", "at", "sort", "q", "row"].some((name) => single(name) !== undefined);
  const isNear = useNear(place);
  const isShown = isNear || isEager || isNamed;
  const { data } = useQuery({
    ...read("readPanel", { ...view, report: report.id, panel: panel?.id ?? "" }),
    enabled: panel !== undefined && isShown,
  });
  const listed = cell.metric ?? single("rows") ?? report.rows[0]?.metric;
  const [layout, setLayout] = usePreference<TableLayout>(`columns:${listed}`, ownLayout);
  const opened = writeCell(cell).join();
  useEffect(() => {
    if (opened) place.current?.scrollIntoView({ block: "start" });
  }, [opened]);
  const rowsQuery =
    data?.questions.find(({ query }) => !cell.metric || query.metrics.includes(cell.metric)) ?? data?.questions[0];
  if (report.rows.length === 0 || !panel || (data && !rowsQuery)) return null;
  if (!isShown || !rowsQuery) return <div ref={place} className={classes.awaited} />;
  const isNarrowed = cell.metric !== undefined;
  return (
    <div ref={place}>
      <RowList
        report={report}
        filters={[...rowsQuery.query.filters, ...cellFilters(cell)]}
        time={timeForCell(rowsQuery.query, cell)}
        basis={rowsQuery.query.basis}
        params={{ rows: single("rows"), sort: single("sort"), q: single("q"), row: single("row") }}
        onParams={(next) => onSearch({ ...search, ...next }, next.row === single("row"))}
        map={(spot) => <RowMap {...spot} />}
        layout={layout}
        onLayout={setLayout}
        narrowed={
          isNarrowed
            ? {
                label: sayCell(cell, rowsQuery, panel),
                ...(cell.metric ? { metric: cell.metric } : {}),
                onClear: () => onSearch({ ...search, at: undefined, rows: undefined, row: undefined }),
              }
            : undefined
        }
      />
    </div>
  );
}

const ownKeys = ["metric", "panel", "period"];

/** The members of a cell as filters; what is left over has no filter of its own. */
function cellFilters(cell: Cell): MetricQuery["filters"] {
  return Object.entries(cell).flatMap(([field, value]) =>
    ownKeys.includes(field) || value === "Other" ? [] : [{ field, op: "in" as const, values: [value] }],
  );
}

/** The days of a cell: its period, cut to those that were asked for. */
function timeForCell(query: MetricQuery, { period }: Cell): MetricQuery["time"] {
  if (!period || !("from" in query.time)) return query.time;
  const end = periodEnd(period, query.grain ?? "day");
  const { from, to } = query.time;
  const [, first = from] = [period, from].sort();
  const [last = to] = [end, to].sort();
  return { from: first, to: last };
}

function sayCell(
  cell: Cell,
  { query, answer }: { query: MetricQuery; answer: { columns: { id: string; label: string }[] } },
  panel: ReportPanel,
): string {
  const members = Object.entries(cell).flatMap(([key, value]) => (ownKeys.includes(key) ? [] : [value]));
  const label = answer.columns.find(({ id }) => id === cell.metric)?.label ?? panel.title;
  const period = cell.period ? [longPeriod(cell.period, query.grain ?? "day", null)] : [];
  return [label, ...members, ...period].join(", ");
}
