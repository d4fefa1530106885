import type { ConnectionDetail, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant } from "@console/figures/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { StaleNote } from "../../../blocks/states/stale-note.tsx";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { useNow } from "../../../lib/use-now.ts";
import { AgentList } from "./agent-list.tsx";
import { AgentMap, isPlaced } from "./agent-map.tsx";
import { BoardFilters } from "./board-filters.tsx";
import { BoardTasks } from "./board-tasks.tsx";
import classes from "./delivery-board.module.css";
import { countAgents } from "./monitor-words.ts";
import { StatusTiles } from "./status-tiles.tsx";
import { useBoardAddress } from "./use-board-address.ts";

type Board = RouteOutput<Routes["getTaskBoard"]>;

/** Events bring what has changed; this only catches what they have missed. */
const everyMs = 30_000;

/** What waits at the delivery provider now, and where its agents are. */
export function DeliveryBoard({ connection }: { connection: ConnectionDetail }) {
  const formats = useFormats();
  const { filters, status } = useBoardAddress();
  const { data, error, isFetching, refetch } = useQuery({
    ...read("getTaskBoard", { tenantId: connection.tenantId, connection: connection.id, ...filters }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
  const opened = data?.statuses.find(({ code }) => code === status);
  return (
    <>
      <section className={classes.card} aria-labelledby="task-board">
        <div className={classes.head}>
          <div>
            <h2 id="task-board" className={classes.title}>
              Tasks now
            </h2>
            {data && <BoardAge connection={connection} asOf={data.asOf} formats={formats} />}
          </div>
          {data && <BoardFilters agents={data.agents} teams={data.teams} />}
        </div>
        {!data && !error && <ShapedSkeleton label="Loading the board" shape="table" />}
        {!data && error && (
          <ReadProblem
            heading="h3"
            title="The board could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data && <StatusTiles statuses={data.statuses} formats={formats} />}
        {data && error && (
          <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
            The board could not be refreshed: {error.message}
          </StaleNote>
        )}
        {data && opened && (
          <BoardTasks
            connection={connection}
            formats={formats}
            everyMs={everyMs}
            key={opened.code}
            status={opened}
            teams={data.teams}
          />
        )}
      </section>
      {data && <Agents agents={data.agents} formats={formats} />}
    </>
  );
}

type AgeProps = { connection: ConnectionDetail; asOf: string | null; formats: FormatChoices };

function BoardAge({ connection: { lastEventAt }, asOf, formats }: AgeProps) {
  const now = useNow();
  const ago = (at: string) => <span title={formatInstant(at, formats)}>{formatAge(now - Date.parse(at))} ago</span>;
  return (
    <p className={classes.quiet}>
      {asOf ? <>Listed {ago(asOf)}</> : "Not listed yet"} ·{" "}
      {lastEventAt ? <>last webhook {ago(lastEventAt)}</> : "no webhook yet, so changes arrive with each sync"}
    </p>
  );
}

function Agents({ agents, formats }: { agents: Board["agents"]; formats: FormatChoices }) {
  const { filters, go } = useBoardAddress();
  const shown = useMemo(
    () => agents.filter(({ id }) => !filters.agent || id === filters.agent),
    [agents, filters.agent],
  );
  const placed = useMemo(() => shown.filter(isPlaced), [shown]);
  return (
    <section className={classes.card} aria-labelledby="agents">
      <div>
        <h2 id="agents" className={classes.title}>
          Agents
        </h2>
        <p className={classes.quiet}>
          {agents.length > 0
            ? countAgents(agents)
            : filters.team
              ? "No agent is in this team."
              : "No agent is known yet."}
        </p>
      </div>
      {agents.length > 0 && (
        <div className={classes.agents}>
          {placed.length > 0 ? (
            <AgentMap agents={placed} onChoose={(agent) => go({ agent })} />
          ) : (
            <p className={classes.quiet}>No locations to show.</p>
          )}
          <AgentList agents={agents} chosen={filters.agent} onChoose={(agent) => go({ agent })} formats={formats} />
        </div>
      )}
    </section>
  );
}
