import type { Pace } from "@console/contracts";
import { addDays, daysBetween } from "../../metrics/index.ts";

/** Days are forecast by so many whole weeks before. */
export const weeks = 8;

/** What a pace is told from; figures by member, by the start of a period, and by member and day. */
export type PaceFacts = {
  from: string;
  to: string;
  /** The first day that is not over. */
  until: string;
  actuals: ReadonlyMap<string, number>;
  targets: ReadonlyMap<string, number>;
  soFar: ReadonlyMap<string, { actual: number; target: number }>;
  goals: ReadonlyMap<string, number>;
  /** The days of the weeks before `until`; none where every day is over. */
  history: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

/** A period that is over, against its target. */
export function computePastPace({ from, to, until, actuals, targets, soFar }: PaceFacts): Pace {
  const starts = [...new Set([...actuals.keys(), ...targets.keys()])].sort();
  const members = [...soFar].map(([member, { actual, target }]) => ({
    member,
    actual,
    targetSoFar: target,
    target,
    forecast: actual,
  }));
  return {
    from,
    to,
    until,
    members,
    whole: addUpMembers(members),
    periods: starts.map((start) => ({
      start,
      actual: actuals.get(start) ?? 0,
      target: targets.get(start) ?? 0,
      forecast: null,
    })),
  };
}

/**
 * A month that is running. A day that is not over is expected to be as the mean of its weekday over the weeks before,
 * or since the member's first day in them. Targets that stand on few days are spread over all by the same means.
 */
export function computeMonthPace(facts: PaceFacts): Pace {
  const { from, to, until, actuals, targets, soFar, goals, history } = facts;
  const days = Array.from({ length: daysBetween(from, to) }, (_, index) => addDays(from, index));
  const isSetByDay = targets.size * 2 >= days.length;
  const targetByDay = new Map(isSetByDay ? targets : []);
  const expectedByDay = new Map<string, number>();
  const names = [...new Set([...history.keys(), ...soFar.keys(), ...goals.keys()])];
  const members = names.map((member) => {
    const means = weekdayMeans(history.get(member) ?? new Map(), until);
    const expected = (day: string) => means[toWeekday(day)] ?? 0;
    const { actual = 0, target: set = 0 } = soFar.get(member) ?? {};
    const target = goals.get(member) ?? 0;
    const spread = spreadOver(days, target, expected);
    if (!isSetByDay) for (const [day, part] of spread) add(targetByDay, day, part);
    for (const day of days) if (day >= until) add(expectedByDay, day, expected(day));
    const targetSoFar = isSetByDay ? set : sum([...spread].flatMap(([day, part]) => (day < until ? part : [])));
    const forecast = actual + sum(days.flatMap((day) => (day >= until ? expected(day) : [])));
    return { member, actual, targetSoFar, target, forecast };
  });
  return {
    from,
    to,
    until,
    members,
    whole: addUpMembers(members),
    periods: days.map((day) => ({
      start: day,
      actual: day < until ? (actuals.get(day) ?? 0) : null,
      target: targetByDay.get(day) ?? 0,
      forecast: day < until ? null : (expectedByDay.get(day) ?? 0),
    })),
  };
}

/** The mean of each weekday, from the first day on that there is anything. */
function weekdayMeans(history: ReadonlyMap<string, number>, until: string): number[] {
  const [first = until] = [...history.keys()].sort();
  const sums = Array.from({ length: 7 }, () => ({ total: 0, days: 0 }));
  for (let day = first; day < until; day = addDays(day, 1)) {
    const own = sums[toWeekday(day)];
    if (own) own.total += history.get(day) ?? 0;
    if (own) own.days += 1;
  }
  return sums.map(({ total, days }) => (days > 0 ? total / days : 0));
}

/** A sum over days in the proportion of what is expected of them; evenly where nothing is. */
function spreadOver(days: readonly string[], total: number, expected: (day: string) => number): Map<string, number> {
  const weights = days.map((day) => Math.max(0, expected(day)));
  const all = sum(weights);
  return new Map(days.map((day, index) => [day, total * (all > 0 ? (weights[index] ?? 0) / all : 1 / days.length)]));
}

function toWeekday(day: string): number {
  return new Date(day).getUTCDay();
}

function add(map: Map<string, number>, key: string, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function addUpMembers(members: Pace["members"]): Pace["whole"] {
  const total = (pick: (member: Pace["members"][number]) => number) => sum(members.map(pick));
  return {
    actual: total(({ actual }) => actual),
    targetSoFar: total(({ targetSoFar }) => targetSoFar),
    target: total(({ target }) => target),
    forecast: total(({ forecast }) => forecast),
  };
}
