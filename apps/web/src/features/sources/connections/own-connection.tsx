import type { OwnConnection as Connection } from "@console/contracts";
import { type FormatChoices, formatAge, formatDuration, formatInstant, formatNumber } from "@console/figures/format";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImportLink } from "../../../blocks/connection/import-link.tsx";
import { StateMark } from "../../../blocks/connection/state-mark.tsx";
import { backToList, mergeSourceSearch } from "../../../blocks/connection/use-source-address.ts";
import detail from "../../../blocks/detail/detail.module.css";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../lib/queries.ts";
import { useNow } from "../../../lib/use-now.ts";
import {
  causeWords,
  dataWords,
  kindWords,
  nextRunWords,
  ownAdviceWords,
  rejectedWords,
  runWords,
  scheduleWords,
} from "../source-words.ts";
import classes from "./connection-detail.module.css";

type Run = Connection["runs"][number];

const everyMs = 30_000;

/** One source of the reader's own organisation: how it is, how fresh its data is, and what its last runs brought. */
export function OwnConnection({ id, formats }: { id: string; formats: FormatChoices }) {
  const { data, error, refetch } = useQuery({
    ...read("getOwnConnection", { connection: id }),
    refetchInterval: everyMs,
  });
  return (
    <div className={classes.page}>
      <Link to="." search={mergeSourceSearch(backToList)} className={detail.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        All sources
      </Link>
      {!data && !error && <ShapedSkeleton label="Loading the source" shape="detail" />}
      {!data && error && (
        <ReadProblem title="The source could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && <Opened connection={data} formats={formats} />}
    </div>
  );
}

function Opened({ connection, formats }: { connection: Connection; formats: FormatChoices }) {
  const { name, source, kind, state, problem, intervalMinutes } = connection;
  return (
    <>
      <section className={detail.card} aria-labelledby="source-name">
        <div className={detail.head}>
          <div>
            <h2 id="source-name" className={detail.name}>
              {name}
            </h2>
            <p className={detail.quiet}>
              {dataWords[source]} · {kindWords[kind]}
              {kind !== "file" && ` · ${scheduleWords(intervalMinutes).toLowerCase()}`}
            </p>
          </div>
          <StateMark state={state} />
        </div>
        {problem && (
          <p className={classes.problem} data-kind={problem.kind} role="alert">
            <strong>{problem.message}</strong> {ownAdviceWords(problem.kind)}
          </p>
        )}
        <Facts connection={connection} formats={formats} />
        {kind === "file" && (
          <div>
            <ImportLink connection={connection} />
          </div>
        )}
      </section>
      <section className={detail.card} aria-labelledby="last-runs">
        <h3 id="last-runs" className={detail.name}>
          Last runs
        </h3>
        <LastRuns runs={connection.runs} formats={formats} />
      </section>
    </>
  );
}

function Facts({ connection, formats }: { connection: Connection; formats: FormatChoices }) {
  const now = useNow();
  const { lastLoadedAt, lastSuccessAt, rowsToday } = connection;
  const ago = (at: string | null) => (at ? `${formatAge(now - Date.parse(at))} ago` : "Never");
  const exact = (at: string | null) => (at ? formatInstant(at, formats) : undefined);
  return (
    <dl className={detail.facts}>
      <div>
        <dt>Last record loaded</dt>
        <dd title={exact(lastLoadedAt)}>{ago(lastLoadedAt)}</dd>
      </div>
      <div>
        <dt>Last success</dt>
        <dd title={exact(lastSuccessAt)}>{ago(lastSuccessAt)}</dd>
      </div>
      <div>
        <dt>Next run</dt>
        <dd>{nextRunWords(connection, now, formats)}</dd>
      </div>
      <div>
        <dt>Rows in 24 hours</dt>
        <dd>{formatNumber(rowsToday, formats)}</dd>
      </div>
    </dl>
  );
}

const noPages = {
  isLoading: false,
  error: null,
  retry: () => {},
  hasMore: false,
  isLoadingMore: false,
  more: () => {},
};

function LastRuns({ runs, formats }: { runs: readonly Run[]; formats: FormatChoices }) {
  const number = (value: number) => formatNumber(value, formats);
  return (
    <RecordTable<Run>
      name="Last runs"
      tableFrom={1100}
      pages={{ ...noPages, items: runs }}
      rowKey={({ id }) => id}
      empty={<p className={detail.quiet}>Nothing has been read yet.</p>}
      columns={[
        { label: "Started", cell: ({ startedAt, askedAt }) => formatInstant(startedAt ?? askedAt, formats) },
        { label: "Cause", cell: ({ cause, fileName }) => fileName ?? causeWords[cause] },
        { label: "Outcome", cell: sayOutcome },
        { label: "Read", isNumeric: true, cell: ({ rows }) => number(rows.read) },
        { label: "New", isNumeric: true, cell: ({ rows }) => number(rows.written) },
        { label: "Replaced", isNumeric: true, cell: ({ rows }) => number(rows.replaced) },
        { label: "Unchanged", isNumeric: true, cell: ({ rows }) => number(rows.unchanged) },
        { label: "Duplicates", isNumeric: true, cell: ({ rows }) => number(rows.duplicates) },
        { label: "Rejected", isNumeric: true, cell: ({ rows }) => rejectedWords(rows, formats) },
        { label: "Took", isNumeric: true, cell: (run) => sayDuration(run, formats) },
      ]}
    />
  );
}

function sayOutcome({ state, isUndone, problem }: Run): string {
  if (isUndone) return "Undone";
  return problem ? `${runWords[state]}: ${problem.message}` : runWords[state];
}

function sayDuration({ startedAt, endedAt }: Run, formats: FormatChoices): string {
  if (!startedAt || !endedAt) return "–";
  return formatDuration((Date.parse(endedAt) - Date.parse(startedAt)) / 1000, formats);
}
