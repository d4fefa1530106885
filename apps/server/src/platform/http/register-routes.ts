import { rm } from "node:fs/promises";
import { inPlainWords, pathParameters, type Route } from "@console/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { noteMutation } from "../audit/note-mutation.ts";
import {
  type Caller,
  type Context,
  createCallContext,
  type Origin,
  type Platform,
  platformTenant,
  visitor,
} from "../context.ts";
import { untilDone } from "../db/until-done.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../telemetry/logger.ts";
import { traced } from "../tracing/traced.ts";
import { allowCalls } from "./allow-calls.ts";
import { invalidInput } from "./answer-errors.ts";
import { describeRequest } from "./describe-request.ts";
import type { Endpoint, Exchange, FileAnswer } from "./endpoint.ts";
import type { EventStreams } from "./event-streams.ts";
import type { LiveConfig } from "./live-config.ts";
import { type HasTenant, recordPlatformAccess, withPlatformAccess } from "./platform-access.ts";
import { receiveFiles } from "./receive-files.ts";
import { refuseInMaintenance } from "./refuse-in-maintenance.ts";
import { requireReading } from "./require-reading.ts";
import { sendFile } from "./send-file.ts";

/** Tells who sent a request; null when it carries no proof of anyone. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | null>;

export type RouteParts = Platform & {
  authenticate: Authenticate;
  hasTenant: HasTenant;
  live: LiveConfig;
  streams: EventStreams;
};

const knownMethods: HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Registers each endpoint as: authenticate, permit, validate, use case. */
export function registerRoutes(app: FastifyInstance, endpoints: readonly Endpoint[], parts: RouteParts): void {
  void app.register((scope, _options, done) => {
    // A file is read as it arrives, whatever it says that it is.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const endpoint of endpoints) if (endpoint.kind === "upload") register(scope, endpoint, parts);
    done();
  });
  for (const endpoint of endpoints) if (endpoint.kind !== "upload") register(app, endpoint, parts);
  refuseOtherMethods(app, endpoints);
}

function register(app: FastifyInstance, endpoint: Endpoint, parts: RouteParts): void {
  const { route } = endpoint;
  const { limit } = route;
  const allowPerson = limit?.isForEachPerson ? allowCalls(limit) : () => {};
  app.route({
    method: route.method,
    url: fastifyPath(route),
    config: {
      ...(route.logPart && { logPart: route.logPart }),
      ...(route.isQuiet && { isQuiet: route.isQuiet }),
      ...((endpoint.kind === "answer" || endpoint.kind === "direct") && { isTimed: true as const }),
      ...(limit && !limit.isForEachPerson && { rateLimit: { max: limit.calls, timeWindow: limit.perSeconds * 1000 } }),
    },
    handler: (request, reply) =>
      traced(describeRequest(request), () => answer(endpoint, parts, request, reply, allowPerson)),
  });
}

/** Who asks, whichever address that comes from. */
function namePerson({ actor }: Caller): string {
  switch (actor.kind) {
    case "user":
      return `user ${actor.onBehalf ?? actor.uid}`;
    case "bearer":
      return `bearer ${actor.subject}`;
    case "service":
      return `service ${actor.account}`;
    default:
      return actor.kind;
  }
}

/** What the log lines of a call say of its caller. */
function describeCaller({ actor, tenantId }: Caller): object {
  return {
    ...(tenantId !== platformTenant && { tenant: tenantId }),
    ...(actor.kind === "user" && { person: actor.onBehalf ?? actor.uid }),
  };
}

async function answer(
  endpoint: Endpoint,
  parts: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  allowPerson: (name: string) => void,
) {
  const { route } = endpoint;
  const caller = await admit(route, parts, request);
  request.caller = caller;
  request.log = request.log.child(describeCaller(caller));
  allowPerson(namePerson(caller));
  const origin = requestOrigin(request);
  const context = createCallContext(parts, caller, { requestId: request.id, log: request.log as Logger, origin });
  if (endpoint.kind === "upload") return answerUpload(endpoint, parts, request, reply, context);
  const input = validate(route, request);

  if (endpoint.kind === "stream") {
    const admitAgain = () => admit(route, parts, request);
    return parts.streams.open({ request, reply, caller: context, input, opener: endpoint.open, admitAgain });
  }

  const answered = (output: unknown) => {
    reply.code(route.status ?? 200).header("cache-control", "no-store");
    return parts.config.isProduction ? output : checked(route, output);
  };
  if (endpoint.kind === "direct") {
    return answered(await endpoint.run(context, input, createExchange(request, reply)));
  }
  let file: FileAnswer | null = null;
  const work = () =>
    parts.database.inTenant<unknown>(
      caller.tenantId,
      async (db) => {
        if (caller.isPlatformAccess) await recordPlatformAccess({ ...context, db }, route, input);
        const result = await endpoint.run({ ...context, db }, input);
        if (endpoint.kind === "file") file = result as FileAnswer;
        await noteMutation({ ...context, db }, route, input);
        return result;
      },
      endpoint.kind === "file" ? "snapshot" : endpoint.isolation,
    );
  if (endpoint.kind === "answer") return answered(await untilDone(work));
  const output = await work().catch(async (error: unknown) => {
    // A file that was made for an answer which is not given would stay for good.
    if (file?.isTemporary) await rm(file.path, { force: true });
    throw error;
  });
  return sendFile(reply, output as FileAnswer);
}

