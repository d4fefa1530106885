import type { RouteOutput, Routes } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { memo, useMemo } from "react";
import { withoutFilters } from "../../blocks/filter-bar/filter-view.ts";
import type { OpenedCell } from "../../blocks/report-view/panel-card.tsx";
import { ReportView } from "../../blocks/report-view/report-view.tsx";
import { type Search, viewOf, withView, writeCell } from "./report-address.ts";
import { ReportRows } from "./report-rows.tsx";

type Props = {
  report: RouteOutput<Routes["getReport"]>;
  /** The address; it may lag behind, so that what was clicked answers before the panels are drawn again. */
  search: Search;
  formats: FormatChoices;
  isEager: boolean;
  onSearch: (next: Search, isSameStep?: boolean) => void;
};

/** The panels of a report and the rows under them: drawn again only for another address or another report. */
export const ReportBody = memo(function ReportBody({ report, search, formats, isEager, onSearch }: Props) {
  const view = useMemo(() => viewOf(search), [search]);
  const openRows = ({ panel, cell }: OpenedCell) =>
    onSearch({ ...search, row: undefined, rows: cell.metric, at: writeCell({ ...cell, panel }) });
  return (
    <>
      <ReportView
        report={report}
        view={view}
        today={report.today}
        annotations={report.annotations}
        formats={formats}
        isEager={isEager}
        onOpenRows={openRows}
        onResetFilters={() => onSearch(withView(search, withoutFilters(view)))}
      />
      <ReportRows report={report} view={view} search={search} onSearch={onSearch} />
    </>
  );
});
