import type { ConnectionDetail, RouteOutput, Routes, SourceCheck } from "@console/contracts";
import { type FormatChoices, formatCell } from "@console/figures/format";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { mergeSourceSearch } from "../../../blocks/connection/use-source-address.ts";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { StaleNote } from "../../../blocks/states/stale-note.tsx";
import { read } from "../../../lib/queries.ts";
import { changeWords, foundWords } from "./check-words.ts";
import classes from "./checks.module.css";

type Props = {
  connection: Pick<ConnectionDetail, "id" | "tenantId">;
  check: SourceCheck;
  formats: FormatChoices;
};
type Examples = RouteOutput<Routes["listCheckExamples"]>;
type Row = { key: number; cells: Examples["items"][number] };

const numeric: ReadonlySet<string> = new Set(["quantity", "money", "number"]);

/** Rows that a check finds now, with the fields that explain it. */
export function CheckExamples({ connection: { id, tenantId }, check, formats }: Props) {
  const examples = useQuery(read("listCheckExamples", { tenantId, connection: id, check: check.id }));
  const { data, error, isFetching, refetch } = examples;
  const { columns = [], currency = "USD", hasMore = false } = data ?? {};
  const isMixed = columns.some(({ id: cell }) => cell === "currency");
  const rows = data?.items.map((cells, key): Row => ({ key, cells }));
  return (
    <>
      <div className={classes.head}>
        <Link to="." search={mergeSourceSearch({ check: undefined })} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
          All checks
        </Link>
        <h3 className={classes.title}>{check.name}</h3>
        <p className={classes.quiet}>{check.words}</p>
        {check.found !== null && (
          <p className={classes.quiet}>
            The last check found {foundWords(check, formats)} {changeWords(check, formats)}.
          </p>
        )}
      </div>
      <RecordTable<Row>
        name={`Rows of ${check.name}`}
        pages={wholeList(rows, examples)}
        rowKey={({ key }) => String(key)}
        empty={<p className={classes.quiet}>This check finds nothing now.</p>}
        columns={columns.map(({ id: cell, label, format }) => ({
          label: format === "money" && !isMixed ? `${label} (${currency})` : label,
          isNumeric: numeric.has(format),
          cell: ({ cells }) =>
            formatCell(cells[cell], format, { currency: String(cells.currency ?? currency), formats }),
        }))}
      />
      {hasMore && <p className={classes.rule}>These are the first {rows?.length} of them.</p>}
      {data && error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The rows could not be refreshed. These were found before.
        </StaleNote>
      )}
    </>
  );
}
