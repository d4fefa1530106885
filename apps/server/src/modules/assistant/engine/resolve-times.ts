import type { Grain, MetricQueryInput } from "@console/contracts";
import {
  addDays,
  addMonths,
  daysBetween,
  earlier,
  listMeasures,
  type Metric,
  type MetricRegistry,
  startOfPeriod,
} from "../../metrics/index.ts";
import type { Candidate, Role } from "./candidates.ts";
import { periodOf } from "./read-days.ts";
import type { ComparedPeriod } from "./read-times.ts";
import type { Days } from "./time-words.ts";

type TimeParts = {
  time: NonNullable<MetricQueryInput["time"]>;
  /** The days that were meant, for choosing a grain. */
  days: Days | null;
  grain: Grain | null;
  compare: MetricQueryInput["compare"] | null;
  /** A day after today that a metric without future would need. */
  futureDay: string | null;
  usedRoles: Role[];
  penalty: number;
};

type Deps = {
  today: string;
  metrics: readonly Metric[];
  registry: MetricRegistry;
  roles: ReadonlySet<Role>;
  hasPair: boolean;
  /** The question speaks of what has been. */
  isPast: boolean;
};

/** What all mentions of time together ask for. */
export function readTimeParts(items: readonly Candidate[], deps: Deps): TimeParts {
  const { today, metrics, registry, roles, hasPair, isPast } = deps;
  const mentions = items.flatMap((item) => (item.kind === "time" ? [item.mention] : []));
  const spans = mentions.flatMap((mention) => (mention.kind === "days" ? [mention.days] : []));
  const moments = mentions.flatMap((mention) => (mention.kind === "moment" ? [mention.day] : []));
  const grains = mentions.flatMap((mention) => (mention.kind === "grain" ? [mention.grain] : []));
  const isCompared = ["compare", "than", "change", "why"].some((role) => roles.has(role as Role));
  const isAlone = spans.length === 0 && !mentions.some(({ kind }) => kind === "moment" || kind === "now");
  // "shrinkage, prior year" compares nothing: it names the year.
  const named =
    isAlone && !roles.has("compare") && !roles.has("than") && metrics.length > 0
      ? mentions.find((one) => one.kind === "compare" && one.unit !== null)
      : undefined;
  if (named?.kind === "compare" && named.unit) spans.push(periodOf(named.unit, today, -1));
  const compares = mentions.flatMap((mention) =>
    mention.kind === "compare" && mention !== named ? [mention.compare] : [],
  );
  const isNow = mentions.some(({ kind }) => kind === "now");
  const isState = metrics.length > 0 && metrics.every(({ type }) => type === "snapshot");
  const isAhead = metrics.length > 0 && metrics.every((metric) => looksAhead(metric, registry));
  const usedRoles: Role[] = [];
  let penalty =
    Math.max(0, new Set(grains.filter((one) => one !== "fitting")).size - 1) + Math.max(0, compares.length - 1);

  const distinct = isCompared ? spans : withoutRepeats(spans);
  let main: Days | null = distinct[0] ?? null;
  let base: Days | null = distinct[1] ?? null;
  // "the change between January and February" compares the two.
  if (main?.parts && !base && (roles.has("change") || roles.has("why") || roles.has("compare")) && !hasPair) {
    [base, main] = main.parts;
  }
  let compare: TimeParts["compare"] = null;
  let joined: Grain | null = null;
  if (distinct.length > 2) penalty += 2 * (distinct.length - 2);
  if (main && base) {
    if (isCompared) {
      // "Did sales beat last year so far this month": what stands right behind the word is held against.
      if (isBaseFirst(items)) [main, base] = [base, main];
      compare = compareWith(main, base, today);
      usedRoles.push("compare", "than", "change");
    } else {
      // "January and February" without a comparison are one stretch, period by period.
      const [first, last] = main.from < base.from ? [main, base] : [base, main];
      penalty += first.to === last.from ? 0.3 : 1.5;
      joined = (main.unit ?? null) as Grain | null;
      const isBare = main.isBare === true && base.isBare === true;
      main = { from: first.from, to: last.to, ...(isBare && { isBare }) };
      base = null;
    }
  } else if (
    main &&
    !hasPair &&
    compares.length === 0 &&
    (roles.has("than") || (roles.has("compare") && isBaseAlone(items)))
  ) {
    // "more than last week": what it is compared with was said, and not what is compared.
    if (main.unit && main.to <= today) {
      base = main;
      main = { from: startOfPeriod(main.unit, today), to: addDays(today, 1), unit: main.unit };
      compare = compareWith(main, base, today);
      usedRoles.push("than", "compare", "change");
    }
  }
  if (!compare && compares[0]) {
    compare = compareByName(compares[0], main);
    usedRoles.push("compare", "than", "change");
  }
  // "how returns developed month by month" asks for the course, not for a change.
  if (!compare && roles.has("change")) {
    const isCourse = main?.steps !== undefined && !roles.has("than");
    if (isCourse && main?.steps) joined = main.steps;
    else if (grains.length === 0) compare = { type: "previous_period" };
    usedRoles.push("change");
  }

  // "The evolution, by quarter": what was said exactly holds.
  const chosen = grains.find((one) => one !== "fitting") ?? grains[0] ?? joined;
  const grain = chosen === "fitting" ? fittingGrain(main) : chosen;
  const futureDay =
    main && !isAhead && main.from > today ? main.from : (moments.find((day) => day > today && !isAhead) ?? null);
  const rest = { days: main, grain, compare, futureDay, usedRoles, penalty };
  if (moments[0] !== undefined && isAhead && !isPast) {
    // "Before the end of June" of what lies ahead is from now on until then.
    let last = moments[0];
    while (last < today) last = addMonths(last, 12);
    usedRoles.push("compare");
    return { ...rest, futureDay: null, time: { from: today, to: addDays(last, 1) } };
  }
  if (moments[0] !== undefined) {
    if (isState && moments[1] !== undefined && moments[1] > moments[0]) moments.reverse();
    // "now and at the end of last year", "today against year end"
    const current = isNow || (main && main.from <= today && today < main.to) ? today : null;
    if (isState && moments.length === 1 && current && moments[0] < current) {
      usedRoles.push("compare", "change", "than");
      return { ...rest, time: { asOf: current }, compare: { type: "asOf", asOf: moments[0] } };
    }
    if (isState) {
      if (moments[1] !== undefined) usedRoles.push("compare", "change", "than");
      const before = moments[1] ?? (base ? addDays(base.to, -1) : undefined);
      const against = before === undefined ? compare : ({ type: "asOf", asOf: before } as const);
      return { ...rest, compare: against, time: { asOf: moments[0] } };
    }
    return { ...rest, time: { from: moments[0], to: addDays(moments[0], 1) }, penalty: penalty + 1 };
  }
  if (!main) return { ...rest, time: { default: true } };
  if (isState && !grain) {
    const last = addDays(main.to, -1);
    const isAfter = main.from > today;
    const asOf = isAfter ? main.from : earlier(last, today);
    const against = compare?.type === "range" ? ({ type: "asOf", asOf: addDays(compare.to, -1) } as const) : compare;
    return { ...rest, compare: against, time: { asOf } };
  }
  // What lies ahead is asked of the next April, and not of the last one.
  const isNext = isAhead && main.isBare && main.to <= today && !isPast;
  const from = isNext ? addMonths(main.from, 12) : main.from;
  const to = isNext ? addMonths(main.to, 12) : isAhead ? widen(main, today) : main.to;
  return { ...rest, time: { from, to } };
}

