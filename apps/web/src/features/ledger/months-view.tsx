import "@mantine/core/styles/Input.css";
import type { LedgerPeriod, RouteOutput, Routes } from "@console/contracts";
import { countCurrencyDigits } from "@console/figures/currency";
import { formatCounted, formatInstant, formatMoney, formatMonth, formatNumber } from "@console/figures/format";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { callApi } from "../../lib/api.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { readAmount } from "./amounts.ts";
import { BankDetails } from "./bank-details.tsx";
import classes from "./ledger.module.css";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 900;

/** Which months are open, from which amount on an entry takes a second person, and whether the book is as it was written. */
export function MonthsView() {
  return (
    <div className={classes.stack}>
      <Months />
      <ApprovalLimit />
      <BankDetails />
      <Verification />
    </div>
  );
}

function Months() {
  const formats = useFormats();
  const { canClose } = useLedgerRights();
  const months = useQuery(read("listLedgerPeriods", {}));
  const columns: RecordColumn<LedgerPeriod>[] = [
    { label: "Month", cell: ({ month }) => formatMonth(`${month}-01`, formats) },
    { label: "State", cell: (period) => sayState(period) },
    { label: "Entries", isNumeric: true, cell: ({ entries }) => formatNumber(entries, formats) },
    { label: "Pending", isNumeric: true, cell: ({ pending }) => formatNumber(pending, formats) },
    ...(canClose ? [{ label: "Close or reopen", cell: (period: LedgerPeriod) => <PeriodActs period={period} /> }] : []),
  ];
  return (
    <section className={classes.stack} aria-label="Months">
      <p className={classes.quiet}>
        A closed month takes no entries. One person asks to close or reopen it, another one agrees. What comes late
        counts in the open month and keeps its value day.
      </p>
      <RecordTable
        name="Months of the book"
        columns={columns}
        rowKey={({ month }) => month}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>Months appear here with their first entry.</p>}
        pages={wholeList(months.data?.items, months)}
      />
    </section>
  );
}

function sayState({ state, askedBy, decidedBy }: LedgerPeriod): string {
  if (state === "closing") return `Open. ${askedBy ?? "Someone"} asks to close it`;
  if (state === "reopening") return `Closed. ${askedBy ?? "Someone"} asks to reopen it`;
  if (state === "closed") return decidedBy === null ? "Closed" : `Closed by ${decidedBy}`;
  return "Open";
}

function PeriodActs({ period }: { period: LedgerPeriod }) {
  const { month, state, isAskedByOneself } = period;
  const close = useWrite("closeLedgerPeriod");
  const reopen = useWrite("reopenLedgerPeriod");
  const isBusy = close.isPending || reopen.isPending;
  const act = (write: typeof close | typeof reopen) => () =>
    write.mutate({ period: month }, { onError: (failure) => showFailure("Not changed", failure) });
  const button = (label: string, write: typeof close | typeof reopen) => (
    <Button
      key={label}
      size="compact-xs"
      variant="default"
      loading={isBusy}
      aria-label={`${label}: ${month}`}
      onClick={act(write)}
    >
      {label}
    </Button>
  );
  if (state === "open") return button("Ask to close", close);
  if (state === "closed") return button("Ask to reopen", reopen);
  const [agree, refuse] = state === "closing" ? [close, reopen] : [reopen, close];
  const agreeLabel = state === "closing" ? "Close" : "Reopen";
  return (
    <div className={classes.actions}>
      {!isAskedByOneself && button(agreeLabel, agree)}
      {button(isAskedByOneself ? "Withdraw" : "Refuse", refuse)}
    </div>
  );
}

function ApprovalLimit() {
  const { canManage } = useLedgerRights();
  const formats = useFormats();
  const { data } = useQuery(read("getLedgerSettings", {}));
  const [typed, setTyped] = useState<string | null>(null);
  const save = useWrite("changeLedgerSettings");
  if (!data) return null;
  const { approvalMinor, currency } = data;
  const stored = approvalMinor === null ? "" : String(approvalMinor / 10 ** countCurrencyDigits(currency));
  if (!canManage) {
    return (
      <p className={classes.quiet}>
        {approvalMinor === null
          ? "No entry takes a second person."
          : `From ${formatMoney(approvalMinor, currency, formats)} ${currency} on, an entry takes a second person.`}
      </p>
    );
  }
  const text = typed ?? stored;
  const amount = text.trim() === "" ? null : readAmount(text, currency);
  const isWrong = text.trim() !== "" && (amount === null || amount === 0);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWrong) return;
    save.mutate(
      { approvalMinor: amount },
      {
        onSuccess: () => {
          setTyped(null);
          showToast({ type: "success", title: "Saved", message: "The limit holds from the next entry on." });
        },
        onError: (failure) => showFailure("Not saved", failure),
      },
    );
  };
  return (
    <form className={classes.actions} onSubmit={send} aria-label="Approval limit">
      <TextInput
        size="xs"
        label={`Second person from, in ${currency}`}
        description="Empty for none."
        inputMode="decimal"
        value={text}
        error={isWrong ? "Give an amount such as 10,000." : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={save.isPending} disabled={text === stored}>
        Save limit
      </Button>
    </form>
  );
}

type Verdict = RouteOutput<Routes["verifyLedger"]>;

/** Walks the whole book for the tenant's own people. */
function Verification() {
  const formats = useFormats();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [isChecking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    try {
      setVerdict(await callApi("verifyLedger", {}));
    } catch (failure) {
      showFailure("Not checked", failure);
    } finally {
      setChecking(false);
    }
  };
  return (
    <section className={classes.stack} aria-label="Verification">
      <p className={classes.quiet}>
        Each entry is chained to the one before it, and every night the chain is sealed outside the database. A changed,
        removed or added entry is found and named.
      </p>
      <div className={classes.actions}>
        <Button size="xs" variant="default" loading={isChecking} onClick={() => void check()}>
          Verify the book
        </Button>
      </div>
      <div role="status">
        {verdict && verdict.problems.length === 0 && (
          <p className={classes.quiet}>
            {`✓ ${formatCounted(verdict.entries, "record", formats)} and ${formatCounted(verdict.lines, "line", formats)} are as they were written. ${
              verdict.sealedAt === null
                ? "The first seal is made tonight."
                : `Last sealed ${formatInstant(verdict.sealedAt, formats)}.`
            }`}
          </p>
        )}
        {verdict && verdict.problems.length > 0 && (
          <ul className={classes.problem}>
            {verdict.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
