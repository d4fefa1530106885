import type { ConnectionDetail, RouteOutput, Routes, SourceCheck } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { StaleNote } from "../../../blocks/states/stale-note.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import { useNow } from "../../../lib/use-now.ts";
import { CheckExamples } from "./check-examples.tsx";
import { CheckTable, MutedTable } from "./check-tables.tsx";
import { passedWords, sortChecks } from "./check-words.ts";
import classes from "./checks.module.css";

const MuteQuestion = lazy(async () => ({ default: (await import("./mute-dialog.tsx")).MuteDialog }));

type Props = {
  connection: Pick<ConnectionDetail, "id" | "tenantId" | "lastSuccessAt">;
  formats: FormatChoices;
};
type Checked = RouteOutput<Routes["listSourceChecks"]>;

/** What the checks of a connection found, what someone has said about it, and the rows behind it. */
export function QualityPanel({ connection, formats }: Props) {
  const { id, tenantId } = connection;
  const { query } = useSourceAddress();
  const { data, error, isFetching, refetch } = useQuery(read("listSourceChecks", { tenantId, connection: id }));
  if (!data && error) {
    return <ReadProblem heading="h3" title="Checks could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Loading checks" shape="list" />;
  const opened = data.items.find((check) => check.id === query.check);
  if (opened) return <CheckExamples connection={connection} check={opened} formats={formats} />;
  return (
    <>
      <Checks connection={connection} checked={data} formats={formats} />
      {error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The checks could not be refreshed. These are the previous results.
        </StaleNote>
      )}
    </>
  );
}

function Checks({ connection, checked, formats }: Props & { checked: Checked }) {
  const { id, tenantId } = connection;
  const [muting, setMuting] = useState<SourceCheck | null>(null);
  const run = useWrite("runSourceChecks");
  const { failed, muted, passed } = sortChecks(checked.items);
  const shared = { tenantId, connection: id, people: checked.people, formats };
  return (
    <>
      <div className={classes.bar}>
        <Standing connection={connection} checked={checked} failed={failed.length} formats={formats} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChecks size={16} stroke={1.5} aria-hidden="true" />}
          loading={run.isPending}
          onClick={() => run.mutate({ tenantId, connection: id })}
        >
          Check now
        </Button>
      </div>
      {run.error && (
        <p role="alert" className={classes.problem}>
          {run.error.message}
        </p>
      )}
      {failed.length > 0 && <CheckTable {...shared} checks={failed} onMute={setMuting} />}
      {muted.length > 0 && (
        <details className={classes.more}>
          <summary>{countWords(muted.length, "muted", formats)}</summary>
          <MutedTable {...shared} checks={muted} />
        </details>
      )}
      {passed.length > 0 && (
        <details className={classes.more} open={failed.length === 0}>
          <summary>{countWords(passed.length, checked.checkedAt ? "passed" : "not run yet", formats)}</summary>
          <ul className={classes.passed}>
            {passed.map((check) => (
              <li key={check.id}>
                <span className={classes.name}>{check.name}</span>
                <span className={classes.under}>{passedWords(check, formats)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Suspense>
        {muting && <MuteQuestion tenantId={tenantId} connection={id} check={muting} onClose={() => setMuting(null)} />}
      </Suspense>
    </>
  );
}

function countWords(count: number, what: string, formats: FormatChoices): string {
  return `${formatNumber(count, formats)} ${count === 1 ? "check" : "checks"} ${what}`;
}

/** Rows may come in shortly before the checks that follow them. */
const followMs = 60_000;

function Standing({ connection, checked, failed, formats }: Props & { checked: Checked; failed: number }) {
  const now = useNow();
  const { checkedAt, items } = checked;
  if (checkedAt === null) {
    return <p className={classes.quiet}>Not checked yet. Checks run after each successful run.</p>;
  }
  const isOld = Date.parse(connection.lastSuccessAt ?? checkedAt) > Date.parse(checkedAt) + followMs;
  return (
    <div role="status">
      <p className={classes.title}>
        {failed === 0
          ? "No checks failed"
          : `${formatNumber(failed, formats)} of ${formatNumber(items.length, formats)} checks failed`}
      </p>
      <p className={isOld ? classes.old : classes.quiet}>
        <time dateTime={checkedAt} title={formatInstant(checkedAt, formats)}>
          Checked {formatAge(now - Date.parse(checkedAt))} ago
        </time>
        {isOld && ", before the last run ended"}
      </p>
    </div>
  );
}
