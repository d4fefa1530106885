import { setTimeout as wait } from "node:timers/promises";
import { OutboundFailure } from "../../platform/outbound/outbound-failure.ts";
import type { Outbound, OutboundAnswer } from "../../platform/outbound/outbound-request.ts";
import { type Pace, SourceProblem } from "../connector.ts";
import { isRow, parseWhole, type Row, toPlainText } from "./read-values.ts";

/** How time passes; tests let it pass at once. */
export const realPace: Pace = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal });
  },
};

/** What an answer holds: nothing where the provider says that there is nothing. */
export type Envelope = { data: unknown; pages: number | null };

export type Account = {
  baseUrl: string;
  requestsPerSecond: number;
  apiKey: string;
  outbound: Outbound;
  signal: AbortSignal;
};

const retries = 5;
const firstPauseMs = 500;
const longestMessage = 200;
const nothing: Envelope = { data: null, pages: null };

/** What went wrong on the way, to be tried again; `kind` is what it is if it does not pass. */
class Mishap extends Error {
  readonly kind: "config" | "passing";

  constructor(message: string, kind: "config" | "passing" = "passing") {
    super(message);
    this.kind = kind;
  }
}

/**
 * Asks one endpoint of the provider and reads what comes; what may pass is tried again with growing pauses. `read` may
 * turn an answer down, which is then asked for again.
 */
export type Ask = <Read>(endpoint: string, body: Row, read: (answer: Envelope) => Read) => Promise<Read>;

/** Turns an answer down inside `read`: it is asked for again. */
export function askAgain(message: string): never {
  throw new Mishap(message);
}

/** The one way to ask an account, never faster than it may be asked. */
export function createAsk(account: Account, pace: Pace): Ask {
  const takeTurn = tokenBucket(account.requestsPerSecond, pace);
  return async (endpoint, body, read) => {
    for (let attempt = 0; ; attempt++) {
      try {
        await takeTurn(account.signal);
        return read(judge(await post(account, endpoint, body), endpoint, account.apiKey));
      } catch (error) {
        if (account.signal.aborted) throw ended(account.signal);
        if (error instanceof OutboundFailure && !error.isPassing) throw new SourceProblem("config", error.message);
        if (!(error instanceof Mishap || error instanceof OutboundFailure)) throw error;
        if (attempt >= retries)
          throw new SourceProblem(error instanceof Mishap ? error.kind : "passing", error.message);
      }
      await pace.sleep(firstPauseMs * 2 ** attempt * (0.75 + Math.random() / 2), account.signal).catch((error) => {
        throw account.signal.aborted ? ended(account.signal) : error;
      });
    }
  };
}

/** A reading that took too long is a problem of the provider; one that was called off is none. */
function ended({ reason }: AbortSignal): unknown {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? new SourceProblem("passing", "The delivery provider did not answer in time.") : reason;
}

function post({ baseUrl, apiKey, outbound, signal }: Account, endpoint: string, body: Row): Promise<OutboundAnswer> {
  return outbound(`${baseUrl.replace(/\/+$/, "")}/${endpoint}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...body, api_key: apiKey }),
    signal,
  });
}

/** The provider answers with HTTP 200 whatever happens: the status in the body is the one that counts. */
function judge({ status: httpStatus, text }: OutboundAnswer, endpoint: string, apiKey: string): Envelope {
  if (httpStatus >= 500 || httpStatus === 429) throw new Mishap(`The delivery provider answers ${httpStatus}.`);
  const body = parse(text);
  const status = isRow(body) ? parseWhole(body.status) : null;
  if (!isRow(body) || status === null) {
    if (httpStatus < 400) throw new Mishap("The delivery provider answers with something that is not JSON.");
    throw new Mishap(`The address of the delivery provider answers ${httpStatus}. Check the address.`, "config");
  }
  const message = (toPlainText(body.message) ?? "").replaceAll(apiKey, "…").slice(0, longestMessage);
  if (status === 200) {
    return { data: body.data, pages: parseWhole(body.total_page_count) };
  }
  if (status === 101) {
    throw new SourceProblem("config", "The delivery provider refused the key. Enter a valid one.");
  }
  if (status === 100) {
    const said = `The delivery provider says that our request lacks something ${endpoint}: ${message || "it does not say what"}.`;
    throw new SourceProblem("config", `${said} The settings cannot fix this. Contact the operator.`);
  }
  if ((status === 201 || status === 404) && saysNothing(message)) return nothing;
  throw new SourceProblem("passing", `The delivery provider answers ${status}${message && `: ${message}`}`);
}

/** Such as "No tasks available" or "Job not found", but not "No response". */
function saysNothing(message: string): boolean {
  const things = "(task|job|order|customer|client|agent|fleet|driver|team|record|result|log|data)s?";
  return new RegExp(`^no (\\w+ )?${things}\\b|\\b${things} (was |were )?not found\\b`, "i").test(message);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Lets so many pass in a second, at first as many at once; the others wait for their turn. */
function tokenBucket(perSecond: number, { now, sleep }: Pace): (signal: AbortSignal) => Promise<void> {
  const intervalMs = 1000 / perSecond;
  const burstMs = Math.max(0, perSecond - 1) * intervalMs;
  let nextMs = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const nowMs = now();
    nextMs = Math.max(nextMs, nowMs) + intervalMs;
    const pauseMs = nextMs - intervalMs - burstMs - nowMs;
    if (pauseMs > 0) await sleep(pauseMs, signal);
    signal.throwIfAborted();
  };
}
