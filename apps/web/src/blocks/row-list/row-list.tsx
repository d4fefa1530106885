import "@mantine/core/styles/Input.css";
import type { MetricQuery, MetricQueryInput, ReportDefinition } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { DataTable } from "../../../blocks/data-table/data-table.tsx";
import { nothingSelected, type TableLayout } from "../../../blocks/data-table/table-shape.ts";
import type { RowDetail } from "../../../blocks/row-drawer/row-detail.ts";
import { RowDrawer } from "../../../blocks/row-drawer/row-drawer.tsx";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { useAuth } from "../../../lib/auth/use-auth.ts";
import { read } from "../../../lib/queries.ts";
import { NarrowedChip } from "./narrowed-chip.tsx";
import classes from "./row-list.module.css";
import { noParams, type RowParams, readRowParams, writeSort } from "./row-params.ts";
import { useRows } from "./use-rows.ts";

/** What the rows are read with: the same as the figures above them. */
export type RowListProps = {
  report: Pick<ReportDefinition, "rows">;
  filters: MetricQuery["filters"];
  time: NonNullable<MetricQueryInput["time"]>;
  /** Which of a row's days must lie in that time, where the figures count another than the usual one. */
  basis?: MetricQuery["basis"];
  /** The parameters `rows`, `sort`, `q` and `row` of the address. */
  params: RowParams;
  onParams: (next: RowParams) => void;
  layout: TableLayout;
  onLayout: (next: TableLayout) => void;
  /** Set when the filters are those of one mark of a chart; its metric need not be one that the report lists. */
  narrowed?: { label: string; metric?: string; onClear: () => void } | undefined;
  actions?: ReactNode;
  /** Draws where a row happened. */
  map?: (place: NonNullable<RowDetail["place"]>) => ReactNode;
};

/** The rows behind a report's figures, and the drawer of one of them. */
export function RowList(props: RowListProps) {
  const { report, filters, time, basis, params, onParams, layout, onLayout, narrowed, map } = props;
  const formats = useAuth().user ?? ownFormats;
  const { metric, sort, search, row } = readRowParams(params, report.rows, narrowed?.metric);
  const question = { metric, filters, time, ...(basis && { basis }), ...(search && { search }) };
  const questionKey = JSON.stringify(question);
  const rows = useRows(question, sort);
  const [chosen, setChosen] = useState({ questionKey, value: nothingSelected });
  const opened = useQuery({ ...read("getMetricRow", { metric, key: row ?? "" }), enabled: row !== null });
  const label = report.rows.find((one) => one.metric === metric)?.label ?? "Rows";

  return (
    <section className={classes.rows} aria-labelledby="report-rows">
      <div className={classes.header}>
        <h2 id="report-rows" className={classes.title}>
          Rows
        </h2>
        {report.rows.length > 1 && !narrowed?.metric && (
          <NativeSelect
            size="xs"
            aria-label="Which rows"
            value={metric}
            data={report.rows.map((one) => ({ value: one.metric, label: one.label }))}
            onChange={({ currentTarget }) => onParams({ ...noParams, rows: currentTarget.value })}
          />
        )}
        {narrowed && <NarrowedChip label={narrowed.label} onClear={narrowed.onClear} />}
      </div>
      <DataTable
        name={label}
        {...rows}
        state={{ sort, search }}
        onState={(next) =>
          onParams({ ...params, sort: writeSort(next.sort), q: next.search || undefined, row: undefined })
        }
        layout={layout}
        onLayout={onLayout}
        rowKey={({ key }) => String(key)}
        onOpen={({ key }) => onParams({ ...params, row: String(key) })}
        selection={{
          // Rows that were chosen under another question are not among these.
          value: chosen.questionKey === questionKey ? chosen.value : nothingSelected,
          onChange: (value) => setChosen({ questionKey, value }),
        }}
        actions={props.actions}
        formats={formats}
        empty={<NoRows search={search} onClear={() => onParams({ ...params, q: undefined })} />}
      />
      {row !== null && (
        <RowDrawer
          detail={opened.data ?? null}
          error={opened.error}
          onRetry={() => void opened.refetch()}
          onClose={() => onParams({ ...params, row: undefined })}
          formats={formats}
          map={opened.data?.place && map?.(opened.data.place)}
        />
      )}
    </section>
  );
}

function NoRows({ search, onClear }: { search: string; onClear: () => void }) {
  if (!search) {
    return (
      <EmptyState
        title="No rows"
        message="Nothing happened in this period under these filters. Choose a longer period or fewer filters."
        actions={null}
      />
    );
  }
  return (
    <EmptyState
      title="No rows match"
      message={`Nothing in these rows holds “${search}”.`}
      actions={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
