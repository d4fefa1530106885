import type { MappingImpact } from "@console/contracts";
import { useState } from "react";
import { ApiError, callApi } from "../../../lib/api.ts";

/** What is asked before a mapping is saved: what it would change, or why that could not be counted. */
export type MappingQuestionState = { impact: MappingImpact } | { failure: Error };

/** Counts what a mapping would change before it is saved. */
export function useMappingQuestion() {
  const [question, setQuestion] = useState<MappingQuestionState | null>(null);
  const [isCounting, setCounting] = useState(false);

  /** Puts the question; a mapping that is not right is thrown back to whoever asks. */
  async function ask(
    { id, tenantId }: { id: string; tenantId: string },
    mapping: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    setCounting(true);
    try {
      setQuestion({ impact: await callApi("judgeMapping", { tenantId, connection: id, mapping }) });
    } catch (error) {
      if (!(error instanceof Error) || (error instanceof ApiError && error.kind === "invalid_input")) throw error;
      setQuestion({ failure: error });
    } finally {
      setCounting(false);
    }
  }

  return { question, isCounting, ask, close: () => setQuestion(null) };
}
