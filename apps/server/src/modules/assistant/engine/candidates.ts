import type { TimeMention } from "./read-times.ts";
import type { TaughtWord } from "./taught-word.ts";

/** What a word does in a question. */
export type Role =
  | "split"
  | "which"
  | "who"
  | "without"
  | "compare"
  | "than"
  | "change"
  /** Up, low or bad, which tell a direction without asking for a change. */
  | "mood"
  | "why"
  | "cumulative"
  | "share"
  | "and"
  | "how many"
  | "how much"
  | "value"
  | "how long"
  | "only"
  | "follow-up"
  | "forecast";

/** What some words of a question may mean. `places` are the words that it explains, `taught` who says so. */
export type Candidate = { places: readonly number[]; score: number; taught?: TaughtWord } & (
  | { kind: "metric"; metric: string }
  | { kind: "judgement"; metric: string; op: "<" | ">="; value: number }
  | { kind: "dimension"; dimension: string; isPlural: boolean }
  /** `others` are further members that the same words name. */
  | { kind: "member"; dimension: string; name: string; others?: readonly string[]; isQualified: boolean }
  | { kind: "time"; mention: TimeMention }
  | { kind: "report"; report: string }
  /** `isBaseNext`: what follows is what is compared with, as after "than" and "beat". */
  | { kind: "role"; role: Role; isBaseNext?: true }
  /** A number before a dimension: which three drivers. */
  | { kind: "count"; count: number }
  | { kind: "limit"; op: "<" | "<=" | ">" | ">="; value: number; isPercent: boolean; unit: string | null }
  | { kind: "rank"; direction: "most" | "least" | "best" | "worst"; count: number | null; word: string }
);

/** The places from one to another. */
export function placesBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
