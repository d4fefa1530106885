import type { ActOutcome, EntityAction } from "@console/contracts";
import { csvText } from "@console/figures/csv-text";
import { Button } from "@mantine/core";
import { saveBlob } from "../../lib/save-blob.ts";
import dialog from "../confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../confirm-dialog/confirm-dialog.tsx";
import classes from "./resource-page.module.css";

/** What became of each row, those that were left as they were first. */
export function ActionOutcomes({
  action,
  outcomes,
  onClose,
}: {
  action: Pick<EntityAction, "label">;
  outcomes: readonly ActOutcome[];
  onClose: () => void;
}) {
  const done = outcomes.filter(({ isDone }) => isDone).length;
  const sorted = outcomes.toSorted((a, b) => Number(a.isDone) - Number(b.isDone));
  return (
    <ConfirmDialog title={`${action.label}: ${done} of ${outcomes.length} done`} onClose={onClose}>
      <div className={dialog.form}>
        <ul className={classes.outcomes} aria-label="Outcomes">
          {sorted.map(({ id, title, isDone, message }) => (
            <li key={id} data-done={isDone}>
              <strong>{title}</strong>
              <span>{message}</span>
            </li>
          ))}
        </ul>
        <div className={dialog.actions}>
          <Button variant="default" onClick={() => saveOutcomes(action.label, sorted)}>
            Save as CSV
          </Button>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}

function saveOutcomes(label: string, outcomes: readonly ActOutcome[]) {
  const lines = outcomes.map(({ id, title, isDone, message }) => [id, title, isDone ? "done" : "not done", message]);
  const text = [["Id", "Name", "Outcome", "Why"], ...lines].map((line) => line.map(csvText).join(",")).join("\r\n");
  saveBlob(new Blob([`\uFEFF${text}\r\n`], { type: "text/csv" }), `${label}.csv`);
}
