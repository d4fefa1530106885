import type { ConnectionDetail, RejectedRow } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { useWrite } from "../../../lib/queries.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { showToast } from "../../../lib/toasts.ts";
import { fieldWords } from "../source-words.ts";
import classes from "./reject-list.module.css";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId" | "openRejects">; formats: FormatChoices };

/** Rows that could not be taken in, each with the reason; mended ones are taken in once more. */
export function RejectList({ connection: { id, tenantId, openRejects }, formats }: Props) {
  const { query, go } = useSourceAddress();
  const { run } = query;
  const [isSaving, setIsSaving] = useState(false);
  const replay = useWrite("replayRejects");
  const input = { tenantId, connection: id, ...(run && { run }) };
  const pages = usePages("listRejects", { ...input, limit: 25 });

  async function save() {
    setIsSaving(true);
    try {
      await saveFile("downloadRejects", input, "Rejected rows.csv");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      showToast({ type: "error", title: "No file was saved", message });
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <>
      <div className={classes.bar}>
        <p className={classes.quiet}>
          {run ? "Rejected rows of one run." : `${formatNumber(openRejects, formats)} rejected rows are kept.`}
        </p>
        {run && (
          <Button size="compact-sm" variant="subtle" onClick={() => go({ run: undefined })}>
            Show all runs
          </Button>
        )}
        {pages.items.length > 0 && (
          <div className={classes.actions}>
            <Button size="compact-sm" variant="default" loading={isSaving} onClick={() => void save()}>
              Download as CSV
            </Button>
            <Button
              size="compact-sm"
              loading={replay.isPending}
              onClick={() => replay.mutate({ tenantId, connection: id }, { onSuccess: () => go({ tab: "runs" }) })}
            >
              Replay all
            </Button>
          </div>
        )}
      </div>
      {replay.error && (
        <p role="alert" className={classes.problem}>
          {replay.error.message}
        </p>
      )}
      <RecordTable<RejectedRow>
        name="Rejected rows"
        pages={pages}
        rowKey={(row) => row.id}
        empty={<p className={classes.quiet}>Every row that came was taken in.</p>}
        columns={[
          { label: "When", cell: ({ rejectedAt }) => formatInstant(rejectedAt, formats) },
          { label: "Place", cell: ({ place, fact }) => `${place}, for ${fact.replaceAll("_", " ")}` },
          { label: "Reason", cell: (row) => <Reason row={row} /> },
          { label: "Row as it came", cell: (row) => <RowAsItCame row={row} /> },
        ]}
      />
    </>
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
      <summary aria-label={`Row as it came, ${place}`}>{Object.keys(record).length} values</summary>
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
