/** Why a model gave no answer, or no whole one. */
export type ModelReason =
  /** The server is not there. */
  | "away"
  | "busy"
  /** The address, certificate or a redirect is wrong: someone must change the settings. */
  | "misconfigured"
  | "unauthorized"
  | "model_missing"
  | "no_chat"
  | "no_tools"
  | "no_thinking"
  | "cloud_forbidden"
  /** The conversation does not fit. */
  | "too_long"
  | "refused_request"
  /** The server answered with an error of its own. */
  | "failed"
  /** Nothing came for too long. */
  | "silent"
  /** The answer ended without its end. */
  | "cut"
  | "failed_midway"
  /** What came cannot be read, or is more than an answer may be. */
  | "malformed";

const passing: readonly ModelReason[] = ["away", "busy", "failed", "silent", "cut", "failed_midway"];

/** No answer of a model, or no whole one, in words for people. */
export class ModelFailure extends Error {
  readonly reason: ModelReason;
  /** Whether asking again can help. */
  readonly isPassing: boolean;

  constructor(reason: ModelReason, message: string) {
    super(message);
    this.reason = reason;
    this.isPassing = passing.includes(reason);
  }
}
