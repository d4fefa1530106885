import { isDay } from "@console/contracts";
import { addDays } from "../../metrics/index.ts";
import type { TaughtMeaning } from "../engine/taught-word.ts";
import type { Days } from "../engine/time-words.ts";

/** A taught word as its table holds it. */
export type WordRow = {
  meaning: string;
  metric: string | null;
  dimension: string | null;
  members: string[];
  period: string | null;
  days: string | null;
  is_yearly: boolean;
  report: string | null;
};

/** The choice of a period whose days are given. */
export const ownDays = "days";

/** What a stored word means; null where something of it is missing. */
export function toMeaning(row: WordRow): TaughtMeaning | null {
  const { metric, dimension, members, period, days, is_yearly: isYearly, report } = row;
  switch (row.meaning) {
    case "metric":
      return metric ? { kind: "metric", metric } : null;
    case "dimension":
      return dimension ? { kind: "dimension", dimension } : null;
    case "member":
      return dimension && members.length > 0 ? { kind: "member", dimension, names: members } : null;
    case "period": {
      if (period !== ownDays) return period ? { kind: "period", relative: period, ranges: [], isYearly: false } : null;
      const read = readRanges(days ?? "");
      return "ranges" in read ? { kind: "period", relative: null, ranges: read.ranges, isYearly } : null;
    }
    case "report":
      return report ? { kind: "report", report } : null;
    case "nothing":
      return { kind: "nothing" };
    default:
      return null;
  }
}

const mostRanges = 40;

/** The stretches of days that lines name, half-open, or what is wrong with them. */
export function readRanges(text: string): { ranges: Days[] } | { problem: string } {
  const lines = text.split(/\n|;/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  if (lines.length === 0) return { problem: "Enter the days, such as 2026-02-18 to 2026-03-19." };
  if (lines.length > mostRanges) return { problem: `Use at most ${mostRanges} lines.` };
  const ranges: Days[] = [];
  for (const line of lines) {
    const [, from = "", to = from] =
      /^(\d{4}-\d{2}-\d{2})(?:\s*(?:to|–|-|until)\s*(\d{4}-\d{2}-\d{2}))?$/.exec(line) ?? [];
    if (!isDay(from) || !isDay(to)) return { problem: `Write "${line.slice(0, 40)}" as 2026-02-18 to 2026-03-19.` };
    if (to < from) return { problem: `"${line}" ends before it begins.` };
    ranges.push({ from, to: addDays(to, 1) });
  }
  return { ranges };
}
