import type { BankImport, LedgerAccount, RouteOutput, Routes } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./ledger.module.css";

const tableFrom = 900;
type Reject = RouteOutput<Routes["listBankRejects"]>["items"][number];

/** The files of an account with what became of each of their rows. */
export function BankFiles({ account }: { account: LedgerAccount }) {
  const formats = useFormats();
  const pages = usePages("listBankImports", { account: account.id });
  const [shown, setShown] = useState<BankImport | null>(null);
  const columns: RecordColumn<BankImport>[] = [
    { label: "File", cell: ({ fileName }) => <bdi>{fileName}</bdi> },
    {
      label: "Imported",
      cell: ({ takenAt, takenBy }) => `${formatInstant(takenAt, formats)}${takenBy === null ? "" : ` by ${takenBy}`}`,
    },
    { label: "Rows", isNumeric: true, cell: ({ rowsRead }) => rowsRead },
    { label: "New", isNumeric: true, cell: ({ rowsWritten }) => rowsWritten },
    { label: "Duplicates", isNumeric: true, cell: ({ rowsDuplicate }) => rowsDuplicate },
    {
      label: "Rejected",
      isNumeric: true,
      cell: (file) =>
        file.rowsRejected === 0 ? (
          0
        ) : (
          <button
            type="button"
            className={classes.link}
            aria-label={`Rejected rows of ${file.fileName}`}
            onClick={() => setShown(file)}
          >
            {file.rowsRejected}
          </button>
        ),
    },
  ];
  return (
    <>
      <RecordTable
        name="Files of the bank"
        columns={columns}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>No file was imported for this account yet.</p>}
        pages={pages}
      />
      {shown && (
        <SideDrawer
          title={`Rejected rows of ${shown.fileName}`}
          closeLabel="Close the rejected rows"
          width={760}
          onClose={() => setShown(null)}
        >
          <Rejects id={shown.id} />
        </SideDrawer>
      )}
    </>
  );
}

function Rejects({ id }: { id: string }) {
  const pages = usePages("listBankRejects", { import: id });
  const columns: RecordColumn<Reject>[] = [
    { label: "Row", isNumeric: true, cell: ({ row }) => row },
    { label: "Reason", cell: ({ reason }) => reason },
    { label: "Content", cell: ({ content }) => <span dir="auto">{content}</span> },
  ];
  return (
    <RecordTable
      name="Rejected rows"
      columns={columns}
      rowKey={({ row }) => String(row)}
      tableFrom={tableFrom}
      empty={<p className={classes.quiet}>No row was rejected.</p>}
      pages={pages}
    />
  );
}
