import { iso } from "./local-day.ts";

/** One record as ingestion takes it: `source_key` and fields of its fact table. */
export type DemoRecord = Record<string, unknown>;

export type HistoryEntry = { at: string; kind: string; by: string; note?: string };

export type Happening = readonly [atMs: number, kind: string, by: string, note?: string | undefined];

/** Drops the fields that are not known yet. */
export function known(record: DemoRecord): DemoRecord {
  const kept: DemoRecord = {};
  for (const field in record) if (record[field] !== undefined) kept[field] = record[field];
  return kept;
}

/** What has happened until a moment, in its order. */
export function pastOf(happenings: readonly (Happening | false)[], untilMs: number): HistoryEntry[] {
  const past: HistoryEntry[] = [];
  for (const happening of happenings) {
    if (happening === false || happening[0] > untilMs) continue;
    const [atMs, kind, by, note] = happening;
    past.push(note === undefined ? { at: iso(atMs), kind, by } : { at: iso(atMs), kind, by, note });
  }
  return past;
}
