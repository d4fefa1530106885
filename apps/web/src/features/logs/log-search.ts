import { createSearchReader, parseKey, parseText, type SearchFrom } from "../../lib/search.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Ranges that end now, by how they are written in the address. */
export const ranges = {
  "15m": { label: "Last 15 minutes", ms: 15 * minuteMs },
  "1h": { label: "Last hour", ms: hourMs },
  "6h": { label: "Last 6 hours", ms: 6 * hourMs },
  "24h": { label: "Last 24 hours", ms: 24 * hourMs },
  "7d": { label: "Last 7 days", ms: 7 * 24 * hourMs },
  "30d": { label: "Last 30 days", ms: 30 * 24 * hourMs },
} as const;
export type RangeName = keyof typeof ranges;
const firstRange: RangeName = "24h";

function parseInstant(value: unknown): string | undefined {
  const text = parseText(value);
  return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}

/** What the page of the logs reads from its address: a search, its range, and what is open. */
export const readLogSearch = createSearchReader({
  q: parseText,
  range: (value) => parseKey(ranges, value),
  since: parseInstant,
  until: parseInstant,
  view: (value) => parseKey({ errors: true }, value),
  state: (value) => parseKey({ muted: true }, value),
  line: parseText,
  request: parseText,
});
export type LogSearch = SearchFrom<{
  q: (value: unknown) => string | undefined;
  range: (value: unknown) => RangeName | undefined;
  since: (value: unknown) => string | undefined;
  until: (value: unknown) => string | undefined;
  view: (value: unknown) => "errors" | undefined;
  state: (value: unknown) => "muted" | undefined;
  line: (value: unknown) => string | undefined;
  request: (value: unknown) => string | undefined;
}>;

/** `name` is null for a range with a fixed beginning and end. */
export type LogRange = { name: RangeName | null; since: string; until: string };

/** The range that the address asks for, as of an instant. */
export function resolveRange({ since, until, range }: LogSearch, now: number): LogRange {
  if (since && until && since < until) return { name: null, since, until };
  const name = range ?? firstRange;
  const at = (ms: number) => new Date(ms).toISOString();
  return { name, since: at(now - ranges[name].ms), until: at(now + minuteMs) };
}
