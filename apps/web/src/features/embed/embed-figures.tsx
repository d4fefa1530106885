import type { ReportView as View } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { writeSort } from "../../blocks/data-table/sort-text.ts";
import type { TableState } from "../../blocks/data-table/table-shape.ts";
import { useRowPages } from "../../blocks/data-table/use-row-pages.ts";
import { toFilters } from "../../blocks/filter-bar/filter-view.ts";
import { ToldFreshnessContext } from "../../blocks/freshness/told-freshness.ts";
import { ReportView } from "../../blocks/report-view/report-view.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { callApi } from "../../lib/api.ts";
import classes from "./embed.module.css";
import { EmbedRows } from "./embed-rows.tsx";
import type { EmbeddedReport } from "./embed-view.ts";
import { fillRows } from "./fill-rows.ts";

type Props = {
  report: EmbeddedReport;
  view: View;
  table: TableState;
  formats: FormatChoices;
  isEager: boolean;
  onTable: (next: TableState) => void;
  onResetFilters: () => void;
};

/** The panels of the report and, unless it shows counts only, its deliveries. */
export function EmbedFigures(props: Props) {
  return props.report.isCountsOnly ? <Panels {...props} /> : <PanelsAndRows {...props} />;
}

const noNotes: readonly never[] = [];

function Panels({ report, view, formats, isEager, onResetFilters }: Props) {
  const shown = useMemo(() => ({ id: report.id, sections: fillRows(report.sections) }), [report]);
  const told = useMemo(() => [report.freshness], [report.freshness]);
  return (
    <ToldFreshnessContext value={told}>
      <ReportView
        report={shown}
        view={view}
        today={report.today}
        annotations={noNotes}
        formats={formats}
        isEager={isEager}
        source="embed"
        canSave={report.exports.length > 0}
        onResetFilters={onResetFilters}
      />
    </ToldFreshnessContext>
  );
}

/** As the query of an address holds it. */
const pageSize = "50";

function PanelsAndRows(props: Props) {
  const { view, table, formats, onTable, onResetFilters } = props;
  const sort = writeSort(table.sort);
  const question = { ...view, ...(table.search && { q: table.search }), ...(sort && { sort }), limit: pageSize };
  const rows = useRowPages(["listEmbedRows", question], (page, signal) =>
    callApi("listEmbedRows", { ...question, ...page }, { signal }),
  );
  const isEmpty = rows.hasOwnRows && !rows.isLoading && !rows.error && rows.rows.length === 0 && !table.search;
  if (isEmpty) return <NoDeliveries isNarrowed={toFilters(view).length > 0} onResetFilters={onResetFilters} />;
  return (
    <>
      <Panels {...props} />
      <EmbedRows rows={rows} state={table} onState={onTable} formats={formats} />
    </>
  );
}

function NoDeliveries({ isNarrowed, onResetFilters }: { isNarrowed: boolean; onResetFilters: () => void }) {
  return (
    <section className={classes.card}>
      <EmptyState
        title="No deliveries in this period"
        message={
          isNarrowed ? "Nothing matches the filters. Clear them, or choose other days." : "Choose other days above."
        }
        actions={
          isNarrowed && (
            <Button variant="default" onClick={onResetFilters}>
              Clear filters
            </Button>
          )
        }
      />
    </section>
  );
}
