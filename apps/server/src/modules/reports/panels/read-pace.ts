import type { MetricAnswer, PanelForKind } from "@console/contracts";
import { addDays, daysBetween, startOfPeriod } from "../../metrics/index.ts";
import { ask, askable, type PanelReading, type Question, type Reader } from "./ask.ts";
import { computeMonthPace, computePastPace, type PaceFacts, weeks } from "./compute-pace.ts";

/** Beyond so many members the smallest are one. */
const mostMembers = 150;
/** A longer period that is over is told by the view's periods rather than by days. */
const mostDays = 92;

type Row = MetricAnswer["rows"][number];

/** How a metric stands against its target: in the running month, or in a period that is over. */
export async function readPace(
  { metric, target, by, as }: PanelForKind<"pace">,
  reader: Reader,
): Promise<PanelReading<"pace">> {
  const { metrics, leftOut } = askable([metric, target], reader);
  if (metrics.length < 2) return { questions: [], noise: [], leftOut };
  const { time, today, grain: viewGrain } = reader.view;
  const isOver = time.to <= today;
  const month = startOfPeriod("month", today);
  const { from, to } = isOver ? time : { from: month, to: startOfPeriod("month", addDays(month, 31)) };
  const until = isOver ? to : today;
  const grain = isOver && daysBetween(from, to) > mostDays ? viewGrain : "day";
  const past = from < until ? { from, to: until } : null;

  const goals = await ask(reader, { metrics: [target], dimensions: [by], time: { from, to } });
  const targets = await ask(reader, { metrics: [target], grain, time: { from, to } });
  // Without any target there is nothing to be ahead of or behind.
  if (targets.answer.rules.some(({ metric: id, unknown }) => id === target && unknown))
    return { questions: [targets], noise: [], leftOut };
  const soFar = past ? await ask(reader, { metrics: [metric, target], dimensions: [by], time: past }) : null;
  const series = past ? await ask(reader, { metrics: [metric], grain, time: past }) : null;
  const lately = isOver
    ? null
    : await ask(reader, {
        metrics: [metric],
        dimensions: [by],
        grain: "day",
        limit: mostMembers,
        other: true,
        time: { from: addDays(today, -7 * weeks), to: today },
      });

  const recentMembers = new Set(lately?.answer.rows.map((row) => String(row[by])));
  // Those who are not named lately are among the others, if there are any.
  const toMemberName = (row: Row) => {
    const name = String(row[by]);
    return recentMembers.has(name) || !recentMembers.has("Other") ? name : "Other";
  };
  const facts: PaceFacts = {
    from,
    to,
    until,
    actuals: summed(series, ({ period }) => String(period), metric),
    targets: summed(targets, ({ period }) => String(period), target),
    soFar: pairs(summed(soFar, toMemberName, metric), summed(soFar, toMemberName, target)),
    goals: summed(goals, toMemberName, target),
    history: new Map(
      [...recentMembers].map((name) => {
        const own = lately?.answer.rows.filter((row) => row[by] === name) ?? [];
        return [name, new Map(own.map((row) => [String(row.period), Number(row[metric] ?? 0)]))];
      }),
    ),
  };
  const shownQuestions = as === "course" ? [series, targets] : [soFar, goals];
  return {
    questions: shownQuestions.filter((question) => question !== null),
    noise: [],
    leftOut,
    pace: isOver ? computePastPace(facts) : computeMonthPace(facts),
  };
}

/** A metric of an answer's rows, added up by a key of theirs. */
function summed(question: Question | null, toKey: (row: Row) => string, metric: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of question?.answer.rows ?? []) {
    const key = toKey(row);
    sums.set(key, (sums.get(key) ?? 0) + Number(row[metric] ?? 0));
  }
  return sums;
}

function pairs(actuals: ReadonlyMap<string, number>, targets: ReadonlyMap<string, number>): PaceFacts["soFar"] {
  const keys = new Set([...actuals.keys(), ...targets.keys()]);
  return new Map([...keys].map((key) => [key, { actual: actuals.get(key) ?? 0, target: targets.get(key) ?? 0 }]));
}
