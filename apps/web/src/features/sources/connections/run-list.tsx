import type { ConnectionDetail, SourceRun } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatDate, formatDuration, formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { mergeSourceSearch, useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { causeWords, rejectedWords, runWords } from "../source-words.ts";
import { PersonName } from "./person-name.tsx";
import { ReplacedBy, ReplacedLoads } from "./replaced-loads.tsx";
import { RunFilters, readRunFilters } from "./run-filters.tsx";
import classes from "./run-list.module.css";
import { isUnusual, type Usual } from "./run-volume.ts";
import { canUndo, UndoDialog } from "./undo-dialog.tsx";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId" | "kind">; formats: FormatChoices };

/** The runs of a connection, newest first, each beside what is usual. */
export function RunList({ connection: { id, tenantId, kind }, formats }: Props) {
  const { query } = useSourceAddress();
  const [undoing, setUndoing] = useState<SourceRun | null>(null);
  const narrowed = readRunFilters(query);
  const pages = usePages("listRuns", { tenantId, connection: id, limit: 25, ...narrowed });
  const isNarrowed = Object.keys(narrowed).length > 0;
  const usual = pages.first?.usual ?? null;
  const number = (value: number) => formatNumber(value, formats);
  return (
    <>
      {usual && (
        <p className={classes.usual}>
          A run usually reads {number(usual.rows)} ± {number(usual.swing)} rows.
        </p>
      )}
      {(isNarrowed || pages.items.length > 0) && <RunFilters />}
      <RecordTable<SourceRun>
        name="Runs"
        tableFrom={1100}
        pages={pages}
        rowKey={(run) => run.id}
        empty={
          <p className={classes.quiet}>
            {isNarrowed ? "No run matches. Remove a filter to see more." : nothingYet(kind)}
          </p>
        }
        columns={[
          { label: "Started", cell: (run) => <Started run={run} formats={formats} /> },
          { label: "Cause", cell: (run) => <Cause run={run} formats={formats} /> },
          { label: "Outcome", cell: (run) => <Outcome run={run} formats={formats} /> },
          { label: "Read", isNumeric: true, cell: (run) => <RowsRead run={run} usual={usual} formats={formats} /> },
          { label: "New", isNumeric: true, cell: ({ rows }) => <Written rows={rows} formats={formats} /> },
          { label: "Unchanged", isNumeric: true, cell: ({ rows }) => number(rows.unchanged) },
          { label: "Duplicates", isNumeric: true, cell: ({ rows }) => number(rows.duplicates) },
          {
            label: "Rejected",
            isNumeric: true,
            cell: (run) => <Rejected run={run} text={rejectedWords(run.rows, formats)} />,
          },
          { label: "Took", isNumeric: true, cell: (run) => took(run, formats) },
          {
            label: "Undo",
            cell: (run) =>
              canUndo(run) && kind !== "tookan" ? (
                <Button size="compact-xs" variant="default" onClick={() => setUndoing(run)}>
                  Undo
                </Button>
              ) : null,
          },
        ]}
      />
      {undoing && <UndoDialog run={undoing} tenantId={tenantId} formats={formats} onClose={() => setUndoing(null)} />}
    </>
  );
}

function nothingYet(kind: ConnectionDetail["kind"]): string {
  return kind === "file" ? "No file has been imported yet." : "It has not been read yet. Sync it now to see a run.";
}

function Started({ run, formats }: { run: SourceRun; formats: FormatChoices }) {
  return <span className={classes.whole}>{formatInstant(run.startedAt ?? run.askedAt, formats)}</span>;
}

function Cause({ run, formats }: { run: SourceRun; formats: FormatChoices }) {
  const { cause, fileName, range, isFull, askedBy } = run;
  const days = range && `${formatDate(range.from, formats)} – ${formatDate(addDays(range.to, -1), formats)}`;
  const what = fileName ?? days ?? (isFull ? "All again" : null);
  return (
    <div className={classes.cause}>
      {causeWords[cause]}
      {what && <span className={classes.under}>{what}</span>}
      {askedBy && (
        <span className={classes.under}>
          by <PersonName uid={askedBy} />
        </span>
      )}
    </div>
  );
}

function Outcome({ run, formats }: { run: SourceRun; formats: FormatChoices }) {
  const { state, problem, note, attempt, isUndone, replacedBy, replaces } = run;
  return (
    <div className={classes.outcome}>
      <span className={classes.state} data-state={state}>
        {runWords[state]}
      </span>
      {isUndone && <span className={classes.under}>Undone</span>}
      <ReplacedBy load={replacedBy} formats={formats} />
      <ReplacedLoads loads={replaces} formats={formats} />
      {attempt > 1 && <span className={classes.under}>Attempt {attempt}</span>}
      {problem && <span className={classes.under}>{problem.message}</span>}
      {!problem && state === "running" && note && <span className={classes.under}>{note}</span>}
    </div>
  );
}

function RowsRead({ run, usual, formats }: { run: SourceRun; usual: Usual | null; formats: FormatChoices }) {
  const text = formatNumber(run.rows.read, formats);
  if (!usual || !isUnusual(run, usual)) return text;
  return (
    <span className={classes.unusual}>
      {text}
      <span className={classes.under}>
        usually {formatNumber(usual.rows, formats)} ± {formatNumber(usual.swing, formats)}
      </span>
    </span>
  );
}

function Written({ rows, formats }: { rows: SourceRun["rows"]; formats: FormatChoices }) {
  const { written, replaced, deleted } = rows;
  return (
    <>
      {formatNumber(written, formats)}
      {replaced > 0 && <span className={classes.under}>{formatNumber(replaced, formats)} replaced</span>}
      {deleted > 0 && <span className={classes.under}>{formatNumber(deleted, formats)} removed</span>}
    </>
  );
}

function Rejected({ run, text }: { run: SourceRun; text: string }) {
  if (run.rows.rejected === 0) return text;
  return (
    <Link
      to="."
      search={mergeSourceSearch({ tab: "rejects", run: run.id })}
      aria-label={`${text} rejected rows of this run`}
    >
      {text}
    </Link>
  );
}

function took({ startedAt, endedAt }: SourceRun, formats: FormatChoices): string {
  if (!startedAt || !endedAt) return "–";
  return formatDuration((Date.parse(endedAt) - Date.parse(startedAt)) / 1000, formats);
}
