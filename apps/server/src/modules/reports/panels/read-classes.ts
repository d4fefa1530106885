import type { PanelForKind } from "@console/contracts";
import { addDays } from "../../metrics/index.ts";
import { ask, askable, findUnknown, type PanelReading, type Reader } from "./ask.ts";
import { classifyItems, countCells, findMoves } from "./classify-items.ts";
import { demandWeeks, readDemand } from "./read-demand.ts";

/** Classes are compared with those of so many weeks before. */
const weeksBack = 4;
const mostMoved = 200;

/** How members are classed by the value and the regularity of their demand, and whose class is not what it was. */
export async function readClasses(
  { demand, value, by }: PanelForKind<"classes">,
  reader: Reader,
): Promise<PanelReading<"classes">> {
  const { metrics, leftOut } = askable([demand, value], reader);
  if (metrics.length < 2) return { questions: [], noise: [], leftOut };
  const { time, members } = await readDemand(reader, { metrics: [demand, value], by, weeks: demandWeeks + weeksBack });
  const judged = { from: addDays(time.from, 7 * weeksBack), to: time.to };
  const question = await ask(reader, { metrics: [value, demand], time: judged, grain: "week" });
  const unknown = findUnknown(question, value, reader);
  if (unknown && question.answer.totals[demand] !== null)
    return { questions: [], noise: [], leftOut: [...leftOut, unknown] };
  const classesFrom = (first: number) =>
    classifyItems(
      members.map(({ member, weeks: [used = [], worth = []] }) => ({
        member,
        demand: used.slice(first, first + demandWeeks),
        value: worth.slice(first, first + demandWeeks).reduce((sum, one) => sum + one, 0),
      })),
    );
  const [now, before] = [classesFrom(weeksBack), classesFrom(0)];
  const moved = findMoves(now, before);
  return {
    questions: [question],
    noise: [],
    leftOut,
    classes: {
      ...judged,
      weeks: demandWeeks,
      weeksBack,
      cells: countCells(now),
      moved: moved.slice(0, mostMoved),
      movedItems: moved.length,
    },
  };
}
