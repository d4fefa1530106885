import { OutboundFailure } from "./outbound-failure.ts";

/** How long a call may take: as a whole, and in each of its stages. What is left out has no limit. */
export type CallTimes = { totalMs?: number; connectMs?: number; firstByteMs?: number; silenceMs?: number };

type Stage = "connect_timeout" | "first_byte_timeout" | "silence";

/** Ends a call that takes too long, or that nobody waits for any more. */
export class CallPatience {
  /** Ends with the reason why the call did. */
  readonly ends: AbortSignal;
  readonly #host: string;
  readonly #times: CallTimes;
  readonly #overdue = new AbortController();
  #total: NodeJS.Timeout | undefined;
  #turn: NodeJS.Timeout | undefined;
  #stage: Stage = "connect_timeout";

  constructor(host: string, times: CallTimes, signal: AbortSignal | undefined) {
    this.#host = host;
    this.#times = times;
    this.ends = signal ? AbortSignal.any([signal, this.#overdue.signal]) : this.#overdue.signal;
    const { totalMs } = times;
    if (totalMs !== undefined) {
      this.#total = setTimeout(() => this.#giveUp(`did not answer within ${inSeconds(totalMs)}`), totalMs);
    }
  }

  /** Begins to wait for the next thing to happen. */
  waitFor(stage: Stage): void {
    this.rest();
    this.#stage = stage;
    const { connectMs, firstByteMs, silenceMs } = this.#times;
    if (stage === "connect_timeout") this.#limit(connectMs, "could not be reached within");
    else if (stage === "first_byte_timeout") this.#limit(firstByteMs, "did not begin to answer within");
    else this.#limit(silenceMs, "began to answer and then sent nothing for");
  }

  /** The other side is not waited for. */
  rest(): void {
    clearTimeout(this.#turn);
  }

  /** The call is over. */
  close(): void {
    this.rest();
    clearTimeout(this.#total);
  }

  /** Why the call ended, which is not what its socket says of it. */
  explain(otherwise: OutboundFailure): unknown {
    return this.ends.aborted ? this.ends.reason : otherwise;
  }

  #limit(limitMs: number | undefined, said: string): void {
    if (limitMs !== undefined) this.#turn = setTimeout(() => this.#giveUp(`${said} ${inSeconds(limitMs)}`), limitMs);
  }

  #giveUp(said: string): void {
    this.#overdue.abort(new OutboundFailure(this.#stage, `${this.#host} ${said}.`));
  }
}

function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