function compareByName(name: ComparedPeriod, days: Days | null): NonNullable<MetricQueryInput["compare"]> {
  if (name !== "same_days_last_week") return { type: name };
  const isShort = days !== null && daysBetween(days.from, days.to) <= 7;
  if (!isShort) return { type: "previous_period" };
  return { type: "range", from: addDays(days.from, -7), to: addDays(days.to, -7) };
}

/** Periods that say the same twice, such as "next month, April", are one: the narrower. */
function withoutRepeats(spans: readonly Days[]): Days[] {
  const isRepeat = (one: Days, other: Days) => {
    const isWider = one.from <= other.from && other.to <= one.to && (one.from !== other.from || one.to !== other.to);
    const isSameMonth =
      one.isBare && other.unit === "month" && one.from.slice(5) === other.from.slice(5) && !other.isBare;
    return isWider || isSameMonth;
  };
  return spans.filter((one, place) => {
    const isEqualBefore = spans.slice(0, place).some(({ from, to }) => from === one.from && to === one.to);
    return !isEqualBefore && !spans.some((other) => other !== one && isRepeat(one, other));
  });
}

/** A running period of what lies ahead goes on to its end. */
function widen({ from, to, unit }: Days, today: string): string {
  if (!unit || to !== addDays(today, 1) || unit === "day") return to;
  const next: Record<string, string> = {
    week: addDays(from, 7),
    month: addMonths(from, 1),
    quarter: addMonths(from, 3),
    year: addMonths(from, 12),
  };
  return next[unit] ?? to;
}

