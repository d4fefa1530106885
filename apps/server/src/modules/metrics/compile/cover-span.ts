import { daysFrom, nextStart, type Span, startOfPeriod } from "../model/calendar.ts";
import type { tiers } from "../rollups/rollup-shape.ts";

type Tier = keyof typeof tiers;

/** Whole periods of one length, one after the other. */
export type Stretch = Span & { tier: Tier };

/**
 * The fewest periods that make up a span, out of the lengths that may be used; the last of these is the day. A span that
 * ends after the last day of all may as well end with the period it ends in: nothing more is in there.
 */
export function coverSpan(span: Span, lengths: readonly Tier[], lastDay?: string): Stretch[] {
  if (span.from !== null && span.from >= span.to) return [];
  const endsAfterAll = lastDay !== undefined && lastDay < span.to;
  return cover(endsAfterAll ? { ...span, to: firstStart(lengths[0] ?? "day", span.to) } : span, lengths);
}

function cover(span: Span, [tier = "day", ...finer]: readonly Tier[]): Stretch[] {
  if (span.from !== null && span.from >= span.to) return [];
  if (tier === "day") return [{ tier, ...span }];
  const to = startOfPeriod(tier, span.to);
  const from = span.from === null ? null : firstStart(tier, span.from);
  if (from === null || from < to) {
    return [
      ...(from === null ? [] : cover({ from: span.from, to: from }, finer)),
      { tier, from, to },
      ...cover({ from: to, to: span.to }, finer),
    ];
  }
  // Nothing reaches over the start of a longer period: what is told of that period would miss a part of it.
  if (span.from !== null && to > span.from) {
    return [...cover({ from: span.from, to }, finer), ...cover({ from: to, to: span.to }, finer)];
  }
  return cover(span, finer);
}

/** The first days of the periods of a stretch. */
export function listStarts({ tier, from, to }: Stretch): string[] {
  if (from === null) throw new Error("A stretch without a beginning has no first period.");
  const starts: string[] = [];
  for (let start = from; start < to; start = nextStart(tier, start)) starts.push(start);
  return starts;
}

/** The periods of some stretches that changed days lie in, and the days of these that have not changed. */
export function breakAt(
  stretches: readonly Stretch[],
  changed: readonly string[],
): { broken: Record<Tier, string[]>; days: string[] } {
  const broken: Record<Tier, string[]> = { day: [], week: [], month: [] };
  for (const { tier, from, to } of stretches) {
    const inside = changed.filter((day) => (from === null || day >= from) && day < to);
    broken[tier].push(...new Set(inside.map((day) => startOfPeriod(tier, day))));
  }
  const opened = (["week", "month"] as const).flatMap((tier) => broken[tier].flatMap((start) => daysFrom(tier, start)));
  const isChanged = new Set(changed);
  return { broken, days: opened.filter((day) => !isChanged.has(day)) };
}

function firstStart(tier: Tier, day: string): string {
  const start = startOfPeriod(tier, day);
  return start === day ? start : nextStart(tier, start);
}
