/** Making a format takes longer than using it; there are some hundreds of zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
const hourMs = 3_600_000;

/** The instant at which clocks of a zone show a date and time; one that they skip is the one they jump to. */
export function zonedInstant(local: number, timeZone: string): Date {
  // Twice: the offset that holds at the first guess may not hold at the instant itself.
  const first = local - offsetAt(local, timeZone);
  const second = local - offsetAt(first, timeZone);
  return new Date(offsetAt(second, timeZone) === local - second ? second : Math.max(first, second));
}

const offsets = new Map<string, number>();

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  // Clocks are changed at full quarters of an hour at most.
  const quarter = Math.floor(instant / (hourMs / 4));
  const key = `${timeZone} ${quarter}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  let format = formats.get(timeZone);
  if (!format) {
    const parts = {
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", calendar: "gregory", ...parts });
    formats.set(timeZone, format);
  }
  const at = quarter * (hourMs / 4);
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(shown.year ?? 0, (shown.month ?? 1) - 1, shown.day, shown.hour, shown.minute, shown.second);
  if (offsets.size > 50_000) offsets.clear();
  offsets.set(key, local - at);
  return local - at;
}
