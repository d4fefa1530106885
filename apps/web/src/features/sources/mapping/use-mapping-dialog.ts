import type { MappingImpact } from "@console/contracts";
import { useState } from "react";
import { ApiError, callApi } from "../../../lib/api.ts";

/** What is asked before a mapping is saved: what it would change, or why that could not be counted. */
export type MappingDialogState = { impact: MappingImpact } | { failure: Error };

/** Counts what a mapping would change before it is saved. */
export function useMappingDialog() {
  const [state, setState] = useState<MappingDialogState | null>(null);
  const [isCounting, setCounting] = useState(false);

  /** Opens the dialog; a mapping that is not right is thrown back to whoever asks. */
  async function ask(
    { id, tenantId }: { id: string; tenantId: string },
    mapping: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    setCounting(true);
    try {
      setState({ impact: await callApi("judgeMapping", { tenantId, connection: id, mapping }) });
    } catch (error) {
      if (!(error instanceof Error) || (error instanceof ApiError && error.kind === "invalid_input")) throw error;
      setState({ failure: error });
    } finally {
      setCounting(false);
    }
  }

  return { state, isCounting, ask, close: () => setState(null) };
}
