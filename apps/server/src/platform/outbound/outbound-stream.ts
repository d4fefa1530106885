import type { IncomingHttpHeaders } from "node:http";
import type { CallTimes } from "./call-patience.ts";
import { type CallLimits, type OutboundRequest, withCall } from "./with-call.ts";

/** A request may take longer than others of its door where that is known of it. */
export type StreamRequest = OutboundRequest & Pick<CallTimes, "firstByteMs" | "silenceMs">;

/** An answer that has begun. Whoever gets it reads its body, leaves the reading early, or closes it. */
export type StreamAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Buffer>;
  close(): void;
};

/** Asks an outside system for an answer that comes piece by piece. What goes wrong on the way is an OutboundFailure. */
export type OutboundStream = (url: string, request?: StreamRequest) => Promise<StreamAnswer>;

/** The limits of the door for answers that come piece by piece. */
export type StreamLimits = Pick<CallLimits, "innerHosts" | "hostsVariable"> & {
  connectMs?: number;
  /** Other sides may have much to load before they begin. */
  firstByteMs?: number;
  /** The longest pause between two pieces. */
  silenceMs?: number;
  mostBytes?: number;
};

/** The door to the outside for answers that come piece by piece: the guard of the other door, and limits of its own. */
export function createOutboundStream({
  connectMs = 10_000,
  firstByteMs = 120_000,
  silenceMs = 60_000,
  mostBytes = 256 * 1024 ** 2,
  ...hosts
}: StreamLimits): OutboundStream {
  const usual: CallLimits = { ...hosts, connectMs, firstByteMs, silenceMs, mostBytes, isKept: false };
  return (url, request = {}) =>
    new Promise((resolve, reject) => {
      const limits = {
        ...usual,
        firstByteMs: request.firstByteMs ?? firstByteMs,
        silenceMs: request.silenceMs ?? silenceMs,
      };
      // The call goes on after its answer has begun, and so does its span.
      withCall(url, request, limits, (answer) => {
        resolve(answer);
        return answer.untilOver();
      }).catch(reject);
    });
}
