import "@mantine/core/styles/Progress.css";
import type { SourceRun } from "@console/contracts";
import { type FormatChoices, formatDuration, formatNumber } from "@console/figures/format";
import { Button, Progress } from "@mantine/core";
import { useWrite } from "../../../lib/queries.ts";
import { causeWords, runWords } from "../source-words.ts";
import classes from "./run-progress.module.css";

type Props = { run: SourceRun; tenantId: string; formats: FormatChoices };

/** The run that goes on: rows so far, time left, and a way to stop it. */
export function RunProgress({ run, tenantId, formats }: Props) {
  const cancelRun = useWrite("cancelRun");
  const cancelImport = useWrite("cancelImport");
  const cancel = run.cause === "import" ? cancelImport : cancelRun;
  const { read, total } = run.rows;
  const words = progressWords(run, formats);
  return (
    <div className={classes.run} role="status" aria-label="Run">
      <div className={classes.words}>
        <strong>
          {run.state === "waiting" ? "Waiting to begin" : runWords[run.state]}: {causeWords[run.cause].toLowerCase()}
          {run.fileName && ` ${run.fileName}`}
        </strong>
        <span className={classes.quiet}>{words}</span>
      </div>
      {total !== null && total > 0 && (
        <Progress.Root size="md">
          <Progress.Section
            value={Math.min(100, (read / total) * 100)}
            color="var(--accent)"
            withAria={false}
            role="progressbar"
            aria-label="Rows read"
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={read}
            aria-valuetext={words}
          />
        </Progress.Root>
      )}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            run.cause === "import"
              ? cancelImport.mutate({ tenantId, run: run.id })
              : cancelRun.mutate({ tenantId, connection: run.connection, run: run.id })
          }
        >
          Cancel
        </Button>
      </div>
      {cancel.error && (
        <p role="alert" className={classes.problem}>
          {cancel.error.message}
        </p>
      )}
    </div>
  );
}

/** How far a run is, in rows and time: 1,200 of 4,000 rows, about 2 min left. */
export function progressWords({ rows, note, secondsLeft }: SourceRun, formats: FormatChoices): string {
  const count = formatNumber(rows.read, formats);
  const of = rows.total === null ? `${count} rows` : `${count} of ${formatNumber(rows.total, formats)} rows`;
  const left = secondsLeft === null ? [] : [`about ${formatDuration(secondsLeft, formats)} left`];
  return [of, ...left, ...(note ? [note] : [])].join(" · ");
}
