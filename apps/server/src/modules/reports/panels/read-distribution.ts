import type { PanelForKind } from "@console/contracts";
import { readDistribution } from "../../metrics/index.ts";
import { ask, askable, type PanelReading, type Reader } from "./ask.ts";

/** How the values behind a percentile are spread, with some percentiles as marks. */
export async function readSpread(
  { metric, marks }: PanelForKind<"distribution">,
  reader: Reader,
): Promise<PanelReading<"distribution">> {
  const { metrics, leftOut } = askable([metric, ...marks], reader);
  if (!metrics.includes(metric)) return { questions: [], noise: [], leftOut };
  const question = await ask(reader, { metrics: [...new Set(metrics)] });
  const { filters, time, basis } = question.query;
  const distribution = await readDistribution(reader.context, { metric, filters, time, ...(basis ? { basis } : {}) });
  return { questions: [question], noise: [], leftOut, distribution };
}
