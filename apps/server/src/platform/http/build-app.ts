import { randomUUID } from "node:crypto";
import { constants } from "node:zlib";
import { type LogPart, type Route, routes } from "@console/contracts";
import compress from "@fastify/compress";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import type { Config } from "../config.ts";
import type { Caller } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { answerErrors, sendError } from "./answer-errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { createEventStreams } from "./event-streams.ts";
import { followConnections } from "./follow-connections.ts";
import { limitArrival } from "./limit-arrival.ts";
import { openApiDocument } from "./openapi.ts";
import { addOperatorRoutes } from "./operator-routes.ts";
import { fastifyPath, type RouteParts, registerRoutes } from "./register-routes.ts";
import { addSecurityHeaders, strictHeaders } from "./security-headers.ts";
import { type Framers, serveWeb } from "./serve-web.ts";
import type { WebApp } from "./web-app.ts";
import { registerWire, type WireProtocol } from "./wire-routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    logPart?: LogPart;
    isQuiet?: true;
    isTimed?: true;
  }
  interface FastifyRequest {
    /** Who asks, once that is known. */
    caller: Caller | null;
  }
}

/** A call of the API and how it was answered. */
export type AnsweredCall = {
  /** Null where nobody was let in. */
  caller: Caller | null;
  method: string;
  /** The template of its path. */
  route: string;
  status: number;
  milliseconds: number;
  /** Its time says how quick the product is: it is no stream, no upload and no file. */
  isTimed: boolean;
  /** A page asks for it again and again, whether someone is there or not. */
  isQuiet: boolean;
};

export type AppParts = Omit<RouteParts, "streams"> & {
  config: Config;
  log: Logger;
  metrics: Metrics;
  endpoints: readonly Endpoint[];
  wires: readonly WireProtocol[];
  /** Null serves the API alone. */
  web: WebApp | null;
  /** Which origins may frame what is at an address. */
  framers: Framers;
  /** Told of each answered call of the API. */
  onAnswer?: (call: AnsweredCall) => void;
};

const bodyLimitBytes = 1_048_576;
const callerIdForm = /^[\w.-]{8,64}$/;

/** The whole HTTP server, not yet listening. Closing it ends streams first and then waits for open requests. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, live, log, metrics, database } = parts;
  const streams = createEventStreams(metrics);
  const isDrained = !config.withoutProtections.has("drain");
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: bodyLimitBytes,
    // A large file over a slow line; all other calls are limited as they arrive.
    requestTimeout: 2 * 3_600_000,
    forceCloseConnections: "idle",
    // Whoever has come is answered, also when the server is about to end.
    return503OnClosing: !isDrained,
    trustProxy: config.trustProxy ?? false,
    // Never the caller's: a stranger who chose it could make two requests look like one in the logs.
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    // The framework answers unreadable URLs before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      sendError(request, reply.headers(strictHeaders), new AppError("invalid_input", "The address is malformed."));
    },
  });
  answerErrors(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const { logPart } = request.routeOptions.config;
    if (logPart) request.log = request.log.child({ part: logPart });
  });
  app.decorateRequest("caller", null);
  observeRequests(app, metrics, parts.onAnswer);
  const uploads = new Set(
    parts.endpoints.filter(({ kind }) => kind === "upload").map(({ route }) => fastifyPath(route)),
  );
  limitArrival(app, (request) => uploads.has(request.routeOptions.url ?? ""));
  const connections = followConnections(app.server);
  app.addHook("onSend", async () => {
    await connections.mayAnswer();
  });
  app.addHook("preClose", async () => {
    streams.closeAll();
    if (isDrained) await connections.leave();
  });
  await addSecurityHeaders(app, { isHttps: live.publicUrl.startsWith("https:") });
  await app.register(compress, { threshold: 1024, ...quickPacking });
  await limitCalls(app, config.rateLimitPerMinute);

  addOperatorRoutes(app, { database, metrics, metricsToken: config.metricsToken, isDraining: connections.isLeaving });
  let document: ReturnType<typeof openApiDocument> | null = null;
  app.get("/openapi.json", async () => {
    // Made when it is first asked for: to describe every route takes longer than to serve them all.
    document ??= openApiDocument(namedRoutes(parts.endpoints), { title: config.productName, version: live.version });
    return { ...document, info: { ...document.info, title: config.productName } };
  });
  registerRoutes(app, parts.endpoints, { ...parts, streams });
  for (const wire of parts.wires) await registerWire(app, wire);
  if (parts.web) await serveWeb(app, parts.web, live, parts.framers);
  else {
    app.setNotFoundHandler((request, reply) =>
      sendError(request, reply, new AppError("not_found", "There is nothing at this address.")),
    );
  }
  return app;
}

/** Answers are packed for one reader: a third of the time that the usual levels take, for a tenth more bytes. */
const quickPacking = {
  zlibOptions: { level: 4 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
};

/** Every route that is answered, by its name in the API document. */
export function namedRoutes(endpoints: readonly Endpoint[]): Record<string, Route> {
  const names = new Map<Route, string>(Object.entries(routes).map(([name, route]) => [route, name]));
  return Object.fromEntries(
    endpoints.map(({ route }) => [route.operation ?? names.get(route) ?? `${route.method} ${route.path}`, route]),
  );
}

/** The limit over all routes may be off; those of single routes hold in any case. */
async function limitCalls(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: perMinute > 0,
    max: perMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
      return new AppError("limit_reached", `Too many requests. Try again in ${wait}.`, { retryAfterSeconds: seconds });
    },
  });
}

/** The id that the caller has given the request, so that both sides can be held beside each other. */
function callerRequestId({ headers }: FastifyRequest): { callerRequestId?: string } {
  const header = headers["x-request-id"];
  return typeof header === "string" && callerIdForm.test(header) ? { callerRequestId: header } : {};
}

/** One log line and one measurement for each answer, by route template: never a query, a body or a header. */
function observeRequests(app: FastifyInstance, metrics: Metrics, onAnswer: AppParts["onAnswer"]): void {
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: String(reply.statusCode),
    };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    const line = { ...labels, ms: Math.round(reply.elapsedTime), ...callerRequestId(request) };
    // Pages have no route. They, and what is asked again and again, say something only when they fail.
    const isQuiet = request.routeOptions.config.isQuiet ?? request.routeOptions.url === undefined;
    if (isQuiet && reply.statusCode < 400) request.log.debug(line, "request");
    else request.log.info(line, "request");
    if (!labels.route.startsWith("/api/")) return;
    onAnswer?.({
      caller: request.caller,
      method: labels.method,
      route: labels.route,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
      isTimed: request.routeOptions.config.isTimed === true,
      isQuiet: request.routeOptions.config.isQuiet === true,
    });
  });
}
