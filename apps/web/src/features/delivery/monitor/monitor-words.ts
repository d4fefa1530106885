import type { BoardAgent } from "@console/contracts";
import { type FormatChoices, formatDuration } from "@console/figures/format";

/** What a status is for those who look at the board. */
export type BoardTone = "good" | "bad" | "accent" | "quiet";

const tones: Readonly<Record<string, BoardTone>> = {
  Done: "good",
  Failed: "bad",
  "On the way": "accent",
  "At stop": "accent",
};

/** The colour of a group of statuses, the same as in the reports. */
export function toneForGroup(group: string): BoardTone {
  return Object.hasOwn(tones, group) ? (tones[group] ?? "quiet") : "quiet";
}

/** What people call the provider's types of tasks, by their numbers. */
export const taskTypes: readonly string[] = ["Pickup", "Delivery", "Appointment", "Field work"];

/** How an agent stands; a place that is too old to be believed comes before all else. */
export type AgentStatus = "available" | "busy" | "stale" | "offline";

/** What people call how an agent stands. */
export const standWords: Record<AgentStatus, string> = {
  available: "Available",
  busy: "Busy",
  stale: "Stale location",
  offline: "Offline",
};

/** How an agent stands, for the map and the list. */
export function agentStatus({ status, isStale }: Pick<BoardAgent, "status" | "isStale">): AgentStatus {
  return isStale ? "stale" : status;
}

/** How many agents stand how, in words: 12 agents: 7 available, 3 busy, 2 offline. */
export function countAgents(agents: readonly Pick<BoardAgent, "status" | "isStale">[]): string {
  const counted = (["available", "busy", "stale", "offline"] as const).flatMap((stand) => {
    const count = agents.filter((agent) => agentStatus(agent) === stand).length;
    const words = stand === "stale" ? "with a stale location" : stand;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return `${agents.length === 1 ? "1 agent" : `${agents.length} agents`}: ${counted.join(", ")}`;
}

/** How long something has waited; clocks that differ by a little make nothing wait less than no time. */
export function waitWords(milliseconds: number, formats: FormatChoices): string {
  return milliseconds < 60_000 ? "under 1 min" : formatDuration(milliseconds / 1000, formats);
}
