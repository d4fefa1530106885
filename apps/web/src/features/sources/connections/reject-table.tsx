import type { RejectedRow } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import type { ReactNode } from "react";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import type { usePages } from "../../../blocks/record-table/use-pages.ts";
import { fieldWords } from "../source-words.ts";
import classes from "./reject-list.module.css";

type Props = {
  pages: ReturnType<typeof usePages<"listRejects" | "listImportRejects">>;
  formats: FormatChoices;
  /** All are of one load: where they stood says enough, and some may have been settled since. */
  isOfOneLoad?: true;
  empty: ReactNode;
};

const stateWords: Record<RejectedRow["state"], string> = {
  open: "Waiting",
  left_out: "Left out by your choice",
  repeated: "Rejected again by a later load",
  superseded: "Superseded by a later row",
  replayed: "Loaded since",
  undone: "Undone with its load",
};

/** Rows that could not be taken in, each with where it stood, the reason, and its values as they came. */
export function RejectTable({ pages, formats, isOfOneLoad, empty }: Props) {
  const when: RecordColumn<RejectedRow> = {
    label: "When",
    cell: ({ rejectedAt }) => formatInstant(rejectedAt, formats),
  };
  const place: RecordColumn<RejectedRow> = {
    label: "Place",
    cell: ({ place: at, fact }) => (isOfOneLoad ? at : `${at}, for ${fact.replaceAll("_", " ")}`),
  };
  const since: RecordColumn<RejectedRow> = { label: "Since then", cell: ({ state }) => stateWords[state] };
  return (
    <RecordTable<RejectedRow>
      name="Rejected rows"
      pages={pages}
      rowKey={(row) => row.id}
      empty={empty}
      columns={[
        ...(isOfOneLoad ? [place] : [when, place]),
        { label: "Reason", cell: (row) => <Reason row={row} /> },
        { label: "Original row", cell: (row) => <RowAsItCame row={row} /> },
        ...(isOfOneLoad ? [since] : []),
      ]}
    />
  );
}

function Reason({ row: { field, reason } }: { row: RejectedRow }) {
  return (
    <>
      <span className={classes.reason}>{reason}</span>
      {field && <span className={classes.field}>{fieldWords(field)}</span>}
    </>
  );
}

function RowAsItCame({ row: { record, place } }: { row: RejectedRow }) {
  return (
    <details className={classes.row}>
      <summary aria-label={`Original row, ${place}`}>{Object.keys(record).length} values</summary>
      <dl className={classes.values}>
        {Object.entries(record).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
