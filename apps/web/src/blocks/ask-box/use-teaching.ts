import type { EntityValue } from "@console/contracts";
import { useContext, useState } from "react";
import { ApiError, callApi } from "../../lib/api.ts";
import { accessedTenant } from "../../lib/platform-access.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { TaughtFeedback } from "./taught-feedback.ts";

type Problem = { message: string; isWarning: boolean; needsReason: boolean };

/** Saves something that is taught from an answer; what contradicts it is told first, and saved once more to confirm. */
export function useTeaching(entity: "examples" | "answers", { done, onEnd }: { done: string; onEnd: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const feedbackId = useContext(TaughtFeedback);
  async function save(fields: Record<string, EntityValue> & { question: string }) {
    setIsSaving(true);
    // The tenant that a platform admin looks at is the one that is taught.
    const tenantId = accessedTenant();
    try {
      await callApi("createEntity", {
        entity,
        fields: { ...fields, ...(tenantId && { tenantId }), ...(feedbackId && { feedbackId }) },
        // What was told before the reason was asked for has been read.
        isConfirmed: problem !== null && (problem.isWarning || problem.needsReason),
      });
      void refetchTopic("entities");
      showToast({
        title: fields.question,
        message: feedbackId ? "Saved as a draft. Approve it under Training." : done,
        type: "success",
      });
      onEnd();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [told = error.message] = Object.values(error.fields);
      setProblem({
        message: told,
        isWarning: Object.hasOwn(error.fields, "isConfirmed"),
        needsReason: Object.hasOwn(error.fields, "reason"),
      });
    } finally {
      setIsSaving(false);
    }
  }
  return { save, problem, isSaving, reset: () => setProblem(null) };
}
