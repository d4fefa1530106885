import type { Random } from "./random.ts";

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
};

/** What programs have stumbled over before. */
const awkward: readonly unknown[] = [
  null,
  "",
  " ",
  "\u0000",
  "😀".repeat(40),
  "a".repeat(5000),
  "'; drop table users; --",
  "../../etc/passwd",
  "__proto__",
  "<script>alert(1)</script>",
  "=1+1",
  "2026-02-30",
  "9999-12-31T23:59:60Z",
  0,
  -1,
  1e308,
  9_007_199_254_740_992,
  0.1,
  true,
  [],
  {},
  { constructor: { prototype: {} } },
  [[[[[]]]]],
];

/** A value for a schema: most often one that it allows, at times one that it does not. */
export function makeValue(random: Random, schema: Schema, known: readonly string[], depth = 0): unknown {
  if (random.oneIn(12)) return random.pick(awkward);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return makeValue(random, random.pick(choices), known, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => makeValue(random, part, known, depth + 1)));
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === "object" || schema.properties) return makeObject(random, schema, known, depth);
  if (type === "array") return makeList(random, schema, known, depth);
  if (type === "integer" || type === "number") return makeNumber(random, schema, type);
  if (type === "boolean") return random.oneIn(2);
  if (type === "null") return null;
  return makeText(random, schema, known);
}

function makeObject(random: Random, schema: Schema, known: readonly string[], depth: number) {
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    const isLeftOut = isRequired ? random.oneIn(15) : depth > 4 || random.oneIn(2);
    if (!isLeftOut) made[name] = makeValue(random, property, known, depth + 1);
  }
  if (typeof schema.additionalProperties === "object" && depth < 5)
    made[makeText(random, {}, known)] = makeValue(random, schema.additionalProperties, known, depth + 1);
  if (random.oneIn(20)) made.unknownField = random.pick(awkward);
  return made;
}

function makeList(random: Random, schema: Schema, known: readonly string[], depth: number): unknown[] {
  const least = schema.minItems ?? 0;
  const most = Math.min(schema.maxItems ?? 3, least + 3);
  const length = depth > 5 ? least : least + random.below(most - least + 1);
  return Array.from({ length }, () => makeValue(random, schema.items ?? {}, known, depth + 1));
}

function makeNumber(random: Random, { minimum, maximum }: Schema, type: string): number {
  const least = Math.max(minimum ?? -5, -1e9);
  const most = Math.min(maximum ?? least + 1000, 1e9);
  if (random.oneIn(10)) return random.pick([least - 1, most + 1, least, most]);
  const whole = least + random.below(Math.max(1, most - least + 1));
  return type === "integer" ? Math.floor(whole) : whole + random.below(100) / 100;
}

const texts: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-03-19", "2025-12-31", "2026-02-29"],
  "date-time": ["2026-03-19T09:00:00Z", "2026-03-19T09:00:00.123456Z"],
  email: ["somebody@fuzz.test", "o'neil@fuzz.test"],
  uuid: ["6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "00000000-0000-0000-0000-000000000000"],
  uri: ["https://fuzz.test/x", "javascript:alert(1)"],
};
const words = [
  "a",
  "north",
  "Bluebird Cafe",
  "1001",
  "*",
  "%",
  "_",
  "\\",
  "é",
  "name",
  "status:new",
  "-name",
  "csv",
  "day",
];

function makeText(
  random: Random,
  { format, minLength = 0, maxLength = 200 }: Schema,
  known: readonly string[],
): string {
  const ofFormat = format ? texts[format] : undefined;
  if (ofFormat && !random.oneIn(8)) return random.pick(ofFormat);
  if (known.length > 0 && random.oneIn(2)) return random.pick(known);
  return random.pick(words).padEnd(minLength, "x").slice(0, Math.max(maxLength, 1));
}
