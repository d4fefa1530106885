import type { ConnectionState } from "@console/contracts";

/** What people call the states of a connection. */
export const stateWords: Record<ConnectionState, string> = {
  needs_you: "Needs attention",
  failing: "Failing",
  late: "Late",
  pending: "Pending",
  healthy: "Healthy",
  paused: "Paused",
};
