import { type PlatformFigureName, platformFigureNames } from "@console/contracts/platform-figure-names";
import { addDays, isDay } from "@console/figures/calendar";
import { periodWords } from "../../blocks/filter-bar/view-words.ts";
import { createSearchReader, parseKey, parseText } from "../../lib/search.ts";

/** How often the page reads its figures anew, in minutes. */
export const refreshWords = { off: "Off", "1": "Every minute", "5": "Every 5 minutes", "15": "Every 15 minutes" };

const figureKeys = Object.fromEntries(platformFigureNames.map((name) => [name, true])) as Record<
  PlatformFigureName,
  true
>;

function parseDay(value: unknown): string | undefined {
  const text = parseText(value);
  return text !== undefined && isDay(text) ? text : undefined;
}

/**
 * The address of the dashboard: its days, the tenant that it is about, how often it is refreshed, and the figure whose
 * rows are open, with the one day that they are of. The last day is named, as on reports.
 */
export const readDashboardSearch = createSearchReader({
  period: (value) => parseKey(periodWords, value),
  from: parseDay,
  to: parseDay,
  about: parseText,
  refresh: (value) => parseKey(refreshWords, value),
  figure: (value) => parseKey(figureKeys, value),
  day: parseDay,
});
export type DashboardSearch = ReturnType<typeof readDashboardSearch>;

/** What figures are asked for by an address. */
export function toScope({ period, from, to, about }: DashboardSearch) {
  const days = from && to && from <= to ? { from, to: addDays(to, 1) } : period ? { period } : {};
  return { ...days, ...(about && { tenant: about }) };
}

/** What the rows of an opened figure are asked for by: those of one day, or of all of them. */
export function toRowScope(search: DashboardSearch) {
  const { day, about } = search;
  return day ? { from: day, to: addDays(day, 1), ...(about && { tenant: about }) } : toScope(search);
}

/** After how long figures are read anew; false for never. A page that is hidden waits. */
export function toRefreshMs({ refresh }: DashboardSearch): number | false {
  return refresh === undefined || refresh === "off" ? false : Number(refresh) * 60_000;
}
