import http from "node:http";
import https from "node:https";
import { type SpanDescription, traced } from "../tracing/traced.ts";
import { CallPatience, type CallTimes } from "./call-patience.ts";
import { ForbiddenAddress, guardedAddress } from "./guarded-address.ts";
import { OutboundFailure } from "./outbound-failure.ts";

export type OutboundRequest = {
  method?: "GET" | "POST" | "DELETE" | "HEAD";
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

/** What holds for every call of one door. */
export type CallLimits = CallTimes & {
  innerHosts: readonly string[];
  /** The variable with which an operator allows more of them, for the message to whom one is missing. */
  hostsVariable?: string;
  mostBytes: number;
  /** Whether the connection may be used for the next call. */
  isKept: boolean;
};

/** An answer that has begun. */
export type CallAnswer = {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: AsyncIterable<Buffer>;
  /** Ends the call without reading on. */
  close(): void;
  /** Resolves when the body is read or left, and fails when it breaks off. */
  untilOver(): Promise<void>;
};

/**
 * Asks an outside system and hands over what it begins to answer: only http and https, only addresses that may be
 * asked, the checked address is the one that is used, nothing is followed elsewhere, and neither time nor size is
 * without end.
 */
export function withCall<Result>(
  text: string,
  request: OutboundRequest,
  limits: CallLimits,
  read: (answer: CallAnswer) => Promise<Result>,
): Promise<Result> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return refuse("The address must begin with https://.");
  if (url.username || url.password) return refuse("The address must not hold a password.");
  const { method = "GET", signal } = request;
  const span: SpanDescription = {
    name: method,
    kind: "client",
    attributes: { "http.request.method": method, "server.address": url.hostname },
  };
  return traced(span, async () => {
    const patience = new CallPatience(url.hostname, limits, signal);
    try {
      return await read(await openCall(url, request, limits, patience));
    } finally {
      patience.close();
    }
  });
}

function refuse(message: string): Promise<never> {
  return Promise.reject(new OutboundFailure("forbidden", message));
}

async function openCall(
  url: URL,
  { method = "GET", headers = {}, body }: OutboundRequest,
  limits: CallLimits,
  patience: CallPatience,
): Promise<CallAnswer> {
  patience.waitFor("connect_timeout");
  const pinned = await beforeEnd(findAddress(url, limits), patience.ends);
  const sent: http.OutgoingHttpHeaders = { "user-agent": "console", accept: "application/json", ...headers };
  // Without it the body of a DELETE is sent in a way that no server reads.
  if (body !== undefined) sent["content-length"] = Buffer.byteLength(body);
  const isSecure = url.protocol === "https:";
  const options: https.RequestOptions = {
    method,
    headers: sent,
    signal: patience.ends,
    // The address that was checked, and no other that the name may stand for by now.
    lookup: (_host, { all }, done) => (all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)),
  };
  if (!limits.isKept) options.agent = false;
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const call = (isSecure ? https : http).request(url, options, resolve);
    call.on("error", (error) => reject(patience.explain(toFailure(url.hostname, error))));
    call.once("socket", (socket) => {
      const wait = () => patience.waitFor("first_byte_timeout");
      if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", wait);
      else wait();
    });
    call.end(body);
  });
  patience.rest();
  // What breaks off is told to whoever reads on; without a listener it would end the process.
  answer.on("error", () => {});
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    answer.destroy();
    const advice = "redirects, which is not followed. Use the address it redirects to.";
    throw new OutboundFailure("redirect", `${url.hostname} ${advice}`);
  }
  return {
    status,
    headers: answer.headers,
    body: readBody(answer, url.hostname, limits.mostBytes, patience),
    close: () => void answer.destroy(),
    untilOver: () => untilOver(answer, patience),
  };
}

async function findAddress(url: URL, { innerHosts, hostsVariable }: CallLimits) {
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  return guardedAddress(url.hostname, port, innerHosts, hostsVariable).catch((error: Error) => {
    if (error instanceof ForbiddenAddress) throw new OutboundFailure("forbidden", error.message);
    throw new OutboundFailure("not_found", `${url.hostname} was not found.`);
  });
}

/** A name that is looked up cannot be called off, so it is left alone. */
function beforeEnd<Result>(work: Promise<Result>, ends: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (ends.aborted) reject(ends.reason);
    ends.addEventListener("abort", () => reject(ends.reason), { once: true });
    work.then(resolve, reject);
  });
}

async function* readBody(
  answer: http.IncomingMessage,
  host: string,
  mostBytes: number,
  patience: CallPatience,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    patience.waitFor("silence");
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      patience.rest();
      bytes += chunk.length;
      if (bytes > mostBytes) {
        const most = `${Math.round(mostBytes / 1024 ** 2)} MB`;
        throw new OutboundFailure("too_large", `${host} sent more than ${most} at once.`);
      }
      yield chunk;
      patience.waitFor("silence");
    }
    if (!answer.complete) throw cutShort(host);
  } catch (error) {
    throw error instanceof OutboundFailure ? error : patience.explain(cutShort(host));
  } finally {
    patience.rest();
  }
}

function untilOver(answer: http.IncomingMessage, patience: CallPatience): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (patience.ends.aborted) reject(patience.ends.reason);
      else if (answer.errored) reject(answer.errored);
      else resolve();
    };
    if (answer.closed) settle();
    else answer.once("close", settle);
  });
}

function cutShort(host: string): OutboundFailure {
  return new OutboundFailure("cut", `${host} ended the connection early.`);
}

function toFailure(host: string, { code = "" }: NodeJS.ErrnoException): OutboundFailure {
  if (code === "ECONNREFUSED") return new OutboundFailure("refused", `${host} refuses connections.`);
  if (/CERT|SSL|TLS|UNABLE_TO/.test(code)) {
    return new OutboundFailure("certificate", `${host} has no valid certificate.`);
  }
  return new OutboundFailure("lost", `The connection to ${host} was lost.`);
}
