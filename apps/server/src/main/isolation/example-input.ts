import { pathParameters, type Route } from "@console/contracts";
import { z } from "zod";

export type Schema = { type?: string; enum?: unknown[]; const?: unknown; anyOf?: Schema[] } & {
  properties?: Record<string, Schema>;
  required?: string[];
};

/** What a route takes, as JSON Schema. */
export function readSchema(route: Route): Schema {
  return z.toJSONSchema(route.input, { io: "input", unrepresentable: "any" }) as Schema;
}

/** Something that a schema may well take, with a key wherever a text can stand. */
export function makeExample(schema: Schema, key: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return makeExample(schema.anyOf[0] ?? {}, key);
  if (schema.type === "object") {
    const requiredFields = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(requiredFields.map(([name, one]) => [name, makeExample(one, key)]));
  }
  if (schema.type === "array") return [key];
  if (schema.type === "boolean") return true;
  return schema.type === "number" || schema.type === "integer" ? 1 : key;
}

/** All that a route must be given, with a key in every place that takes one and the tenant where one is named. */
export function exampleInput(route: Route, key: string, tenantId: string): Record<string, unknown> {
  const schema = readSchema(route);
  const inPath = pathParameters(route.path).map((name) => [name, name === "tenantId" ? tenantId : key]);
  return { ...(makeExample(schema, key) as object), ...Object.fromEntries(inPath) };
}
