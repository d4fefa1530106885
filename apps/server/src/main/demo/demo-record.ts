import { iso } from "./local-day.ts";

/** One record as ingestion takes it: `source_key` and fields of its fact table. */
export type DemoRecord = Record<string, unknown>;

export type HistoryEntry = { at: string; kind: string; by: string; note?: string };

export type Happening = readonly [atMs: number, kind: string, by: string, note?: string | undefined];

/** A record of what is certain and of what else is known by now. */
export function addDefined(perhaps: DemoRecord, certain: DemoRecord = {}): DemoRecord {
  for (const field in perhaps) if (perhaps[field] !== undefined) certain[field] = perhaps[field];
  return certain;
}

/** What has happened until a moment, in its order. */
export function historyUntil(happenings: readonly (Happening | false)[], untilMs: number): HistoryEntry[] {
  const past: HistoryEntry[] = [];
  for (const happening of happenings) {
    if (happening === false || happening[0] > untilMs) continue;
    const [atMs, kind, by, note] = happening;
    past.push(note === undefined ? { at: iso(atMs), kind, by } : { at: iso(atMs), kind, by, note });
  }
  return past;
}
