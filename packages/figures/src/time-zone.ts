const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;

/** Asking Intl takes longer than mapping a whole row, so its answers are cached; memory stays the same over any span of years. */
const mostOffsets = 50_000;
/** Some hundreds of zones exist, but their names may be written in many ways. */
const mostZones = 1000;

type Zone = {
  format: Intl.DateTimeFormat;
  /** Offsets by day and by quarter of an hour; NaN where clocks are changed within it. */
  days: Map<number, number>;
  quarters: Map<number, number>;
};

const zones = new Map<string, Zone | null>();

function findZone(name: string): Zone | null {
  const cached = zones.get(name);
  if (cached !== undefined) return cached;
  const zone = createZone(name);
  if (zones.size >= mostZones) zones.clear();
  zones.set(name, zone);
  return zone;
}

function createZone(name: string): Zone | null {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    return { format, days: new Map(), quarters: new Map() };
  } catch {
    return null;
  }
}

/** Whether a text names a time zone that is known here. */
export function isTimeZone(text: string): boolean {
  return findZone(text) !== null;
}

/** The time zone that this device is set to. */
export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every time zone that can be chosen, in the order of its name. */
export function timeZones(): string[] {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);
  return [...names].sort((first, second) => first.localeCompare(second, "en-GB"));
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instantMs: number, timeZone: string): number {
  const zone = findZone(timeZone);
  if (!zone) throw new RangeError(`Unknown time zone: ${timeZone}`);
  const ofDay = offsetWithin(zone, zone.days, dayMs, instantMs);
  if (!Number.isNaN(ofDay)) return ofDay;
  const ofQuarter = offsetWithin(zone, zone.quarters, quarterMs, instantMs);
  // Long ago clocks were also changed at odd minutes.
  return Number.isNaN(ofQuarter) ? readOffset(zone, instantMs) : ofQuarter;
}

/** The offset that holds through the whole piece of time in which an instant lies, or NaN. */
function offsetWithin(zone: Zone, cache: Map<number, number>, pieceMs: number, instantMs: number): number {
  const piece = Math.floor(instantMs / pieceMs);
  const cached = cache.get(piece);
  if (cached !== undefined) return cached;
  const start = readOffset(zone, piece * pieceMs);
  const offset = start === readOffset(zone, (piece + 1) * pieceMs) ? start : Number.NaN;
  if (cache.size >= mostOffsets) cache.clear();
  cache.set(piece, offset);
  return offset;
}

function readOffset({ format }: Zone, instantMs: number): number {
  const secondMs = Math.floor(instantMs / 1000) * 1000;
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(secondMs)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - secondMs;
}

/** What the clocks of a zone show at an instant, as if it were UTC. */
export function wallClockAt(instantMs: number, timeZone: string): number {
  return instantMs + offsetAt(instantMs, timeZone);
}

/** A zone, or that of this device: a browser that is older than the choice may not know it. */
export function knownTimeZone(zone: string | null | undefined): string {
  return zone && isTimeZone(zone) ? zone : deviceTimeZone();
}

/** The calendar day in a zone at an instant, as YYYY-MM-DD. */
export function dayAt(instantMs: number, timeZone: string): string {
  return new Date(wallClockAt(instantMs, timeZone)).toISOString().slice(0, 10);
}

/**
 * The instant at which the clocks of a zone show a date and time, given as if it were UTC. Where they show it twice it
 * is the first; one that they skip is as much later as they jump.
 */
export function instantAt(wallClockMs: number, timeZone: string): number {
  const { before, shown } = findInstants(wallClockMs, timeZone);
  return shown ?? wallClockMs - before;
}

/** The first instant of a day in a zone. A day that a zone skips begins with the next. */
export function startOfDay(day: string, timeZone: string): number {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const { before, after, shown } = findInstants(midnightMs, timeZone);
  if (shown !== null) return shown;
  // Clocks jump over midnight: the day begins when they do.
  let [earlier, later] = [midnightMs - after, midnightMs - before];
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offsetAt(middle, timeZone) === before) earlier = middle;
    else later = middle;
  }
  return later;
}

/** The offsets around what clocks show, and the first instant at which they show it; null where they skip it. */
function findInstants(wallClockMs: number, timeZone: string) {
  // No zone is a day away from UTC, so that one of these offsets holds at the instant, or clocks jump over it.
  const before = offsetAt(wallClockMs - dayMs, timeZone);
  const after = offsetAt(wallClockMs + dayMs, timeZone);
  const isShown = (offset: number) => offsetAt(wallClockMs - offset, timeZone) === offset;
  // The larger offset is the earlier instant.
  const shown = [Math.max(before, after), Math.min(before, after)].find(isShown);
  return { before, after, shown: shown === undefined ? null : wallClockMs - shown };
}
