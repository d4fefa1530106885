import type { LedgerArrival } from "@console/contracts";
import { formatDate } from "@console/figures/format";
import { Button } from "@mantine/core";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./ledger.module.css";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 900;

/** Entries of sources that are not in the book, with the reason, and a way to try them again. */
export function WaitingView() {
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const pages = usePages("listLedgerArrivals", {});
  const retry = useWrite("retryLedgerArrivals");
  const again = (addsAccounts: boolean) =>
    retry.mutate(
      { addsAccounts },
      {
        onSuccess: ({ taken, waiting, isDone }) =>
          showToast({ title: "Tried again", message: sayOutcome({ taken, waiting, isDone }), type: "success" }),
        onError: (failure) => showFailure("Not tried", failure),
      },
    );
  const columns: RecordColumn<LedgerArrival>[] = [
    { label: "Source", cell: ({ source }) => source.name },
    { label: "Entry", cell: ({ entryKey }) => <span dir="auto">{entryKey}</span> },
    { label: "Day", cell: ({ day }) => formatDate(day, formats) },
    { label: "Reason", cell: ({ problem }) => problem },
    { label: "Since", cell: ({ since }) => formatDate(since.slice(0, 10), formats) },
    { label: "Postings", isNumeric: true, cell: ({ postings }) => postings },
  ];
  const { entries = 0, postings = 0 } = pages.first ?? {};
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>
        {entries === 0
          ? "Postings of sources become entries as they arrive."
          : `${countEntries(entries)} with ${postings} ${postings === 1 ? "posting" : "postings"} ${entries === 1 ? "is" : "are"} not in the book. Figures count what is in the book alone.`}
      </p>
      {canPost && entries > 0 && (
        <div className={classes.actions}>
          <Button size="xs" loading={retry.isPending} onClick={() => again(false)}>
            Try again
          </Button>
          <Button size="xs" variant="default" loading={retry.isPending} onClick={() => again(true)}>
            Add missing accounts and try again
          </Button>
        </div>
      )}
      <RecordTable
        name="Entries that are not in the book"
        columns={columns}
        rowKey={({ source, entryKey, day }) => `${source.id} ${entryKey} ${day}`}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>Every entry of your sources is in the book.</p>}
        pages={pages}
      />
    </div>
  );
}

const countEntries = (count: number) => (count === 1 ? "1 entry" : `${count} entries`);

function sayOutcome({ taken, waiting, isDone }: { taken: number; waiting: number; isDone: boolean }): string {
  if (!isDone) return `${countEntries(taken)} taken into the book. The others are tried in the background.`;
  if (waiting === 0) return `${countEntries(taken)} taken into the book.`;
  return `${countEntries(taken)} taken into the book, ${waiting} still waiting.`;
}
