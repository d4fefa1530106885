import { type ErrorKind, errorBody, errorStatus, pathParameters, type Route } from "@console/contracts";
import { z } from "zod";

type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: unknown };

const describeInput = (schema: z.ZodType) => jsonSchema(schema, "input");
const describeOutput = (schema: z.ZodType) => jsonSchema(schema, "output");

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

/** What is not among the paths, so that nobody looks for it there. */
const description =
  "Every route under /api. Two protocols of others are not listed: sign-in follows Google's Identity Toolkit (/v1/accounts:…, /v1/token, /v2/…), which Google documents, and webhooks arrive at the address that a connection shows (/hooks/…).";

/** The OpenAPI 3.1 document of the given routes, made from the same contracts that answer them. */
export function openApiDocument(routes: Record<string, Route>, { title, version }: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] as object, { [route.method.toLowerCase()]: operation(name, route) });
  }
  return {
    openapi: "3.1.0",
    info: { title: `${title} API`, version, description },
    paths,
    components: {
      schemas: { Error: describeOutput(errorBody) },
      securitySchemes: { idToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

function operation(name: string, route: Route) {
  const isPublic = route.permission === "public";
  const { body, parameters } = inputParts(route);
  if (route.isOpenToPlatform) parameters.push(tenantHeader);
  return {
    operationId: name,
    summary: route.summary,
    "x-permission": route.permission,
    security: isPublic ? [] : [{ idToken: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: bodyContent(route, body) } }),
    responses: {
      [route.status ?? 200]: {
        description: "Done.",
        content: describeContent(route),
      },
      ...Object.fromEntries(listKinds(route).map((kind) => [errorStatus[kind], errorResponse(kind)])),
    },
  };
}

function bodyContent({ takesFile, mostFiles }: Route, body: { properties: Record<string, unknown> }) {
  if (!takesFile) return { "application/json": { schema: body } };
  const file = { type: "string", format: "binary" };
  return {
    "multipart/form-data": {
      schema: {
        ...body,
        properties: {
          file: mostFiles ? { type: "array", items: file, minItems: 1, maxItems: mostFiles } : file,
          ...body.properties,
        },
        required: ["file"],
      },
    },
    "application/octet-stream": { schema: file },
  };
}

/** Where platform admins have access to a tenant. */
const tenantHeader: Parameter = { name: "x-tenant", in: "header", required: false, schema: { type: "string" } };

/** Path parameters and queries become parameters; all that is left of other methods is the body. */
function inputParts(route: Route) {
  const schema = describeInput(route.input) as { properties?: Record<string, unknown>; required?: string[] };
  const inPath = new Set(pathParameters(route.path));
  const isInQuery = route.method === "GET" || route.method === "DELETE";
  const parameters: Parameter[] = [];
  const bodyProperties: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = inPath.has(name) || (schema.required ?? []).includes(name);
    if (inPath.has(name)) parameters.push({ name, in: "path", required: true, schema: property });
    else if (isInQuery) parameters.push({ name, in: "query", required: isRequired, schema: property });
    else bodyProperties[name] = property;
  }
  const required = (schema.required ?? []).filter((name) => !inPath.has(name));
  const body = isInQuery
    ? null
    : {
        type: "object",
        properties: bodyProperties,
        additionalProperties: false,
        ...(required.length > 0 && { required }),
      };
  return { parameters, body };
}

/** What a call can fail with: what every route has in common, what its path and method tell, and its own. */
function listKinds(route: Route): ErrorKind[] {
  // Public routes too: a token that no longer counts is refused everywhere, and so is a tenant one may not look into.
  const kinds: ErrorKind[] = ["invalid_input", "unauthenticated", "forbidden"];
  kinds.push("limit_reached", "unexpected", "unavailable");
  if (pathParameters(route.path).length > 0 || route.isOpenToPlatform || route.isFile) kinds.push("not_found");
  if (route.method !== "GET") kinds.push("too_large", "unsupported_media_type", "conflict");
  return [...kinds, ...(route.failures ?? [])];
}

function errorResponse(kind: ErrorKind) {
  return {
    description: kind,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
}

function describeContent({ streams, isFile, output }: Route) {
  if (isFile) return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  return { [streams ? "text/event-stream" : "application/json"]: { schema: describeOutput(output) } };
}
