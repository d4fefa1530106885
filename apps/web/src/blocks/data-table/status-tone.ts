export type StatusTone = "good" | "warn" | "bad" | "accent" | "quiet";

/** What a state means is the same on every page; a word that is not here means nothing yet. */
const tones: Readonly<Record<string, StatusTone>> = {
  Delivered: "good",
  Approved: "good",
  Signed: "good",
  Active: "good",
  Done: "good",
  Searchable: "good",
  Read: "good",
  Failed: "bad",
  Rejected: "bad",
  Returned: "warn",
  Expired: "warn",
  Late: "warn",
  Healthy: "good",
  Locked: "bad",
  Suspended: "bad",
  Failing: "bad",
  Leaving: "warn",
  Invited: "accent",
  New: "accent",
  "Out for delivery": "accent",
  "In review": "accent",
  Running: "accent",
  Reading: "accent",
  Error: "bad",
  Fatal: "bad",
  Warning: "warn",
};

/** The colour of the dot beside a state's word. */
export function statusTone(word: string): StatusTone {
  return Object.hasOwn(tones, word) ? (tones[word] ?? "quiet") : "quiet";
}
