import type { ChartColour } from "../chart/chart-description.ts";

/**
 * Members that look the same everywhere: done is good, failed is bad, late warns, on the way is the accent, and what has
 * not begun or never will is grey.
 */
const meanings: Record<string, ChartColour> = {
  Delivered: "good",
  "On time": "good",
  Approved: "good",
  Signed: "good",
  Failed: "bad",
  Rejected: "bad",
  Late: "warn",
  Returned: "warn",
  Expired: "warn",
  "Out for delivery": "accent",
  "In review": "accent",
  Planned: "quiet",
  Draft: "quiet",
  Cancelled: "faint",
  Unassigned: "grey",
  Other: "grey",
};

/** The fixed colour of a member, if it has one. */
export function colourForMember(member: string): ChartColour | undefined {
  return meanings[member];
}

/** What the members are called that have no part of their own. */
export const restName = "Other";

/** Whether a name stands for no member of its own. */
export function isRest(member: string): boolean {
  return member === restName || member === "Unassigned";
}
