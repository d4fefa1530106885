import type { testRetrieval as contract, RetrievalTest } from "@console/contracts";
import type { z } from "zod";
import { platformTenant, type SnapshotContext } from "../../../platform/context.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { loadTraining } from "../training/load-training.ts";
import { neededCoverage, says } from "./answer-from-passages.ts";
import { searchPassages } from "./search-passages.ts";
import { synonymsFrom } from "./taught-synonyms.ts";

const mostHits = 10;

/** Shows which passages a question finds and why. */
export async function testRetrieval(
  context: SnapshotContext,
  { question }: z.output<(typeof contract)["input"]>,
): Promise<RetrievalTest> {
  const { registry } = await loadMetricState(context);
  const synonyms = synonymsFrom(await loadTraining(context), registry);
  const { words, hits } = await searchPassages(context, question, { most: mostHits, synonyms });
  return {
    words,
    neededCoverage,
    hits: hits.map(({ tenantId, ...hit }) => ({
      ...hit,
      scope: tenantId === platformTenant ? "platform" : "tenant",
      says: says(hit),
    })),
  };
}
