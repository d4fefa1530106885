import type { RouteInput, Routes, StatementMonth } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { formatCounted, formatMonth } from "@console/figures/format";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { writeBalance, writeSide } from "./amounts.ts";
import classes from "./ledger.module.css";
import { useLedgerAddress } from "./use-ledger-address.ts";

const tableFrom = 700;
/** So many months are shown at once; the others on demand. */
const monthsAtFirst = 3;

/** The months of a statement, the newest first, each with opening + debits − credits = closing. */
export function StatementMonths({ question }: { question: RouteInput<Routes["getLedgerStatementMonths"]> }) {
  const { go } = useLedgerAddress();
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const months = useQuery({ ...read("getLedgerStatementMonths", question), placeholderData: keepPreviousData });
  const { items = [], earlier = 0, currency = "" } = months.data ?? {};
  const newest = [...items].reverse();
  const columns: RecordColumn<StatementMonth>[] = [
    {
      label: "Month",
      cell: ({ month, from, to }) => (
        <button
          type="button"
          className={classes.link}
          onClick={() => go({ from, to: addDays(to, -1), page: undefined })}
        >
          {formatMonth(`${month}-01`, formats)}
        </button>
      ),
    },
    {
      label: "Opening",
      isNumeric: true,
      cell: ({ openingMinor }) => writeBalance(openingMinor, currency, formats),
    },
    { label: "Debits", isNumeric: true, cell: ({ debitMinor }) => writeSide(debitMinor, currency, formats) },
    { label: "Credits", isNumeric: true, cell: ({ creditMinor }) => writeSide(creditMinor, currency, formats) },
    {
      label: "Closing",
      isNumeric: true,
      cell: ({ closingMinor }) => writeBalance(closingMinor, currency, formats),
    },
  ];
  if (months.data && items.length === 0) return null;
  return (
    <section className={classes.stack} aria-label="Months of the statement">
      <h2 className={classes.heading}>Months</h2>
      <RecordTable
        name="Balances by month"
        columns={columns}
        rowKey={({ month }) => month}
        tableFrom={tableFrom}
        empty={null}
        pages={wholeList(isWhole ? newest : newest.slice(0, monthsAtFirst), months)}
      />
      {(items.length > monthsAtFirst || earlier > 0) && (
        <div className={classes.pages}>
          {items.length > monthsAtFirst && (
            <Button size="xs" variant="default" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? `Show ${monthsAtFirst} months` : `Show ${items.length} months`}
            </Button>
          )}
          {earlier > 0 && (
            <p
              className={classes.quiet}
            >{`${formatCounted(earlier, "earlier month", formats)} not listed. Choose a day under “To” to see more.`}</p>
          )}
        </div>
      )}
    </section>
  );
}
