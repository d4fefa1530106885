import type { LedgerAccount, RouteOutput, Routes } from "@console/contracts";
import { formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { EntryLink } from "./cod/entry-link.tsx";
import classes from "./ledger.module.css";
import { TextCell } from "./text-cell.tsx";

const tableFrom = 760;
type Line = RouteOutput<Routes["listBankOutstanding"]>["items"][number];

/** Lines of the book since the first file that no line of the bank is matched with. */
export function BankOutstanding({ account }: { account: LedgerAccount }) {
  const formats = useFormats();
  const pages = usePages("listBankOutstanding", { account: account.id, isExpected: "true" });
  const columns: RecordColumn<Line>[] = [
    { label: "Day", cell: ({ postingDay }) => formatDate(postingDay, formats) },
    { label: "Age", isNumeric: true, cell: ({ ageDays }) => formatCounted(ageDays, "day", formats) },
    { label: "Entry", cell: ({ entry, number }) => <EntryLink entry={{ id: entry, number }} /> },
    { label: "Text", cell: (line) => <TextCell text={line.text} reference={line.reference} /> },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ amountMinor, currency }) => `${formatMoney(amountMinor, currency, formats)} ${currency}`,
    },
  ];
  return (
    <RecordTable
      name="Not on the bank yet"
      columns={columns}
      rowKey={({ entry, line }) => `${entry} ${line}`}
      tableFrom={tableFrom}
      empty={<p className={classes.quiet}>The bank has every line of the book.</p>}
      pages={pages}
    />
  );
}
