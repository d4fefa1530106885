/** What went wrong on the way to an outside system or back. */
export type OutboundReason =
  | "forbidden"
  | "not_found"
  | "refused"
  | "certificate"
  | "connect_timeout"
  | "first_byte_timeout"
  | "silence"
  | "cut"
  | "too_large"
  | "redirect"
  | "lost";

/** What stays as it is, however often one asks. */
const lasting: readonly OutboundReason[] = ["forbidden", "too_large", "redirect"];

/** No answer came, or one that may not be read. */
export class OutboundFailure extends Error {
  readonly reason: OutboundReason;
  /** Whether asking again can help. */
  readonly isPassing: boolean;

  constructor(reason: OutboundReason, message: string) {
    super(message);
    this.reason = reason;
    this.isPassing = !lasting.includes(reason);
  }
}
