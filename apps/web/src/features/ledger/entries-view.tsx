import "@mantine/core/styles/Input.css";
import type { LedgerEntryHead } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { formatDate, formatMoney } from "@console/figures/format";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { DayField } from "./day-field.tsx";
import { EntryForm } from "./entry-form.tsx";
import classes from "./ledger.module.css";
import { afresh, entryStates } from "./ledger-words.ts";
import { type LedgerQuery, useLedgerAddress } from "./use-ledger-address.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 1000;

/** All entries of the book, the newest first, and a way to post one. */
export function EntriesView() {
  const { query, go } = useLedgerAddress();
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const [isPosting, setPosting] = useState(false);
  const [typed, setTyped] = useState(query.q ?? "");
  const search = useDebouncedCallback((q: string) => go({ q: q.trim() || undefined }, { isReplaced: true }), 300);
  const pages = usePages("listLedgerEntries", {
    ...(query.q !== undefined && { q: query.q }),
    ...(query.state !== undefined && { state: query.state }),
    ...(query.from !== undefined && { from: query.from }),
    ...(query.to !== undefined && { to: addDays(query.to, 1) }),
  });
  const isFiltered = Boolean(query.q || query.state || query.from || query.to);
  const columns: RecordColumn<LedgerEntryHead>[] = [
    {
      label: "Entry",
      cell: (entry) => (
        <button type="button" className={classes.link} onClick={() => go({ entry: entry.id })}>
          {entry.number}
        </button>
      ),
    },
    { label: "Day", cell: (entry) => formatDate(entry.postingDay, formats) },
    { label: "Text", cell: (entry) => <EntryText entry={entry} /> },
    { label: "State", cell: (entry) => sayState(entry) },
    { label: "Made by", cell: (entry) => entry.createdBy ?? entry.source },
    {
      label: "Amount",
      isNumeric: true,
      cell: (entry) =>
        entry.amounts.map(({ currency, amountMinor }) => (
          <span
            key={currency}
            className={classes.amount}
          >{`${formatMoney(amountMinor, currency, formats)} ${currency}`}</span>
        )),
    },
  ];
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <TextInput
          size="xs"
          label="Search"
          placeholder="Text, reference, key or number"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
        <NativeSelect
          size="xs"
          label="State"
          value={query.state ?? ""}
          data={[
            { value: "", label: "All states" },
            ...Object.entries(entryStates).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => go({ state: (event.currentTarget.value || undefined) as LedgerQuery["state"] })}
        />
        <DayField label="From" value={query.from} onChange={(from) => go({ from })} />
        <DayField label="To" first={query.from} value={query.to} onChange={(to) => go({ to })} />
        {canPost && (
          <Button size="xs" onClick={() => setPosting(true)}>
            New entry
          </Button>
        )}
      </div>
      <WaitingNote onOpen={() => go({ ...afresh, view: "waiting" })} />
      <RecordTable
        name="Entries"
        columns={columns}
        rowKey={(entry) => entry.id}
        tableFrom={tableFrom}
        empty={
          <p className={classes.quiet}>
            {isFiltered
              ? "No entry matches."
              : "Nothing has been posted yet. Postings of your sources become entries as they arrive."}
          </p>
        }
        pages={pages}
      />
      {isPosting && (
        <EntryForm
          onClose={() => setPosting(false)}
          onPosted={(entry) => {
            setPosting(false);
            go({ entry: entry.id });
          }}
        />
      )}
    </div>
  );
}

/** Says that sources have brought entries which are not in the book. */
function WaitingNote({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(read("listLedgerArrivals", { limit: 1 }));
  if (!data || data.entries === 0) return null;
  return (
    <p className={classes.quiet}>
      {data.entries === 1
        ? "1 entry of a source is not in the book. "
        : `${data.entries} entries of sources are not in the book. `}
      <button type="button" className={classes.link} onClick={onOpen}>
        Show why
      </button>
    </p>
  );
}

function EntryText({ entry }: { entry: LedgerEntryHead }) {
  return (
    <>
      <span dir="auto">{entry.text}</span>
      {entry.reference !== null && (
        <span className={classes.below} dir="auto">
          {entry.reference}
        </span>
      )}
    </>
  );
}

export function sayState({ state, needsApproval, reverses }: LedgerEntryHead): string {
  if (state === "pending" && needsApproval) return "Waits for approval";
  if (reverses !== null && state === "posted") return `Reverses ${reverses.number}`;
  return entryStates[state];
}
