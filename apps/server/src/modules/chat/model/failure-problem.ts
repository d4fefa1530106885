import type { MessageProblem } from "@console/contracts";
import type { ModelFailure } from "../../../connectors/models/index.ts";

/** Why an answer did not come about, by what failed at its model. */
export function toProblem({ reason }: ModelFailure): MessageProblem {
  if (reason === "model_missing" || reason === "busy" || reason === "silent") return reason;
  if (reason === "cut" || reason === "failed_midway") return reason;
  return reason === "away" || reason === "failed" || reason === "misconfigured" ? "server_away" : "refused";
}
