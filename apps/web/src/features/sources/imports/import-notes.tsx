import type { ImportRun, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { read } from "../../../lib/queries.ts";
import { SaveRows } from "../connections/save-rows.tsx";
import { wordRows } from "./file-list.tsx";
import classes from "./import-page.module.css";

type Props = { run: ImportRun; tenantId: string; formats: FormatChoices };
type Note = ImportRun["notes"][number];
type Place = RouteOutput<Routes["listImportNotes"]>["items"][number]["places"][number];

/** What was noted of the values of a load; each note opens to the places that it is about. */
export function ImportNotes({ run: { id, notes }, tenantId, formats }: Props) {
  return (
    <div className={classes.notes}>
      <ul className={classes.problems} data-note aria-label="Notes">
        {notes.map((note) => (
          <li key={`${note.field} ${note.message}`}>
            <NoteDetails note={note} run={id} tenantId={tenantId} formats={formats} />
          </li>
        ))}
      </ul>
      <SaveRows
        name="downloadImportNotes"
        input={{ tenantId, run: id }}
        fileName="Notes.csv"
        label="Download notes as CSV"
      />
    </div>
  );
}

function NoteDetails({ note, run, tenantId, formats }: { note: Note; run: string } & Omit<Props, "run">) {
  const [isOpen, setOpen] = useState(false);
  const { message, rows, place } = note;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{wordRows(rows, formats)}</strong>, first {place}: {message}
      </summary>
      {isOpen && <Places note={note} run={run} tenantId={tenantId} formats={formats} />}
    </details>
  );
}

function Places({ note, run, tenantId, formats }: { note: Note; run: string } & Omit<Props, "run">) {
  const list = useQuery(read("listImportNotes", { tenantId, run }));
  const items = list.data?.items.find(({ field, message }) => field === note.field && message === note.message)?.places;
  return (
    <>
      <RecordTable<Place>
        name="Places"
        pages={wholeList(items, list)}
        rowKey={({ place }) => place}
        empty={<p className={classes.quiet}>The rows of this note are no longer kept.</p>}
        columns={[
          { label: "Place", cell: ({ place }) => place },
          { label: "Value in the file", cell: ({ value }) => (value === "" ? "Empty" : value) },
          { label: "Reason", cell: ({ reason }) => reason },
        ]}
      />
      {items && items.length > 0 && items.length < note.rows && (
        <p className={classes.quiet}>
          The first {formatNumber(items.length, formats)} of {wordRows(note.rows, formats)} are listed.
        </p>
      )}
    </>
  );
}
