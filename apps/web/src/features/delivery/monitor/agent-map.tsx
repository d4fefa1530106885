import type { BoardAgent } from "@console/contracts";
import type { ChartColour } from "@console/figures/chart";
import type { MapPicture } from "@console/figures/picture";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { PictureView } from "../../../blocks/chart/picture-view.tsx";
import { read } from "../../../lib/queries.ts";
import { type AgentStatus, agentStatus, standWords } from "./monitor-words.ts";

const colours: Record<AgentStatus, ChartColour> = { available: "good", busy: "accent", stale: "warn", offline: "grey" };

type Placed = BoardAgent & { latitude: number; longitude: number };

/** Whether it was ever told where an agent is. */
export function isPlaced(agent: BoardAgent): agent is Placed {
  return agent.latitude !== null && agent.longitude !== null;
}

type Props = { agents: readonly Placed[]; onChoose: (agent: string) => void };

/** Agent locations, on coasts that come from our own server; at least one of them has a place. */
export function AgentMap({ agents, onChoose }: Props) {
  const { middle, reach } = findBounds(agents);
  const hasCoasts = reach <= coastReach;
  const { data } = useQuery({
    ...read("readOutlines", middle),
    enabled: hasCoasts,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const outlines = hasCoasts ? data?.outlines : undefined;
  const picture = useMemo(() => toPicture(agents, outlines ?? []), [agents, outlines]);
  return <PictureView picture={picture} height={400} onOpen={({ agent }) => agent !== undefined && onChoose(agent)} />;
}

/** Coasts come for a tenth of a degree around a place: a picture that reaches further is drawn without them. */
const coastReach = 0.095;
/** The picture is at most so many times as wide as it is high, without its edges. */
const shape = 2.2;

/** The middle is told to a hundredth of a degree, so that agents who move seldom ask for other coasts. */
function findBounds(agents: readonly Placed[]) {
  const [south, north] = boundsAlong(agents.map(({ latitude }) => latitude));
  const [west, east] = boundsAlong(agents.map(({ longitude }) => longitude));
  const narrowing = Math.cos((south * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 100) / 100;
  return {
    middle: { latitude: round((south + north) / 2), longitude: round((west + east) / 2) },
    reach: Math.max(((north - south) * shape) / narrowing, (east - west) * 1.1) / 2,
  };
}

function boundsAlong(degrees: readonly number[]): [number, number] {
  return [Math.min(...degrees), Math.max(...degrees)];
}

function toPicture(agents: readonly Placed[], outlines: MapPicture["outlines"]): MapPicture {
  const stands = new Set(agents.map(agentStatus));
  return {
    kind: "map",
    title: "Agent locations",
    unit: "",
    outlines,
    format: (count) => (count === 1 ? "1 agent" : `${count} agents`),
    points: agents.map((agent) => ({
      latitude: agent.latitude,
      longitude: agent.longitude,
      value: 1,
      cell: { agent: agent.id },
      label: agent.team ? `${agent.name}, ${agent.team}` : agent.name,
      colour: colours[agentStatus(agent)],
    })),
    legend: Object.entries(standWords)
      .filter(([stand]) => stands.has(stand as AgentStatus))
      .map(([stand, label]) => ({ label, colour: colours[stand as AgentStatus] })),
  };
}
