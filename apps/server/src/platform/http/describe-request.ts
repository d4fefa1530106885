import type { FastifyRequest } from "fastify";
import type { SpanDescription } from "../tracing/traced.ts";

/** A request by its route template. What a caller says of a trace is not heeded, as with the ids of requests. */
export function describeRequest({ method, routeOptions, id }: FastifyRequest): SpanDescription {
  const route = routeOptions.url ?? "none";
  return {
    name: `${method} ${route}`,
    kind: "server",
    attributes: { "http.request.method": method, "http.route": route, "console.request_id": id },
  };
}
