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

export type Maker = {
  random: Random;
  /** One value in so many is none that the schema allows; 0 keeps to the schema. */
  bentOneIn: number;
  /** What the product has told of that fits a name. */
  known(name: string): string | number | null;
};

/** What programs have stumbled over before. */
export const awkward: readonly unknown[] = [
  null,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e\ufffe",
  "😀".repeat(40),
  "a".repeat(5000),
  "'; drop table users; --",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  "=1+1",
  "2026-02-30",
  "9999-12-31T23:59:60Z",
  "0000-01-01",
  "NaN",
  "1e999",
  "%",
  "%zz",
  0,
  -1,
  -0.5,
  1e308,
  2_147_483_648,
  9_007_199_254_740_992,
  0.1,
  true,
  [],
  {},
  [null],
  { constructor: { prototype: {} } },
  [[[[[]]]]],
];

/** A value for a schema: one that it allows, unless the maker bends it. */
export function makeValue(maker: Maker, name: string, schema: Schema, depth = 0): unknown {
  const { random } = maker;
  if (maker.bentOneIn > 0 && random.oneIn(maker.bentOneIn)) return random.pick(awkward);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return makeValue(maker, name, random.pick(choices), depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => makeValue(maker, name, part, depth + 1)));
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === "object" || schema.properties) return makeObject(maker, schema, depth);
  if (type === "array") return makeList(maker, name, schema, depth);
  if (type === "integer" || type === "number") return makeNumber(maker, name, schema, type);
  if (type === "boolean") return random.oneIn(2);
  if (type === "null") return null;
  return makeText(maker, name, schema);
}

function makeObject(maker: Maker, schema: Schema, depth: number) {
  const { random, bentOneIn } = maker;
  const made: Record<string, unknown> = {};
  const optional = Object.keys(schema.properties ?? {}).length - (schema.required?.length ?? 0);
  // Where much is optional, little of it goes together.
  const givenOneIn = Math.max(2, Math.round(optional / 2));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    const isLeftOut = isRequired ? bentOneIn > 0 && random.oneIn(bentOneIn) : depth > 4 || !random.oneIn(givenOneIn);
    if (!isLeftOut) made[name] = makeValue(maker, name, property, depth + 1);
  }
  if (typeof schema.additionalProperties === "object" && depth < 5)
    made[makeText(maker, "name", {})] = makeValue(maker, "value", schema.additionalProperties, depth + 1);
  if (bentOneIn > 0 && random.oneIn(bentOneIn)) made.unknownField = random.pick(awkward);
  return bentOneIn > 0 ? made : inOrder(made);
}

/** Days from one to another, the earlier one first, and never the same day twice. */
export function inOrder<Made extends Record<string, unknown>>(made: Made): Made {
  const { from, to } = made;
  if (typeof from !== "string" || typeof to !== "string" || from < to) return made;
  const next = from === to && Date.parse(to) > 0 ? new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10) : from;
  return { ...made, from: to, to: next };
}

function makeList(maker: Maker, name: string, schema: Schema, depth: number): unknown[] {
  const least = schema.minItems ?? 0;
  const most = Math.min(schema.maxItems ?? 3, least + 2);
  const length = depth > 5 ? least : least + maker.random.below(most - least + 1);
  return Array.from({ length }, () => makeValue(maker, name, schema.items ?? {}, depth + 1));
}

function makeNumber(maker: Maker, name: string, { minimum, maximum }: Schema, type: string): number {
  const { random, bentOneIn } = maker;
  const known = maker.known(name);
  if (typeof known === "number" && !random.oneIn(10)) return known;
  const least = Math.max(minimum ?? -5, -1e9);
  const most = Math.min(maximum ?? least + 1000, 1e9);
  if (bentOneIn > 0 && random.oneIn(bentOneIn)) return random.pick([least - 1, most + 1]);
  if (random.oneIn(10)) return random.pick([least, most]);
  const whole = least + random.below(Math.max(1, most - least + 1));
  return type === "integer" ? Math.floor(whole) : whole + random.below(100) / 100;
}

const dayMs = 86_400_000;
const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join("");
/** Near today: that is where the demo has facts. */
const instant = (random: Random) =>
  new Date(Date.now() - (random.below(420) - 20) * dayMs).toISOString().replace(/\.\d+/, "");
const later = (random: Random) => new Date(Date.now() + (1 + random.below(60)) * dayMs).toISOString();
const day = (random: Random) => instant(random).slice(0, 10);
const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const ofFormat: Readonly<Record<string, (random: Random) => string>> = {
  date: day,
  "date-time": instant,
  email: (random) => `p${random.below(100_000)}@fuzz.test`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
  uri: (random) => random.pick(["https://fuzz.test/x", "http://127.0.0.1:9/x"]),
};
/** What a name asks for where the schema alone does not say it. */
const ofName: Readonly<Record<string, (random: Random) => string>> = {
  from: day,
  to: day,
  day,
  asOf: day,
  until: later,
  expiresAt: later,
  phone: (random) => `+9733${1_000_000 + random.below(9_000_000)}`,
  country: (random) => random.pick(["BH", "DE", "XX"]),
  photo: () => dot,
  picture: () => dot,
  timeZone: (random) => random.pick(["Asia/Bahrain", "UTC", "America/New_York"]),
  currency: (random) => random.pick(["BHD", "USD", "JPY"]),
  query: (random) => random.pick(["period=last_7_days", "period=this_month&compare=previous_period", "grain=week", ""]),
  fullName: (random) => random.pick(["Nora Fuzz", "Ole Fuzz"]),
  company: (random) => random.pick(["Fuzz Foods", "Fuzz Freight"]),
  email: (random) => `p${random.below(100_000)}@fuzz.test`,
  smtpUrl: () => "smtp://127.0.0.1:9",
  slug: (random) => `fuzz-${random.below(100_000)}`,
  host: (random) => random.pick(["fuzz.test", "127.0.0.1"]),
};
const words = ["a", "north", "Bluebird Cafe", "1001", "*", "%", "_", "\\", "é", "name", "status:new", "-name", "day"];

export function makeText(maker: Maker, name: string, schema: Schema): string {
  const { random } = maker;
  const { format, minLength = 0, maxLength = 200 } = schema;
  const known = maker.known(name);
  const wanted = ofName[name] ?? (format ? ofFormat[format] : undefined);
  const isKnownBetter = wanted ? random.oneIn(4) : !random.oneIn(12);
  if (known !== null && isKnownBetter) return String(known);
  if (wanted) return wanted(random);
  return random.pick(words).padEnd(minLength, "x").slice(0, Math.max(maxLength, 1));
}
