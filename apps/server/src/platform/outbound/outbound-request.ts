import http from "node:http";
import https from "node:https";
import { type SpanDescription, traced } from "../tracing/traced.ts";
import { ForbiddenAddress, guardedAddress } from "./guarded-address.ts";

export type OutboundRequest = {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

export type OutboundAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; text: string };

/** Asks an outside system. What the network or the other side does wrong is an OutboundFailure. */
export type Outbound = (url: string, request?: OutboundRequest) => Promise<OutboundAnswer>;

/** No answer came, or one that may not be read. */
export class OutboundFailure extends Error {
  /** Whether asking again can help. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean) {
    super(message);
    this.isPassing = isPassing;
  }
}

/** The limits of the one door to the outside. */
export type OutboundLimits = { innerHosts: readonly string[]; timeoutMs?: number; mostBytes?: number };

/**
 * The one door to the outside: only http and https, only addresses that may be asked, the checked address is the one
 * that is used, nothing is followed elsewhere, and neither time nor size is without end.
 */
export function createOutbound({
  innerHosts,
  timeoutMs = 45_000,
  mostBytes = 64 * 1024 ** 2,
}: OutboundLimits): Outbound {
  return async (text, { method = "GET", headers = {}, body, signal } = {}) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new OutboundFailure("The address must begin with https://.", false);
    if (url.username || url.password) throw new OutboundFailure("The address must not hold a password.", false);
    const pinned = await guardedAddress(url.hostname, portFor(url), innerHosts).catch((error: Error) => {
      if (error instanceof ForbiddenAddress) throw new OutboundFailure(error.message, false);
      throw new OutboundFailure(`${url.hostname} was not found.`, true);
    });
    const span: SpanDescription = {
      name: method,
      kind: "client",
      attributes: { "http.request.method": method, "server.address": url.hostname },
    };
    const limit = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([signal, limit]) : limit;
    const { request } = url.protocol === "https:" ? https : http;
    const ask = () =>
      new Promise<OutboundAnswer>((resolve, reject) => {
        const fail = (message: string, isPassing = true) => reject(new OutboundFailure(message, isPassing));
        const call = request(
          url,
          {
            method,
            headers: { "user-agent": "console", accept: "application/json", ...headers },
            signal: ends,
            // The address that was checked, and no other that the name may stand for by now.
            lookup: (_host, options, done) =>
              options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
          },
          (answer) => {
            const chunks: Buffer[] = [];
            let bytes = 0;
            answer.on("data", (chunk: Buffer) => {
              bytes += chunk.length;
              if (bytes > mostBytes) {
                fail(`${url.hostname} sent more than ${Math.round(mostBytes / 1024 ** 2)} MB at once.`, false);
                call.destroy();
              } else chunks.push(chunk);
            });
            answer.on("error", () => fail(`${url.hostname} ended the connection early.`));
            answer.on("end", () => {
              if (!answer.complete) fail(`${url.hostname} ended the connection early.`);
              const status = answer.statusCode ?? 0;
              if (status >= 300 && status < 400) {
                fail(`${url.hostname} redirects, which is not followed. Use the address it redirects to.`, false);
              }
              const content = Buffer.concat(chunks);
              resolve({ status, headers: answer.headers, body: content, text: content.toString("utf8") });
            });
          },
        );
        call.on("error", (error: NodeJS.ErrnoException) => {
          if (signal?.aborted) reject(signal.reason);
          else if (limit.aborted) fail(`${url.hostname} did not answer within ${timeoutMs / 1000} seconds.`);
          else fail(sayFailure(url.hostname, error));
        });
        call.end(body);
      });
    return traced(span, ask);
  };
}

function portFor({ port, protocol }: URL): number {
  return Number(port) || (protocol === "https:" ? 443 : 80);
}

function sayFailure(host: string, { code = "" }: NodeJS.ErrnoException): string {
  if (code === "ECONNREFUSED") return `${host} refuses connections.`;
  if (code.includes("CERT") || code.includes("SSL") || code.includes("TLS")) return `${host} has no valid certificate.`;
  return `The connection to ${host} was lost.`;
}
