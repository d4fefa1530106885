import type { PanelForKind } from "@console/contracts";
import { compared, type LeftOut, type PlainReading, type Question, type Reader } from "./ask.ts";
import { readOne } from "./read-members.ts";

type Population = PanelForKind<"stages">["populations"][number];

/** What is asked of one population: how many it has, its stages, and their sum. */
export function metricsInPopulation({ stages, total, count }: Population): string[] {
  return [count, ...stages, total];
}

/** A question for each population, so that its stages, their sum and its size stand in one row. */
export async function readStages({ populations }: PanelForKind<"stages">, reader: Reader): Promise<PlainReading> {
  const questions: Question[] = [];
  const leftOut: LeftOut[] = [];
  for (const population of populations) {
    const part = await readOne(metricsInPopulation(population), reader, compared(reader));
    questions.push(...part.questions);
    leftOut.push(...part.leftOut);
  }
  return { questions, noise: [], leftOut };
}