/** Whether the first period stands right behind a word that only what is compared with follows. */
function isBaseFirst(items: readonly Candidate[]): boolean {
  const place = items.findIndex((item) => item.kind === "time" && item.mention.kind === "days");
  const before = items[place - 1];
  const time = items[place];
  if (before?.kind !== "role" || !time || (before.role !== "than" && before.role !== "compare")) return false;
  const isBeside = (time.places[0] ?? 0) - Math.max(...before.places) < 3;
  return isBeside && before.isBaseNext === true && (before.places[0] ?? 0) > 0;
}

/** Whether the only period stands behind the word that compares. */
function isBaseAlone(items: readonly Candidate[]): boolean {
  const word = items.find((item) => item.kind === "role" && item.role === "compare");
  const time = items.find((item) => item.kind === "time" && item.mention.kind === "days");
  return (
    word !== undefined &&
    time !== undefined &&
    (word.places[0] ?? 0) < (time.places[0] ?? 0) &&
    // "Cash due vs collected by driver yesterday" sets no days beside each other.
    !items.some(
      ({ kind, places }) =>
        (kind === "metric" || kind === "dimension") &&
        (places[0] ?? 0) > (word.places[0] ?? 0) &&
        (places[0] ?? 0) < (time.places[0] ?? 0),
    ) &&
    (word.places[0] ?? 0) > 0
  );
}

/** What a period is compared with, as it would be written. */
export function compareWith(main: Days, base: Days, today: string): NonNullable<MetricQueryInput["compare"]> {
  const isRunning = main.unit !== undefined && main.from <= today && today < main.to;
  if (main.unit && main.unit === base.unit) {
    const before = startOfPeriod(main.unit, addDays(main.from, -1));
    if (before === base.from && (isRunning || daysBetween(main.from, main.to) >= 1)) return { type: "previous_period" };
  }
  // "March against last year" means March of last year.
  const lastYear = addMonths(main.from, -12);
  const isWholeYear = base.unit === "year" && main.unit !== "year" && base.from.slice(0, 4) === lastYear.slice(0, 4);
  if (isWholeYear || base.from === lastYear) return { type: "same_period_last_year" };
  return { type: "range", from: base.from, to: base.to };
}

/** Days, weeks or months, so that a line has a readable number of points. */
export function fittingGrain(days: Days | null): Grain {
  const length = days ? daysBetween(days.from, days.to) : 30;
  return length <= 45 ? "day" : length <= 200 ? "week" : "month";
}

/** Whether a metric's days may lie ahead. */
export function looksAhead(metric: Metric, { datasets }: MetricRegistry): boolean {
  const measures = listMeasures(metric);
  return measures.length > 0 && measures.every((name) => datasets.get(name.split(".")[0] ?? "")?.isFuture === true);
}
