import type { SpanDescription } from "./traced.ts";

const verbs = /^\s*(select|insert|update|delete|with|savepoint|release|rollback)\b/i;
const tables = /\b(?:from|into|update|join)\s+"?([a-z_][a-z_0-9]*)"?/i;

/** A statement by what it does and the first table that it names: neither its text nor its values. */
export function describeStatement(sql: string): SpanDescription {
  const operation = verbs.exec(sql)?.[1]?.toLowerCase() ?? "statement";
  const table = tables.exec(sql)?.[1]?.toLowerCase() ?? null;
  return {
    name: table ? `${operation} ${table}` : operation,
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      ...(table && { "db.collection.name": table }),
    },
  };
}
