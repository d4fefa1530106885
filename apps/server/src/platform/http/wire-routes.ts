import { setTimeout as sleep } from "node:timers/promises";
import type { LogPart } from "@console/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { Logger } from "../telemetry/logger.ts";
import { traced } from "../tracing/traced.ts";
import { describeRequest } from "./describe-request.ts";

/** A call on a protocol whose shape others have fixed: no contract, its own errors, open to other origins. */
export type WireCall = {
  body: unknown;
  query: Record<string, string>;
  params: Record<string, string>;
  headers: Record<string, string | undefined>;
  address: string;
  requestId: string;
  log: Logger;
};

export type WireAnswer = { status: number; body: unknown; headers?: Record<string, string | string[]>; type?: string };

export type WireRoute = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As others write it: a colon is a colon. */
  path: string;
  run(call: WireCall): Promise<WireAnswer>;
};

export type WireProtocol = {
  routes: readonly WireRoute[];
  /** Folders in which every other path is the protocol's too, so that it is refused in the protocol's form. */
  ownFolders?: readonly string[];
  /** The part of the product that log lines about its calls belong to. */
  logPart: LogPart;
  /** Headers that scripts of other origins may send. */
  allowedHeaders: readonly string[];
  /** The limit of calls from one address does not hold here: one machine speaks for many. */
  isUnlimited?: true;
  /** Refuses a call by what stands before its body, which is not read then. */
  admit?(call: Pick<WireCall, "address" | "params">): void;
  /** What a failure looks like to a client of this protocol; null for what was not foreseen. */
  answerError(error: unknown, path: string): WireAnswer;
};

const refusalMs = 1000;

/** Registers a protocol in a scope of its own, so that none of its rules reach the product's routes. */
export async function registerWire(app: FastifyInstance, protocol: WireProtocol): Promise<void> {
  // biome-ignore lint/nursery/noMisusedPromises: the framework waits for a plugin that returns a promise
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (request, text, done) => {
      try {
        done(null, parseBody(request.headers["content-type"] ?? "", String(text)));
      } catch {
        done(new MalformedBody("malformed"));
      }
    });
    scope.setErrorHandler((error, request, reply) => {
      const answer = protocol.answerError(error, request.routeOptions.url ?? "");
      // What was refused on purpose, such as while the database is away, is no fault of ours.
      if (answer.status >= 500 && !(error instanceof AppError))
        request.log.error({ err: error }, "A call on a wire failed");
      return send(reply, answer);
    });
    scope.addHook("onRequest", async (request, reply) => openToOrigins(request, reply, protocol));
    scope.addHook("onRequest", async ({ ip, params }) => {
      try {
        protocol.admit?.({ address: ip, params: params as Record<string, string> });
      } catch (error) {
        // Whoever floods waits for the answer before asking again; to let them wait costs nothing.
        await sleep(refusalMs);
        throw error;
      }
    });
    for (const route of protocol.routes) {
      scope.route({
        method: route.method,
        url: escapeColons(route.path),
        config: { logPart: protocol.logPart, ...(protocol.isUnlimited && { rateLimit: false as const }) },
        handler: (request, reply) =>
          traced(describeRequest(request), async () => send(reply, await route.run(toWireCall(request)))),
      });
    }
    for (const folder of protocol.ownFolders ?? []) {
      scope.all(`${escapeColons(folder)}/*`, async () => {
        throw new UnknownPath(folder);
      });
    }
    for (const path of new Set(protocol.routes.map((route) => route.path))) {
      scope.options(escapeColons(path), async (_request, reply) => reply.code(204).send());
    }
  });
}

/** A body that cannot be read. */
export class MalformedBody extends Error {}

/** A path that the protocol does not have. */
export class UnknownPath extends Error {}

function parseBody(type: string, text: string): unknown {
  if (text === "") return {};
  if (type.includes("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  return JSON.parse(text);
}

function toWireCall(request: FastifyRequest): WireCall {
  return {
    body: request.body ?? {},
    query: request.query as Record<string, string>,
    params: request.params as Record<string, string>,
    headers: request.headers as Record<string, string | undefined>,
    address: request.ip,
    requestId: request.id,
    log: request.log as Logger,
  };
}

function send(
  reply: FastifyReply,
  { status, body, headers = {}, type = "application/json; charset=utf-8" }: WireAnswer,
) {
  return reply
    .code(status)
    .headers({ "cache-control": "no-store", ...headers })
    .type(type)
    .send(body);
}

/** Without credentials: a foreign page may use the protocol, but never the browser's cookie. */
function openToOrigins(request: FastifyRequest, reply: FastifyReply, { allowedHeaders }: WireProtocol): void {
  const { origin } = request.headers;
  if (!origin) return;
  reply.headers({
    "access-control-allow-origin": origin,
    vary: "Origin",
    "access-control-allow-methods": "GET, POST, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": allowedHeaders.join(", "),
    "access-control-max-age": "86400",
  });
}

/** The router reads a colon as the start of a parameter; a parameter of a wire path is written in braces. */
function escapeColons(path: string): string {
  return path.replaceAll(":", "::").replace(/\{(\w+)\}/g, ":$1");
}
