import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { LedgerAccount, PayoutLine } from "@console/contracts";
import { formatDate, formatMoney } from "@console/figures/format";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { SideDrawer } from "../../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { FormProblem } from "../form-problem.tsx";
import classes from "../ledger.module.css";
import { nameAccount, useAccounts } from "../use-accounts.ts";

type Props = { kind: "customer" | "driver"; party: string; currency: string; onClose: () => void };
const nameLine = ({ entry, line }: PayoutLine) => `${entry} ${line}`;

/** Pays the open lines of a merchant or a driver, all of them unless some are left out. */
export function PayoutForm({ kind, party, currency, onClose }: Props) {
  const open = useQuery(read("listPayableLines", { kind, party, currency }));
  const accounts = useAccounts();
  const failed = open.error ?? accounts.error;
  return (
    <SideDrawer title={`Payout to ${party}`} closeLabel="Close the form" width={820} onClose={onClose}>
      {failed && (
        <ReadProblem
          heading="h3"
          title="Open lines could not be loaded"
          error={failed}
          onRetry={() => void Promise.all([open.refetch(), accounts.refetch()])}
        />
      )}
      {!failed && !(open.data && accounts.data) && <Skeleton label="Loading open lines" lines={[60, 90, 80]} />}
      {open.data && accounts.data && (
        <Form
          kind={kind}
          party={party}
          currency={currency}
          lines={open.data.items}
          total={open.data.total}
          accounts={accounts.data}
          onClose={onClose}
        />
      )}
    </SideDrawer>
  );
}

type FormProps = Props & { lines: readonly PayoutLine[]; total: number; accounts: readonly LedgerAccount[] };

function Form({ kind, party, currency, lines, total, accounts, onClose }: FormProps) {
  const formats = useFormats();
  const [key] = useState(() => `form-${crypto.randomUUID()}`);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [bank, setBank] = useState("");
  const [reference, setReference] = useState("");
  const pay = useWrite("addPayout");
  const money = (minor: number) => formatMoney(minor, currency, formats);
  const chosen = lines.filter((line) => !left.has(nameLine(line)));
  const sumSide = (side: (minor: number) => boolean) =>
    chosen.reduce((sum, { openMinor }) => sum + (side(openMinor) ? -openMinor : 0), 0);
  const gross = sumSide((minor) => minor < 0);
  const deductions = sumSide((minor) => minor > 0);
  const banks = accounts.filter((account) => account.isOpen && account.purpose === "bank");
  const columns: RecordColumn<PayoutLine>[] = [
    {
      label: "Pay",
      cell: (line) => (
        <Checkbox
          aria-label={`Pay line ${line.line} of entry ${line.number}`}
          checked={!left.has(nameLine(line))}
          onChange={() =>
            setLeft((now) => {
              const next = new Set(now);
              if (!next.delete(nameLine(line))) next.add(nameLine(line));
              return next;
            })
          }
        />
      ),
    },
    { label: "Day", cell: ({ valueDay }) => formatDate(valueDay, formats) },
    { label: "Entry", isNumeric: true, cell: ({ number }) => number },
    { label: "Text", cell: ({ text }) => <bdi>{text}</bdi> },
    { label: "Reference", cell: (line) => <bdi>{line.reference ?? ""}</bdi> },
    { label: `Amount ${currency}`, isNumeric: true, cell: ({ openMinor }) => money(-openMinor) },
  ];
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    pay.mutate(
      {
        key,
        kind,
        party,
        currency,
        ...(bank !== "" && { bank }),
        reference: reference.trim() === "" ? null : reference,
        lines: chosen.map(({ entry, line }) => ({ entry, line })),
      },
      {
        onSuccess: (made) => {
          showToast({
            type: "success",
            title: made.state === "pending" ? "Waits for a second person" : "Paid out",
            message: `${money(made.amountMinor)} ${currency} to ${party}`,
          });
          onClose();
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={send}>
      {total > lines.length && (
        <p className={classes.quiet}>{`The oldest ${lines.length} of ${total} open lines are paid at once.`}</p>
      )}
      <RecordTable
        name="Open lines"
        columns={columns}
        rowKey={nameLine}
        empty={<p className={classes.quiet}>Nothing is open.</p>}
        pages={wholeList(lines, { isPending: false, error: null, refetch: () => {} })}
      />
      <dl className={classes.proof} aria-label="The payout">
        <div>
          <dt>{`Collected or earned, ${currency}`}</dt>
          <dd>{money(gross)}</dd>
        </div>
        <div>
          <dt>{`Fees, tax and others, ${currency}`}</dt>
          <dd>{money(deductions)}</dd>
        </div>
        <div>
          <dt>{`Pays, ${currency}`}</dt>
          <dd>{money(gross + deductions)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        {banks.length > 1 && (
          <NativeSelect
            label="From"
            value={bank}
            data={[
              { value: "", label: "The usual bank" },
              ...banks.map((account) => ({ value: account.id, label: nameAccount(account) })),
            ]}
            onChange={(event) => setBank(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Reference"
          description="Of the transfer."
          maxLength={120}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </div>
      <FormProblem error={pay.error} />
      <div className={classes.actions}>
        <Button type="submit" loading={pay.isPending} disabled={chosen.length === 0 || gross + deductions <= 0}>
          Pay out
        </Button>
      </div>
    </form>
  );
}
