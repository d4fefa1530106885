import "@mantine/core/styles/Input.css";
import type { ReportDefinition } from "@console/contracts";
import { NativeSelect } from "@mantine/core";
import { writeSort } from "../data-table/sort-text.ts";
import { RowDrawer } from "../row-drawer/row-drawer.tsx";
import classes from "./row-list.module.css";
import { noParams, type RowParams, readRowParams } from "./row-params.ts";
import { RowTable } from "./row-table.tsx";
import { useOpenedRow } from "./use-opened-row.tsx";
import { type RowsQuestion, useRows } from "./use-rows.ts";

/** What the rows are read with: the same as the figures above them. */
export type RowListProps = Pick<RowsQuestion, "filters" | "time" | "basis"> & {
  report: Pick<ReportDefinition, "rows">;
  /** The parameters `rows`, `sort`, `q` and `row` of the address. */
  params: RowParams;
  onParams: (next: RowParams) => void;
};

/** All rows that a report lists, and the drawer of one of them. */
export function RowList({ report, filters, time, basis, params, onParams }: RowListProps) {
  const { metric, sort, search, row } = readRowParams(params, report.rows);
  const question = { metric, filters, time, ...(basis && { basis }), ...(search && { search }) };
  const rows = useRows(question, sort);
  const opened = useOpenedRow(metric, row, () => onParams({ ...params, row: undefined }));
  const label = report.rows.find((one) => one.metric === metric)?.label ?? "Rows";

  return (
    <section className={classes.rows} aria-labelledby="report-rows">
      <div className={classes.header}>
        <h2 id="report-rows" className={classes.title}>
          Rows
        </h2>
        {report.rows.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Which rows"
            value={metric}
            data={report.rows.map((one) => ({ value: one.metric, label: one.label }))}
            onChange={({ currentTarget }) => onParams({ ...noParams, rows: currentTarget.value })}
          />
        )}
      </div>
      <RowTable
        name={label}
        question={question}
        rows={rows}
        state={{ sort, search }}
        onState={(next) =>
          onParams({ ...params, sort: writeSort(next.sort), q: next.search || undefined, row: undefined })
        }
        onOpen={(key) => onParams({ ...params, row: key })}
      />
      {opened && <RowDrawer {...opened} />}
    </section>
  );
}
