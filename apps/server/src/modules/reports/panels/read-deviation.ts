import type { PanelForKind } from "@console/contracts";
import { formatCount } from "@console/figures";
import { readDeviation } from "../../metrics/index.ts";
import { ask, askable, type PanelReading, type Reader } from "./ask.ts";

/** How early or late the rows of a rate were, by the minute. */
export async function readLateness(
  { metric }: PanelForKind<"deviation">,
  reader: Reader,
): Promise<PanelReading<"deviation">> {
  const { metrics, leftOut } = askable([metric], reader);
  if (metrics.length === 0) return { questions: [], noise: [], leftOut };
  const question = await ask(reader, { metrics });
  const { filters, time, basis } = question.query;
  const input = { metric, filters, time, ...(basis ? { basis } : {}) };
  const deviation = await readDeviation(reader.context, input, reader.metricState);
  const { unknown } = deviation;
  const without = { name: formatCount(unknown), reason: "Without a time of completion, so that they are not on time." };
  return { questions: [question], noise: [], leftOut: [...leftOut, ...(unknown > 0 ? [without] : [])], deviation };
}
