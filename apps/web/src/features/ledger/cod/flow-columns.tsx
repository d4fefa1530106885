import { formatInstant } from "@console/figures/format";
import type { RecordColumn } from "../../../blocks/record-table/record-table.tsx";
import type { useFormats } from "../../../lib/use-formats.ts";
import classes from "../ledger.module.css";
import { EntryLink } from "./entry-link.tsx";

type Flow = { entry: { id: string; number: number }; createdAt: string; createdBy: string | null };

/** The entry of a flow of cash, and who has made it when. */
export function listFlowColumns<Row extends Flow>(formats: ReturnType<typeof useFormats>): RecordColumn<Row>[] {
  return [
    { label: "Entry", cell: ({ entry }) => <EntryLink entry={entry} /> },
    {
      label: "Made",
      cell: ({ createdAt, createdBy }) => (
        <>
          {formatInstant(createdAt, formats)}
          {createdBy !== null && <span className={classes.below}>{`by ${createdBy}`}</span>}
        </>
      ),
    },
  ];
}
