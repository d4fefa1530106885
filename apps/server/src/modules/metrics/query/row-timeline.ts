import type { Moment } from "../model/dataset.ts";

/** Something that happened to a row. */
export type Happening = { at: string; label: string; note: string | null };

const mostTold = 200;

/** What happened to a row, from the earliest: its history, and the times of its own that the history does not tell. */
export function tellTimeline(history: unknown, times: readonly { moment: Moment; at: Date | null }[]): Happening[] {
  const entries = readHistory(history);
  const isInHistory = ({ kinds = [] }: Moment, at: Date) =>
    entries.some((entry) => kinds.includes(entry.kind) && entry.at.getTime() === at.getTime());
  const own = times.flatMap(({ moment, at }) =>
    at && !isInHistory(moment, at) ? [{ at, label: moment.label, note: null }] : [],
  );
  return [...entries.map(({ at, kind, note }) => ({ at, label: toLabel(kind), note })), ...own]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, label, note }) => ({ at: at.toISOString(), label, note }));
}

/** A source's own list, of which only what can be read is told. */
function readHistory(history: unknown): { at: Date; kind: string; note: string | null }[] {
  if (!Array.isArray(history)) return [];
  return history.slice(-mostTold).flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { at, kind, by, note } = entry as Record<string, unknown>;
    const instant = typeof at === "string" ? new Date(at) : null;
    if (!instant || !isTellable(instant) || typeof kind !== "string" || kind === "") return [];
    const words = [by, note].filter((word): word is string => typeof word === "string" && word !== "");
    return [{ at: instant, kind, note: words.length > 0 ? words.join(" · ") : null }];
  });
}

/** Dates beyond four-digit years have another text, which no reader of instants knows. */
function isTellable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

function toLabel(kind: string): string {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
