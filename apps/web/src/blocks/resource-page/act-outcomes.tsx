import type { ActOutcome, EntityAct } from "@console/contracts";
import { csvText } from "@console/figures/csv-text";
import { Button } from "@mantine/core";
import { saveBlob } from "../../lib/save-blob.ts";
import question from "../question/question.module.css";
import { Question } from "../question/question.tsx";
import classes from "./resource-page.module.css";

/** What became of each row, those that were left as they were first. */
export function ActOutcomes({
  act,
  outcomes,
  onClose,
}: {
  act: Pick<EntityAct, "label">;
  outcomes: readonly ActOutcome[];
  onClose: () => void;
}) {
  const done = outcomes.filter(({ isDone }) => isDone).length;
  const sorted = outcomes.toSorted((a, b) => Number(a.isDone) - Number(b.isDone));
  return (
    <Question title={`${act.label}: ${done} of ${outcomes.length} done`} onClose={onClose}>
      <div className={question.form}>
        <ul className={classes.outcomes} aria-label="Outcomes">
          {sorted.map(({ id, title, isDone, message }) => (
            <li key={id} data-done={isDone}>
              <strong>{title}</strong>
              <span>{message}</span>
            </li>
          ))}
        </ul>
        <div className={question.actions}>
          <Button variant="default" onClick={() => saveOutcomes(act.label, sorted)}>
            Save as CSV
          </Button>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Question>
  );
}

function saveOutcomes(label: string, outcomes: readonly ActOutcome[]) {
  const lines = outcomes.map(({ id, title, isDone, message }) => [id, title, isDone ? "done" : "not done", message]);
  const text = [["Id", "Name", "Outcome", "Why"], ...lines].map((line) => line.map(csvText).join(",")).join("\r\n");
  saveBlob(new Blob([`\uFEFF${text}\r\n`], { type: "text/csv" }), `${label}.csv`);
}
