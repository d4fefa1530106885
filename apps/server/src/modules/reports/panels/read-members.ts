import type { MetricQueryInput, PanelForKind } from "@console/contracts";
import { membersIn } from "@console/figures";
import {
  ask,
  askable,
  compared,
  type LeftOut,
  type PanelReading,
  type PlainReading,
  type Question,
  type Reader,
} from "./ask.ts";
import { limitFor } from "./read-figures.ts";
import { scoreMembers } from "./score-members.ts";

/** Asks one question, unless the filters apply to none of its metrics. */
export async function readOne(
  metrics: readonly string[],
  reader: Reader,
  own: Partial<MetricQueryInput>,
): Promise<PlainReading> {
  const applicable = askable(metrics, reader);
  const questions: Question[] = [];
  if (applicable.metrics.length > 0) questions.push(await ask(reader, { ...own, metrics: applicable.metrics }));
  return { questions, noise: [], leftOut: applicable.leftOut };
}

/** Metrics by two dimensions. */
export function readHeat(
  { metric, others = [], rows, columns }: PanelForKind<"heat">,
  reader: Reader,
): Promise<PlainReading> {
  return readOne([metric, ...others], reader, { dimensions: [rows, columns] });
}

/** The largest members and the rest. */
export function readPareto({ metric, by }: PanelForKind<"pareto">, reader: Reader): Promise<PlainReading> {
  return readOne([metric], reader, { dimensions: [by], sort: [{ by: metric, dir: "desc" }], ...limitFor(by, 10) });
}

/** Stages, each a metric over the whole. */
export function readFunnel({ metrics }: PanelForKind<"funnel">, reader: Reader): Promise<PlainReading> {
  return readOne(metrics, reader, compared(reader));
}

/** All members in both periods: what they did to the change is told from the differences. */
export function readBridge({ metric, by }: PanelForKind<"bridge">, reader: Reader): Promise<PlainReading> {
  const against = reader.view.compare ?? { type: "previous_period" as const };
  return readOne([metric], reader, { dimensions: [by], compare: against });
}

const mostRanked = 50;

/** Members with several figures, and where the panel judges them, their scores. */
export async function readRanking(panel: PanelForKind<"ranking">, reader: Reader): Promise<PanelReading<"ranking">> {
  const { metrics, by, score, least, worstBy } = panel;
  const judged = [...(score?.parts ?? []), ...(least ? [least] : [])].map(({ metric }) => metric);
  const part = await readOne([...new Set([...metrics, ...judged])], reader, {
    dimensions: [by],
    limit: mostRanked,
    other: true,
    ...compared(reader),
    sort: [orderBy(metrics[0] ?? "", worstBy, reader)],
  });
  const [question] = part.questions;
  if (!question) return part;
  const members = membersIn(question.answer);
  const tooFew: LeftOut[] = least
    ? members
        .filter((row) => Number(row[least.metric] ?? 0) < least.value)
        .map((row) => ({ name: String(row[by]), reason: `Fewer than ${least.value}, so it is not ranked.` }))
    : [];
  return {
    ...part,
    leftOut: [...part.leftOut, ...tooFew],
    ...(score ? { scores: scoreMembers({ ...question.answer, rows: members }, panel) } : {}),
  };
}

/** One metric by a dimension and another, or by a dimension and time. */
export function readPivot({ metric, rows, columns }: PanelForKind<"pivot">, reader: Reader): Promise<PlainReading> {
  const sort = { sort: [{ by: metric, dir: "desc" as const }] };
  if (columns === "period") {
    return readOne([metric], reader, {
      dimensions: [rows],
      grain: reader.view.grain,
      limit: mostRanked,
      other: true,
      ...sort,
    });
  }
  return readOne([metric], reader, { dimensions: [rows, columns] });
}

/** The largest first, or where the panel asks who needs help, the worst. */
function orderBy(metric: string, worstBy: string | undefined, { metricState: { registry } }: Reader) {
  if (!worstBy) return { by: metric, dir: "desc" as const };
  const isUpGood = registry.metrics.get(worstBy)?.good === "up";
  return { by: worstBy, dir: isUpGood ? ("asc" as const) : ("desc" as const) };
}

/** The course of one metric for each of the largest or worst members, and what each comes to over the whole period. */
export async function readMultiples(
  { metric, by, worstBy }: PanelForKind<"multiples">,
  reader: Reader,
): Promise<PlainReading> {
  const members = { dimensions: [by], limit: 9, sort: [orderBy(metric, worstBy, reader)] };
  const course = await readOne([metric], reader, { ...members, grain: reader.view.grain });
  const whole = await readOne([metric], reader, members);
  return { ...course, questions: [...course.questions, ...whole.questions] };
}
