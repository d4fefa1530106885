import type { testQuestion as contract, QuestionTest } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../platform/context.ts";
import { loadMetricState } from "../metrics/index.ts";
import type { Reports } from "../reports/index.ts";
import { answerDecided } from "./ask-question.ts";
import { createReader, decideQuestion } from "./decide-question.ts";
import { answerWithPassages } from "./documents/answer-from-passages.ts";
import { closeness } from "./engine/lift-readings.ts";
import type { EngineParts } from "./engine/read-question.ts";
import { traceReading } from "./engine/trace-reading.ts";
import { loadTraining } from "./training/load-training.ts";
import { trimQuery } from "./trim-query.ts";

/** Shows how a question is read, step by step, and what becomes of it; nothing of it is counted as use. */
export async function testQuestion(
  context: SnapshotContext,
  { question, previous }: z.output<(typeof contract)["input"]>,
  reports: Reports,
  parts: EngineParts,
): Promise<QuestionTest> {
  const metricState = await loadMetricState(context);
  const reader = createReader(context, metricState);
  const training = await loadTraining(context);
  const base = previous ? trimQuery(previous) : null;
  const decided = await decideQuestion(context, question, base, { reader, domain: null, parts, training });
  const words = { training, registry: reader.registry };
  const {
    result: _,
    panel: __,
    noise: ___,
    ...answer
  } = await answerWithPassages(context, question, decided, words, () =>
    answerDecided(context, decided, { metricState, reader, reports }),
  );
  const trace = decided.read
    ? traceReading(decided.read, reader)
    : { words: [], candidates: [], readings: [], margin: null, neededMargin: closeness, changes: [] };
  return { ...trace, training: decided.used, answer };
}
