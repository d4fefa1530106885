import type { SourceRun, UndoPreview } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import classes from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { callApi } from "../../../lib/api.ts";
import { refetchTopic } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";

type Props = { run: SourceRun; tenantId: string; formats: FormatChoices; onClose: () => void };

/** Whether a run has changed something that could be taken back. */
export function canUndo({ cause, state, isUndone, replacedBy, rows }: SourceRun): boolean {
  const hasEnded = state === "done" || state === "failed" || state === "cancelled";
  // A load of a file also holds rows that it has left as they were; rejected rows of any run may have come in later.
  const held = (cause === "import" ? rows.unchanged : 0) + (cause === "replay" ? 0 : rows.rejected);
  const isAnything = rows.written + rows.replaced + rows.deleted + held > 0;
  return hasEnded && !isUndone && !replacedBy && cause !== "undo" && isAnything;
}

/** Shows what undoing a load would change, and undoes it. */
export function UndoDialog({ run, tenantId, formats, onClose }: Props) {
  const isImport = run.cause === "import";
  const question = { tenantId, run: run.id };
  const { data, error, refetch } = useQuery<UndoPreview>({
    queryKey: ["undoPreview", tenantId, run.id],
    queryFn: ({ signal }) =>
      isImport
        ? callApi("previewImportUndo", question, { signal })
        : callApi("previewUndo", { ...question, connection: run.connection }, { signal }),
    gcTime: 0,
  });
  const undo = useMutation({
    mutationFn: () =>
      isImport ? callApi("undoImport", question) : callApi("undoRun", { ...question, connection: run.connection }),
    onSuccess: () => {
      showToast({ title: "Undo started", message: "The load is being undone.", type: "success" });
      onClose();
      void refetchTopic("sources");
    },
  });
  const name = run.fileName ?? formatInstant(run.startedAt ?? run.askedAt, formats);
  return (
    <ConfirmDialog title={`Undo the load of ${name}?`} onClose={onClose}>
      <div className={classes.form}>
        {!data && !error && <Skeleton label="Counting what would change" lines={[80, 60]} />}
        {error && <ReadProblem title="The changes could not be counted" error={error} onRetry={() => void refetch()} />}
        {data && <Changes preview={data} formats={formats} />}
        {undo.error && (
          <p role="alert" className={classes.problem}>
            {undo.error.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            disabled={!data || data.refusal !== null}
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            Undo
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}

function Changes({ preview: { refusal, warning, tables }, formats }: { preview: UndoPreview; formats: FormatChoices }) {
  const rows = (count: number) => `${formatNumber(count, formats)} ${count === 1 ? "row" : "rows"}`;
  const stay = (count: number) => `${rows(count)} ${count === 1 ? "stays" : "stay"}`;
  return (
    <>
      {refusal && <p role="alert">{refusal}</p>}
      {tables.map(({ fact, label, removed, restored, returned, superseded, kept, released }) => (
        <div key={fact}>
          <p>
            <strong>{label}</strong>
          </p>
          <ul>
            {removed > 0 && <li>{rows(removed)} added by this load will be removed.</li>}
            {restored > 0 && <li>{rows(restored)} replaced by this load will be restored.</li>}
            {returned > 0 && <li>{rows(returned)} removed by this load will come back.</li>}
            {kept > 0 && <li>{stay(kept)}: later loads hold them too.</li>}
            {superseded > 0 && <li>{stay(superseded)}: later loads have changed them.</li>}
            {released > 0 && <li>{stay(released)}: other loads hold them too.</li>}
          </ul>
        </div>
      ))}
      {!refusal && warning && <p>{warning}</p>}
    </>
  );
}
