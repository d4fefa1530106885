import type { RouteOutput, Routes } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { memo, useCallback, useMemo } from "react";
import { withoutFilters } from "../../blocks/filter-bar/filter-view.ts";
import { resolveDays } from "../../blocks/filter-bar/reach.ts";
import { ToldFreshnessContext } from "../../blocks/freshness/told-freshness.ts";
import { findOldest } from "../../blocks/freshness/use-data-age.ts";
import { DataDays, DataElsewhere, liesOutside, useDataDays } from "../../blocks/report-view/data-days.tsx";
import type { OpenedCell } from "../../blocks/report-view/panel-card.tsx";
import {
  noCell,
  parseView,
  readView,
  type SearchStep,
  toAddress,
  withView,
  writeCell,
  writeView,
} from "../../blocks/report-view/report-address.ts";
import { ReportView } from "../../blocks/report-view/report-view.tsx";
import { RowsDrawer } from "../../blocks/row-list/rows-drawer.tsx";
import type { Search } from "../../lib/search.ts";
import { toCellSource } from "./cell-source.ts";
import { ReportRows } from "./report-rows.tsx";

type Props = {
  report: RouteOutput<Routes["getReport"]>;
  /** The address; it may lag behind, so that what was clicked answers before the panels are drawn again. */
  search: Search;
  formats: FormatChoices;
  isEager: boolean;
  canExport: boolean;
  onSearch: SearchStep;
};

/** The panels of a report and the rows under them: drawn again only for another address or another report. */
export const ReportBody = memo(function ReportBody({ report, search, formats, isEager, canExport, onSearch }: Props) {
  // The same object while the same is chosen, so that rows that are opened or sorted leave the panels alone.
  const query = writeView(parseView(search));
  const view = useMemo(() => readView(query), [query]);
  const openRows = useCallback(
    ({ panel, cell }: OpenedCell) => onSearch((now) => ({ ...now, ...noCell, at: writeCell({ ...cell, panel }) })),
    [onSearch],
  );
  const resetFilters = useCallback(() => onSearch((now) => withView(now, withoutFilters(parseView(now)))), [onSearch]);
  const { path, today, defaults, domains } = report;
  const days = useDataDays(domains);
  const dataDays = useMemo(
    () => days && <DataDays days={days} today={today} path={path} search={toAddress(view)} />,
    [days, today, path, view],
  );
  const told = useMemo(() => [findOldest(report.freshness)], [report.freshness]);
  const shown = resolveDays(view, defaults.period, today);
  const isElsewhere = days !== null && liesOutside(days, shown);
  const isAll = days !== null && shown.from <= days.first && days.last < shown.to;
  return (
    <>
      {isElsewhere && (
        <DataElsewhere period="this period" days={days} today={today} path={path} search={toAddress(view)} />
      )}
      <ToldFreshnessContext value={told}>
        <ReportView
          report={report}
          view={view}
          today={report.today}
          annotations={report.annotations}
          formats={formats}
          isEager={isEager}
          onOpenRows={openRows}
          onResetFilters={resetFilters}
          // Said once above where it holds for all panels, and not at all where there are no other days.
          elsewhere={isElsewhere || isAll ? undefined : dataDays}
        />
      </ToldFreshnessContext>
      {search.at !== undefined && (
        <RowsDrawer
          source={toCellSource(report, view, search)}
          search={search}
          onSearch={onSearch}
          canExport={canExport}
        />
      )}
      <ReportRows report={report} view={view} search={search} isEager={isEager} onSearch={onSearch} />
    </>
  );
});
