import type { AgeingLine, RouteInput, Routes } from "@console/contracts";
import { formatDate, formatMoney, formatNumber } from "@console/figures/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { EntryLink } from "./cod/entry-link.tsx";
import classes from "./ledger.module.css";
import { nameBucket } from "./ledger-words.ts";
import { Pager } from "./pager.tsx";
import { TextCell } from "./text-cell.tsx";
import { nameAccount } from "./use-accounts.ts";

const tableFrom = 860;
type Question = Omit<RouteInput<Routes["getLedgerAgeingLines"]>, "page" | "limit">;

/** The lines behind one figure of the ageing; their sum is the figure. */
export function AgeingLines({ question, onClose }: { question: Question; onClose: () => void }) {
  const formats = useFormats();
  const [page, setPage] = useState(1);
  const lines = useQuery({ ...read("getLedgerAgeingLines", { ...question, page }), placeholderData: keepPreviousData });
  const { currency, bucket, party } = question;
  const money = (minor: number, of: string) => `${formatMoney(minor, of, formats)} ${of}`;
  const columns: RecordColumn<AgeingLine>[] = [
    {
      label: "Due",
      cell: ({ dueDay, postingDay }) => (
        <>
          {dueDay === null ? "No due day" : formatDate(dueDay, formats)}
          <span className={classes.below}>{`Posted ${formatDate(postingDay, formats)}`}</span>
        </>
      ),
    },
    { label: "Entry", cell: ({ entry, number }) => <EntryLink entry={{ id: entry, number }} /> },
    { label: "Text", cell: (line) => <TextCell text={line.text} reference={line.reference} /> },
    { label: "Account", cell: ({ account }) => nameAccount(account) },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ amountMinor, original }) => (
        <>
          {money(amountMinor, currency)}
          {original !== null && <span className={classes.below}>{money(original.amountMinor, original.currency)}</span>}
        </>
      ),
    },
  ];
  return (
    <SideDrawer
      title={<bdi>{party ?? "Without a name"}</bdi>}
      about={<p className={classes.quiet}>{nameBucket(bucket)}</p>}
      closeLabel="Close the lines"
      width={860}
      onClose={onClose}
    >
      <div className={classes.stack}>
        {lines.data && (
          <dl className={classes.proof}>
            <div>
              <dt>{`Open at the end of ${formatDate(lines.data.asOf, formats)}`}</dt>
              <dd>{money(lines.data.totalMinor, currency)}</dd>
            </div>
            <div>
              <dt>Lines</dt>
              <dd>{formatNumber(lines.data.lines, formats)}</dd>
            </div>
          </dl>
        )}
        <RecordTable
          name="Lines behind the amount"
          columns={columns}
          rowKey={({ entry, line }) => `${entry} ${line}`}
          tableFrom={tableFrom}
          empty={<p className={classes.quiet}>Nothing is open here.</p>}
          pages={wholeList(lines.data?.items, lines)}
        />
        {lines.data && <Pager name="Pages of lines" page={lines.data.page} pages={lines.data.pages} onPage={setPage} />}
      </div>
    </SideDrawer>
  );
}
