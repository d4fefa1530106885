import { type LogGroup, writeLogTerm } from "@console/contracts";
import { formatCount, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { labelForPart } from "./line-columns.ts";
import classes from "./logs.module.css";

type State = "open" | "muted";
type Props = { state: State; onState: (next: State) => void; onLines: (query: string) => void };

/** Errors that are alike, each once: how often, since when, whom they touch, and who looks after them. */
export function ErrorGroups({ state, onState, onLines }: Props) {
  const pages = usePages("listLogGroups", { state, limit: 50 });
  const formats = useFormats();
  const columns: RecordColumn<LogGroup>[] = [
    { label: "Error", cell: (group) => <GroupName group={group} onLines={onLines} /> },
    { label: "Lines", isNumeric: true, cell: ({ lines }) => formatCount(lines) },
    { label: "First seen", cell: ({ firstAt }) => formatInstant(firstAt, formats) },
    { label: "Last seen", cell: ({ lastAt }) => formatInstant(lastAt, formats) },
    { label: "Tenants", isNumeric: true, cell: ({ tenants }) => formatCount(tenants) },
    { label: "People", isNumeric: true, cell: ({ people }) => formatCount(people) },
    { label: "Actions", cell: (group) => <GroupActions group={group} state={state} /> },
  ];
  return (
    <section aria-label="Errors" className={classes.groups}>
      <fieldset className={classes.states}>
        <legend className={classes.hidden}>Which errors</legend>
        {(["open", "muted"] as const).map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant={one === state ? "filled" : "default"}
            aria-pressed={one === state}
            onClick={() => onState(one)}
          >
            {one === "open" ? "Open" : "Muted"}
          </Button>
        ))}
      </fieldset>
      <RecordTable
        name={state === "open" ? "Open errors" : "Muted errors"}
        columns={columns}
        rowKey={({ error }) => error}
        tableFrom={1100}
        pages={pages}
        empty={
          <EmptyState
            title={state === "open" ? "No errors" : "No muted errors"}
            message={
              state === "open"
                ? "There are no errors or warnings that need a look."
                : "An error that you mute is listed here until it returns."
            }
            actions={null}
          />
        }
      />
    </section>
  );
}

function GroupName({ group, onLines }: { group: LogGroup; onLines: (query: string) => void }) {
  const { error, message, part, level, isNew, hasReturned, assignedTo } = group;
  const query = writeLogTerm({ field: "error", value: error, isExcluded: false });
  return (
    <div className={classes.group}>
      <button type="button" className={classes.stepMessage} onClick={() => onLines(query)}>
        {message || "Error without a message"}
      </button>
      <span className={classes.marks}>
        <span>
          {labelForPart(part)} · {level === "warn" ? "Warning" : "Error"}
        </span>
        {isNew && <span className={classes.mark}>New in this version</span>}
        {hasReturned && <span className={classes.mark}>Returned</span>}
        {assignedTo && <span>Assigned to {assignedTo.name}</span>}
      </span>
    </div>
  );
}

function GroupActions({ group, state }: { group: LogGroup; state: State }) {
  const { user } = useAuth();
  const { mutate, isPending } = useWrite("updateLogGroup");
  const { error, message, assignedTo } = group;
  const uid = user?.uid ?? null;
  const isMine = assignedTo !== null && assignedTo.id === uid;
  const change = (part: { assignedTo?: string | null; isMuted?: boolean }) =>
    mutate(
      { error, ...part },
      {
        onError: (failure) => showFailure("The error was not changed", failure),
      },
    );
  return (
    <span className={classes.groupActions}>
      <Button
        variant="default"
        size="compact-xs"
        disabled={isPending}
        aria-label={`${isMine ? "Unassign" : "Assign to me"}: ${message}`}
        onClick={() => change({ assignedTo: isMine ? null : uid })}
      >
        {isMine ? "Unassign" : "Assign to me"}
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        disabled={isPending}
        aria-label={`${state === "open" ? "Mute until it returns" : "Unmute"}: ${message}`}
        onClick={() => change({ isMuted: state === "open" })}
      >
        {state === "open" ? "Mute until it returns" : "Unmute"}
      </Button>
    </span>
  );
}
