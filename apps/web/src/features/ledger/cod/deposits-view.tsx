import type { CashDeposit } from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "../ledger.module.css";
import { nameAccount } from "../use-accounts.ts";
import { flowStates } from "./cod-words.ts";
import { DepositForm } from "./deposit-form.tsx";
import { listFlowColumns } from "./flow-columns.tsx";
import { FlowView, usePageNumber } from "./flow-view.tsx";

const tableFrom = 1000;

/** What was brought to the bank, and a way to book more. */
export function DepositsView() {
  const { page } = usePageNumber();
  const deposits = useQuery({ ...read("listDeposits", { page }), placeholderData: keepPreviousData });
  return (
    <FlowView
      act="Deposit cash"
      form={(close) => <DepositForm onClose={close} />}
      name="Pages of deposits"
      pages={deposits.data?.pages}
    >
      <DepositTable pages={wholeList(deposits.data?.items, deposits)} empty="Nothing was deposited yet." />
    </FlowView>
  );
}

type TableProps = { pages: Parameters<typeof RecordTable<CashDeposit>>[0]["pages"]; empty: string };

/** Deposits with the hand-ins that their cash came from. */
export function DepositTable({ pages, empty }: TableProps) {
  const formats = useFormats();
  const columns: RecordColumn<CashDeposit>[] = [
    ...listFlowColumns<CashDeposit>(formats),
    { label: "To", cell: ({ bank }) => nameAccount(bank) },
    { label: "Reference", cell: ({ reference }) => <bdi>{reference ?? ""}</bdi> },
    {
      label: "Cash of",
      cell: ({ parts, currency }) =>
        parts.length === 0
          ? "The safe"
          : parts.map((part) => (
              <span key={part.handIn} className={classes.amount}>
                <bdi>{part.driver}</bdi>
                {` ${formatMoney(part.amountMinor, currency, formats)}`}
              </span>
            )),
    },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ amountMinor, currency }) => `${formatMoney(amountMinor, currency, formats)} ${currency}`,
    },
    {
      label: "State",
      cell: ({ state, isBanked }) => (isBanked ? "✓ Matched with the bank" : flowStates[state]),
    },
  ];
  return (
    <RecordTable
      name="Deposits"
      columns={columns}
      rowKey={({ id }) => id}
      tableFrom={tableFrom}
      empty={<p className={classes.quiet}>{empty}</p>}
      pages={pages}
    />
  );
}
