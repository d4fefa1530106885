import type {
  getPlatformFigure as contract,
  listPlatformFigureRows as listContract,
  PlatformFigure,
  PlatformFigureName,
  RouteOutput,
} from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { isWithinUsualRange } from "@console/figures/measure-change";
import { resolvePeriod } from "@console/figures/periods";
import { dayAt } from "@console/figures/time-zone";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { findTenantNames, localeSettings } from "../../directory/index.ts";
import { createScope, type DayValue, type FigureScope, type FigureSpec, type FigureTotal, whole } from "./figure.ts";
import { countOpenIncidents, listOpenIncidents } from "./incident-figure.ts";

/** Every figure that is about days; what is so now is counted apart. */
export type FigureSpecs = Readonly<Record<Exclude<PlatformFigureName, "open_incidents">, FigureSpec>>;

type Input = z.output<(typeof contract)["input"]>;

const mostDays = 400;
const byDefault = "last_30_days";

/** One figure of how the platform is used. Days before it was counted are unknown, and nothing is compared with them. */
export async function readFigure(context: Context, input: Input, specs: FigureSpecs): Promise<PlatformFigure> {
  const place = await findPlace(context, input);
  if (input.figure === "open_incidents") return readIncidents(context, place);
  const spec = specs[input.figure];
  const scope = resolveScope(input, place, spec);
  const beginning = await spec.readBeginning(context);
  const rows = await spec.readDays(context, scope);
  const total = await readTotal(context, spec, scope, rows);
  const earlier = createScope({ from: addDays(scope.from, -countDays(scope)), to: scope.from }, place);
  const firstDay = beginning && dayAt(beginning.getTime(), place.timeZone);
  const days = listDays(scope);
  const known = days.filter((day) => firstDay !== null && day >= firstDay && day <= place.today);
  const comparison = await compare(context, spec, { scope, earlier, beginning, rows, known });
  return {
    span: { from: scope.from, to: scope.to },
    value: known.length === 0 ? null : (total?.value ?? null),
    bound: total?.bound ?? null,
    ...comparison,
    firstDay: comparison.before === null ? firstDay : null,
    days,
    series: describeSeries(spec, rows, { days, known: new Set(known) }),
    ...describePaths(spec, scope, days),
    timeZone: place.timeZone,
    today: place.today,
    asOf: context.now.toISOString(),
  };
}

/** What a figure is made of, page by page. */
export async function listFigureRows(
  context: Context,
  { cursor, limit, ...input }: z.output<(typeof listContract)["input"]>,
  specs: FigureSpecs,
): Promise<RouteOutput<typeof listContract>> {
  const place = await findPlace(context, input);
  const offset = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new AppError("invalid_input", "There is no such page.");
  const page = { offset, limit: limit + 1 };
  const read = () => {
    if (input.figure === "open_incidents") return listOpenIncidents(context, place, page);
    const spec = specs[input.figure];
    if (spec.list.kind === "page") throw new AppError("not_found", "Another page lists what this figure counts.");
    return spec.list.readRows(context, resolveScope(input, place, spec), page);
  };
  const rows = await read();
  return { items: rows.slice(0, limit), next: rows.length > limit ? String(offset + limit) : null };
}

type Place = { timeZone: string; today: string; tenant: string | null };

/** Whose figures are asked for, and which day it is. */
async function findPlace(context: Context, { tenant }: Pick<Input, "tenant">): Promise<Place> {
  const { timeZone } = await readSettings(context, localeSettings, ["timeZone"]);
  if (tenant !== undefined && !(await findTenantNames(context, [tenant])).has(tenant))
    throw new AppError("not_found", "There is no such tenant.");
  return { timeZone, today: dayAt(context.now.getTime(), timeZone), tenant: tenant ?? null };
}

