import type { BoardAgent } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant, formatNumber } from "@console/figures/format";
import { useNow } from "../../../lib/use-now.ts";
import classes from "./agent-list.module.css";
import { type AgentStatus, agentStatus, standWords } from "./monitor-words.ts";

type Props = {
  agents: readonly BoardAgent[];
  chosen: string | undefined;
  onChoose: (agent: string | undefined) => void;
  formats: FormatChoices;
};

const order: readonly AgentStatus[] = ["stale", "busy", "available", "offline"];

/** The agents one by one, with how they stand and how old their place is; the chosen one and those to look after first. */
export function AgentList({ agents, chosen, onChoose, formats }: Props) {
  const rankAgent = (agent: BoardAgent) => (agent.id === chosen ? -1 : order.indexOf(agentStatus(agent)));
  const byNeed = agents.toSorted((one, other) => rankAgent(one) - rankAgent(other));
  return (
    <ul className={classes.list} aria-label="Agents">
      {byNeed.map((agent) => (
        <li key={agent.id}>
          <button
            type="button"
            className={classes.agent}
            aria-pressed={agent.id === chosen}
            onClick={() => onChoose(agent.id === chosen ? undefined : agent.id)}
          >
            <AgentLines agent={agent} formats={formats} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function AgentLines({ agent, formats }: { agent: BoardAgent; formats: FormatChoices }) {
  const now = useNow();
  const { name, team, locatedAt, battery, pendingTasks } = agent;
  const stand = agentStatus(agent);
  const facts = [
    ...(team ? [team] : []),
    ...(pendingTasks ? [pendingTasks === 1 ? "1 task" : `${formatNumber(pendingTasks, formats)} tasks`] : []),
    ...(battery !== null ? [`battery ${battery}%`] : []),
  ];
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.stand} data-stand={stand}>
        {standWords[stand]}
      </span>
      <span className={classes.facts}>{facts.join(" · ")}</span>
      <span
        className={classes.place}
        data-stale={agent.isStale || undefined}
        title={locatedAt ? formatInstant(locatedAt, formats) : undefined}
      >
        {placeAge(locatedAt, now)}
      </span>
    </>
  );
}

function placeAge(locatedAt: string | null, now: number): string {
  if (!locatedAt) return "No location yet";
  const ageMs = now - Date.parse(locatedAt);
  return ageMs < 60_000 ? "Just now" : `${formatAge(ageMs)} ago`;
}
