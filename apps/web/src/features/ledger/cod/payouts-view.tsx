import "@mantine/core/styles/Input.css";
import type { CodPayout, RouteOutput, Routes } from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "../ledger.module.css";
import { Pager } from "../pager.tsx";
import { useLedgerRights } from "../use-ledger-rights.ts";
import { flowStates } from "./cod-words.ts";
import { listFlowColumns } from "./flow-columns.tsx";
import { usePageNumber } from "./flow-view.tsx";
import { PayoutDrawer } from "./payout-drawer.tsx";
import { PayoutForm } from "./payout-form.tsx";

const tableFrom = 1000;
const kinds = { customer: "Merchants", driver: "Drivers" } as const;
type Kind = keyof typeof kinds;
type Payable = RouteOutput<Routes["listPayable"]>["items"][number];

/** Whom money is owed to, and what was paid. */
export function PayoutsView() {
  const [kind, setKind] = useState<Kind>("customer");
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <NativeSelect
          size="xs"
          label="Owed to"
          value={kind}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        />
      </div>
      <PayableTable kind={kind} />
      <Payouts kind={kind} />
    </div>
  );
}

function PayableTable({ kind }: { kind: Kind }) {
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const payable = useQuery(read("listPayable", { kind }));
  const [paid, setPaid] = useState<Payable | null>(null);
  const columns: RecordColumn<Payable>[] = [
    { label: kind === "customer" ? "Merchant" : "Driver", cell: ({ party }) => <bdi>{party}</bdi> },
    { label: "Open lines", isNumeric: true, cell: ({ lines }) => lines },
    {
      label: "Owed",
      isNumeric: true,
      cell: ({ owedMinor, currency }) => `${formatMoney(owedMinor, currency, formats)} ${currency}`,
    },
    ...(canPost
      ? [
          {
            label: "Pay out",
            cell: (row: Payable) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Pay out to ${row.party}`}
                onClick={() => setPaid(row)}
              >
                Pay out
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <section className={classes.stack} aria-label="What is owed">
      <h2 className={classes.heading}>What is owed, after fees and tax</h2>
      <RecordTable
        name="What is owed"
        columns={columns}
        rowKey={({ party, currency }) => `${party} ${currency}`}
        empty={<p className={classes.quiet}>Nothing is open.</p>}
        pages={wholeList(payable.data?.items, payable)}
      />
      {paid && <PayoutForm kind={kind} party={paid.party} currency={paid.currency} onClose={() => setPaid(null)} />}
    </section>
  );
}

function Payouts({ kind }: { kind: Kind }) {
  const { page, goToPage } = usePageNumber();
  const formats = useFormats();
  const [shown, setShown] = useState<CodPayout | null>(null);
  const payouts = useQuery({ ...read("listPayouts", { page, kind }), placeholderData: keepPreviousData });
  const columns: RecordColumn<CodPayout>[] = [
    ...listFlowColumns<CodPayout>(formats),
    { label: "To", cell: ({ party }) => <bdi>{party}</bdi> },
    { label: "Reference", cell: ({ reference }) => <bdi>{reference ?? ""}</bdi> },
    {
      label: "Lines",
      isNumeric: true,
      cell: (row) => (
        <button
          type="button"
          className={classes.link}
          aria-label={`Lines of the payout to ${row.party}, entry ${row.entry.number}`}
          onClick={() => setShown(row)}
        >
          {row.lines}
        </button>
      ),
    },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ amountMinor, currency }) => `${formatMoney(amountMinor, currency, formats)} ${currency}`,
    },
    { label: "State", cell: ({ state }) => flowStates[state] },
  ];
  return (
    <section className={classes.stack} aria-label="Payouts">
      <h2 className={classes.heading}>Payouts</h2>
      <RecordTable
        name="Payouts"
        columns={columns}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>Nothing was paid yet.</p>}
        pages={wholeList(payouts.data?.items, payouts)}
      />
      {payouts.data && <Pager name="Pages of payouts" page={page} pages={payouts.data.pages} onPage={goToPage} />}
      {shown && <PayoutDrawer payout={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