/** Who calls, if they may: asked for each call, and again and again while a stream is open. */
async function admit(route: Route, parts: RouteParts, request: FastifyRequest): Promise<Caller> {
  const caller = outside(route, (await parts.authenticate(request)) ?? visitor);
  requireReading(route, caller);
  permit(route, caller);
  await refuseInMaintenance(route, caller, parts.live);
  return withPlatformAccess(route, caller, request, parts.hasTenant);
}

async function answerUpload(
  { route, run, openMeter }: Extract<Endpoint, { kind: "upload" }>,
  parts: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Omit<Context, "db">,
) {
  const { signal } = createExchange(request, reply);
  const query = request.query as Record<string, unknown>;
  const meter = await openMeter(context, query);
  try {
    const { files, fields } = await receiveFiles(parts.config, request, meter, route.mostFiles);
    try {
      const input = parse(route, { ...query, ...fields, ...(request.params as object) });
      const output = await run(context, input, files, { signal });
      reply.code(route.status ?? 200).header("cache-control", "no-store");
      return parts.config.isProduction ? output : checked(route, output);
    } finally {
      for (const { path } of files) await rm(path, { force: true });
    }
  } finally {
    meter.close();
  }
}

/** Where a request came from. */
function requestOrigin({ ip, headers }: FastifyRequest): Origin {
  return { address: ip, userAgent: headers["user-agent"] ?? "" };
}

function createExchange(request: FastifyRequest, reply: FastifyReply): Exchange {
  const disconnect = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) disconnect.abort();
  });
  const setCookie = (header: string) => void reply.header("set-cookie", header);
  return { cookies: request.headers.cookie, setCookie, signal: disconnect.signal };
}

/** Beside what a token opens its bearer is a visitor like any other. */
function outside({ permission }: Route, caller: Caller): Caller {
  return permission === "public" && caller.actor.kind === "bearer" ? visitor : caller;
}

function permit(route: Route, { actor, permissions }: Caller): void {
  if (route.permission === "public" || permissions.has(route.permission)) return;
  if (actor.kind === "visitor") throw new AppError("unauthenticated", "Sign in to do this.");
  if (actor.kind === "bearer") throw new AppError("forbidden", actor.token.refusal);
  throw new AppError("forbidden", "Your role does not allow this. Ask an administrator if you need it.");
}

/** The path's parameters win over fields of the same name in the body or query. */
function validate(route: Route, request: FastifyRequest): Record<string, unknown> {
  const carrier = route.method === "GET" || route.method === "DELETE" ? request.query : (request.body ?? {});
  if (typeof carrier !== "object" || carrier === null || Array.isArray(carrier)) {
    throw new AppError("invalid_input", "Send a JSON object.");
  }
  return parse(route, { ...carrier, ...(request.params as object) });
}

function parse(route: Route, input: object): Record<string, unknown> {
  const parsed = route.input.safeParse(input, { error: inPlainWords });
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** A response that breaks its own contract is our bug, whoever asked. */
function checked(route: Route, output: unknown): unknown {
  const parsed = route.output.safeParse(output);
  if (parsed.success) return parsed.data;
  throw new Error(`The answer of ${route.method} ${route.path} breaks its contract: ${parsed.error.message}`);
}

function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const allowed = new Map<string, Set<string>>();
  for (const { route } of endpoints) {
    const url = fastifyPath(route);
    allowed.set(url, (allowed.get(url) ?? new Set()).add(route.method));
  }
  for (const [url, methods] of allowed) {
    const allow = [...methods].join(", ");
    app.route({
      method: knownMethods.filter((method) => !methods.has(method as string)),
      url,
      exposeHeadRoute: false,
      // Before the body is read: whatever it holds, the method is what is wrong.
      onRequest: async (_request, reply) => {
        reply.header("allow", allow);
        throw new AppError("method_not_allowed", `Use ${allow} here.`);
      },
      handler: async () => {},
    });
  }
}

/** The path of a route as the router writes it. */
export function fastifyPath(route: Route): string {
  return pathParameters(route.path).reduce<string>((path, name) => path.replace(`{${name}}`, `:${name}`), route.path);
}
