/** The day that lies so many days after another, or before it. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  // Years after 9999 are written longer.
  return date.toISOString().slice(0, -"T00:00:00.000Z".length);
}

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

/** The most years that a period may span. */
export const longestYears = 50;

/**
 * The days from the first to the last that a report can show: up to today, and the newest of them where they span more
 * years than a period may. Null where all of them lie ahead.
 */
export function daysToShow(
  { from, to }: { from: string; to: string },
  today: string,
): { from: string; to: string } | null {
  if (from > today) return null;
  const last = to > today ? today : to;
  const [year = 0, month = 1, date = 1] = addDays(last, 1).split("-").map(Number);
  const earliest = new Date(Date.UTC(year - longestYears, month - 1, date)).toISOString().slice(0, 10);
  return { from: from < earliest ? earliest : from, to: last };
}
