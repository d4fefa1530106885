import type { ConnectionDetail, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { useNow } from "../../../lib/use-now.ts";
import classes from "./delivery-board.module.css";
import { waitWords } from "./monitor-words.ts";
import { useBoardAddress } from "./use-board-address.ts";

type Board = RouteOutput<Routes["getTaskBoard"]>;
type Task = RouteOutput<Routes["listBoardTasks"]>["items"][number];
type Props = {
  connection: Pick<ConnectionDetail, "id" | "tenantId">;
  status: Board["statuses"][number];
  teams: Board["teams"];
  formats: FormatChoices;
  everyMs: number;
};

/** The tasks of one status, those that have waited longest first. */
export function BoardTasks({ connection: { id, tenantId }, status, teams, formats, everyMs }: Props) {
  const now = useNow();
  const { filters, go } = useBoardAddress();
  const input = { tenantId, connection: id, status: status.code, limit: 25, ...filters };
  const pages = usePages("listBoardTasks", input, everyMs);
  const isWaiting = status.oldestMinutes !== null;
  // They come in the order of their waiting, so that those who wait too long are the first.
  const overdue = new Set(pages.items.slice(0, status.overdue).map(({ jobId }) => jobId));
  const teamName = (team: string) => teams.find((one) => one.id === team)?.name ?? team;
  return (
    <section className={classes.tasks} aria-labelledby="board-tasks">
      <div className={classes.head}>
        <h3 id="board-tasks" className={classes.subtitle}>
          {status.label} tasks
        </h3>
        <Button variant="default" size="compact-sm" onClick={() => go({ status: undefined })}>
          Close
        </Button>
      </div>
      <RecordTable<Task>
        name={`${status.label} tasks`}
        pages={pages}
        rowKey={({ jobId }) => jobId}
        empty={<p className={classes.quiet}>No task has this status.</p>}
        columns={[
          { label: "Task", cell: ({ jobId }) => jobId },
          { label: "Type", cell: ({ type }) => type },
          { label: "Agent", cell: ({ agent }) => agent ?? <span className={classes.quiet}>None</span> },
          { label: "Team", cell: ({ team }) => (team === null ? "–" : teamName(team)) },
          {
            label: isWaiting ? "Waiting" : "Since",
            cell: ({ jobId, since }) =>
              isWaiting ? (
                <span className={overdue.has(jobId) ? classes.late : undefined} title={formatInstant(since, formats)}>
                  {waitWords(now - Date.parse(since), formats)}
                  {overdue.has(jobId) && ", overdue"}
                </span>
              ) : (
                formatInstant(since, formats)
              ),
          },
          {
            label: "Due",
            cell: ({ dueAt }) => <DueAt dueAt={dueAt} isWaiting={isWaiting} now={now} formats={formats} />,
          },
        ]}
      />
    </section>
  );
}

type DueProps = { dueAt: string | null; isWaiting: boolean; now: number; formats: FormatChoices };

function DueAt({ dueAt, isWaiting, now, formats }: DueProps) {
  if (!dueAt) return "–";
  const lateMs = now - Date.parse(dueAt);
  return (
    <>
      {formatInstant(dueAt, formats)}
      {isWaiting && lateMs > 0 && <span className={classes.late}>{formatAge(lateMs)} late</span>}
    </>
  );
}
