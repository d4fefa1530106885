/** An instant as the clock of a time zone shows it, in the form that an input takes: 2026-03-19T12:00. */
export function toClockTime(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The instant at which the clock of a time zone shows a time; null when it is no time. */
export function instantAt(clockTime: string, timeZone: string): string | null {
  const wallTime = Date.parse(`${clockTime}Z`);
  if (Number.isNaN(wallTime)) return null;
  // Twice, because the distance to UTC may be another one at the first guess, where clocks are changed.
  let guess = wallTime;
  for (let time = 0; time < 2; time++) {
    guess += wallTime - Date.parse(`${toClockTime(new Date(guess).toISOString(), timeZone)}Z`);
  }
  return new Date(guess).toISOString();
}
