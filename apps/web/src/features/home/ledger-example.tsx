import { formatMoney } from "@console/figures/format";
import { type PlainColumn, PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import classes from "./ledger-example.module.css";
import { ledgerBalances, ledgerLines } from "./sample-teams.ts";

type Line = { text: string; minorUnits: number | null; balance: number };

const currency = "AED";
const amount = (minorUnits: number) => formatMoney(minorUnits, currency);

const columns: readonly PlainColumn<Line>[] = [
  { id: "text", label: "Entry", isHeader: true, cell: ({ text }) => text },
  { id: "amount", label: currency, cell: ({ minorUnits }) => minorUnits !== null && amount(minorUnits) },
  { id: "balance", label: "Balance", cell: ({ balance }) => amount(balance) },
];
const opening: Line = { text: "Opening balance", minorUnits: null, balance: ledgerBalances.opening };
const closing: Line = { text: "Still owed", minorUnits: null, balance: ledgerBalances.closing };

/** A few lines of an account, with the balance that each leaves. */
export function LedgerExample() {
  return (
    <PlainTable
      className={classes.table}
      columns={columns}
      rows={[opening, ...ledgerLines]}
      rowKey={({ text }) => text}
      foot={closing}
    />
  );
}