function resolveScope({ period, from, to }: Input, place: Place, { windowDays }: FigureSpec): FigureScope {
  if ((from === undefined) !== (to === undefined) || (from && to && from >= to))
    throw new AppError("invalid_input", "Give the first and the last day.", {
      fields: { from: "Choose a day before the last one." },
    });
  const span = from && to ? { from, to } : resolvePeriod(period ?? byDefault, place.today);
  const tomorrow = addDays(place.today, 1);
  // Days ahead have nothing to show, unless all of them are.
  const end = span.from < tomorrow && span.to > tomorrow ? tomorrow : span.to;
  const asked = { from: windowDays === undefined ? span.from : addDays(end, -windowDays), to: end };
  const scope = createScope(asked, place);
  if (countDays(scope) > mostDays)
    throw new AppError("invalid_input", `Choose at most ${mostDays} days.`, {
      fields: { from: `Choose at most ${mostDays} days.` },
    });
  return scope;
}

function countDays({ from, to }: Pick<FigureScope, "from" | "to">): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function listDays(scope: Pick<FigureScope, "from" | "to">): string[] {
  return Array.from({ length: countDays(scope) }, (_, index) => addDays(scope.from, index));
}

function sumDays(rows: readonly DayValue[]): number {
  return rows.reduce((sum, { value }) => sum + value, 0);
}

async function readTotal(
  context: Context,
  spec: FigureSpec,
  scope: FigureScope,
  rows: readonly DayValue[],
): Promise<FigureTotal | null> {
  return spec.readTotal ? spec.readTotal(context, scope) : { value: sumDays(rows), bound: null };
}

type Compared = {
  scope: FigureScope;
  earlier: FigureScope;
  beginning: Date | null;
  rows: readonly DayValue[];
  known: readonly string[];
};

/** The period before, where all of it is known, and whether the change is within the usual range of single days. */
async function compare(
  context: Context,
  spec: FigureSpec,
  { earlier, beginning, rows, known }: Compared,
): Promise<Pick<PlatformFigure, "before" | "isUsual">> {
  if (beginning === null || beginning > earlier.since || known.length === 0) return { before: null, isUsual: null };
  const earlierRows = await spec.readDays(context, earlier);
  const total = await readTotal(context, spec, earlier, earlierRows);
  const valuesOn = (days: readonly string[], values: readonly DayValue[]) => {
    const byDay = sumByDay(values);
    return days.flatMap((day) => byDay.get(day) ?? (spec.hasGaps ? [] : 0));
  };
  const isUsual = isWithinUsualRange(valuesOn(known, rows), valuesOn(listDays(earlier), earlierRows));
  return { before: total?.value ?? null, isUsual };
}

function sumByDay(rows: readonly DayValue[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { day, value } of rows) sums.set(day, (sums.get(day) ?? 0) + value);
  return sums;
}

/** The values of each series on each day, the largest series first. */
function describeSeries(
  { labelSeries, hasGaps }: FigureSpec,
  rows: readonly DayValue[],
  { days, known }: { days: readonly string[]; known: ReadonlySet<string> },
): PlatformFigure["series"] {
  const bySeries = new Map<string, DayValue[]>(labelSeries ? [] : [[whole, []]]);
  for (const row of rows) bySeries.set(row.series, [...(bySeries.get(row.series) ?? []), row]);
  const sorted = [...bySeries].sort(([a, first], [b, second]) => sumDays(second) - sumDays(first) || (a < b ? -1 : 1));
  return sorted.map(([id, own]) => {
    const byDay = sumByDay(own);
    return {
      id,
      name: labelSeries?.(id) ?? id,
      values: days.map((day) => (known.has(day) ? (byDay.get(day) ?? (hasGaps ? null : 0)) : null)),
    };
  });
}

function describePaths(
  { list }: FigureSpec,
  scope: FigureScope,
  days: readonly string[],
): Pick<PlatformFigure, "path" | "dayPaths"> {
  if (list.kind === "rows") return { path: null, dayPaths: [] };
  const pathOn = (day: string) => list.pathFor(createScope({ from: day, to: addDays(day, 1) }, scope));
  return { path: list.pathFor(scope), dayPaths: days.map(pathOn) };
}

/** What is so now has no days and is compared with nothing. */
async function readIncidents(context: Context, place: Place): Promise<PlatformFigure> {
  return {
    span: null,
    value: await countOpenIncidents(context, place),
    bound: null,
    before: null,
    isUsual: null,
    firstDay: null,
    days: [],
    series: [],
    path: null,
    dayPaths: [],
    timeZone: place.timeZone,
    today: place.today,
    asOf: context.now.toISOString(),
  };
}
