import type { IncomingHttpHeaders } from "node:http";
import { type CallAnswer, type CallLimits, type OutboundRequest, withCall } from "./with-call.ts";

export type OutboundAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };

/** Asks an outside system. What the network or the other side does wrong is an OutboundFailure. */
export type Outbound = (url: string, request?: OutboundRequest) => Promise<OutboundAnswer>;

/** The limits of the door for answers that are read whole. */
export type OutboundLimits = Pick<CallLimits, "innerHosts"> & { timeoutMs?: number; mostBytes?: number };

/** The door to the outside for answers that are read whole. */
export function createOutbound({
  innerHosts,
  timeoutMs = 45_000,
  mostBytes = 64 * 1024 ** 2,
}: OutboundLimits): Outbound {
  const limits: CallLimits = { innerHosts, totalMs: timeoutMs, mostBytes, isKept: true };
  return (url, request = {}) => withCall(url, request, limits, readWhole);
}

async function readWhole({ status, headers, body }: CallAnswer): Promise<OutboundAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  return { status, headers, body: content, text: content.toString("utf8") };
}
