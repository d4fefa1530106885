import { connectionSettings, sourceMapping, tookanMapping } from "@console/contracts";
import { z } from "zod";
import { type Known, nounInPath, type Thing } from "./known-things.ts";
import {
  type EntityForm,
  makeFields,
  makeFile,
  makeFilter,
  makeSettings,
  makeSort,
  type SettingForm,
} from "./make-fields.ts";
import { awkward, inOrder, type Maker, makeText, makeValue, type Schema } from "./make-value.ts";
import type { Random } from "./random.ts";

type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema };
export type Operation = {
  "x-permission": string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, unknown> }>;
};
export type Target = { method: string; path: string; operation: Operation };
/** The forms that the product describes itself. */
export type Forms = { entities: ReadonlyMap<string, EntityForm>; settings: readonly SettingForm[] };

export type Asked = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | FormData;
  /** What the request was about, for whoever reads of it or learns from its answer. */
  about: Record<string, string | number>;
  told: string;
};

/** Names that ask for an id of something else than their own name says. */
const kindsOfName: Readonly<Record<string, readonly string[]>> = {
  agent: ["agents"],
  by: ["dimensions"],
  cards: ["panels"],
  client: ["clients"],
  cursor: [],
  narrowing: [],
  dimensions: ["dimensions"],
  field: ["dimensions"],
  metrics: ["metrics"],
  owner: ["people"],
  rows: ["metrics"],
  sort: ["fields", "columns"],
  tenant: ["tenants"],
  tenantId: ["tenants"],
  "x-tenant": ["tenants"],
};
/** Names that ask for a text which answers give under another name. */
const textOfName: Readonly<Record<string, string>> = { cursor: "next", narrowing: "dimension" };
/** What some calls without an id in their address are about. */
const kindsOfPath: Readonly<Record<string, readonly string[]>> = {
  "/api/embed/session": ["openings"],
  "/api/metrics/row": ["metrics-rows"],
  "/api/signup-requests/follow": ["followed"],
};
const kindsForName = (name: string) => kindsOfName[name] ?? [name, `${name}s`];

type Wish = {
  base: string;
  person: string;
  target: Target;
  known: Known;
  forms: Forms;
  /** What a run stands on: it is seldom changed or removed itself. */
  spared: ReadonlySet<string>;
  isPlain?: boolean;
};

/** A request to a route: as its contract asks for it half of the time, bent here and there or broken otherwise. */
export function makeRequest(random: Random, wish: Wish): Asked {
  const { base, person, target, known, forms, isPlain = false } = wish;
  const manner = isPlain ? 0 : random.below(10);
  const anchor = pickAnchor(random, wish);
  const form = findForm(target, forms);
  const maker: Maker = {
    random,
    bentOneIn: manner < 5 ? 0 : manner < 8 ? 10 : 3,
    known: (name) => knownValue(random, person, { name, anchor, known, form }),
  };
  const { address, query, headers, about } = makeParts(maker, target, anchor);
  const body = makeBody(maker, target, { anchor, forms });
  const asked: Asked = {
    url: `${base}${address}${query.size > 0 ? `?${query}` : ""}`,
    method: target.method,
    headers,
    about: { ...about, ...(typeof body === "object" && bodyNames(body)) },
    told: "",
  };
  if (body instanceof FormData) asked.body = body;
  else if (body !== undefined) {
    asked.headers["content-type"] = "application/json";
    asked.body = JSON.stringify(body);
  }
  if (manner === 9) breakRequest(random, asked);
  asked.told =
    `${asked.method} ${asked.url.slice(base.length)} ${typeof asked.body === "string" ? asked.body.slice(0, 600) : ""}`.replaceAll(
      "\0",
      "\\0",
    );
  return asked;
}

/** What all parts of a request belong to, so that they fit each other. */
function pickAnchor(random: Random, { person, target, known, spared }: Wish): Thing | null {
  const { method, path, operation } = target;
  const parameter = /\{(\w+)\}(?!.*\{)/.exec(path)?.[1];
  const names = Object.keys(operation.requestBody?.content["application/json"]?.schema.properties ?? {});
  const queried = (operation.parameters ?? []).map(({ name }) => name);
  const kinds = parameter
    ? random.shuffle([nounInPath(path.slice(0, path.indexOf(`{${parameter}}`))), ...kindsForName(parameter)])
    : (kindsOfPath[path] ??
      (names.includes("fields")
        ? [nounInPath(path.replace(/\/acts\/.*/, ""))]
        : [...names, ...queried].flatMap(kindsForName)));
  const isItself = method !== "GET" && (path.endsWith("}") || path.includes("/acts/"));
  let thing = known.thing(random, person, kinds);
  for (let tries = 0; tries < 6 && isItself && thing && spared.has(thing.id) && !random.oneIn(40); tries++)
    thing = known.thing(random, person, kinds);
  return thing;
}

type Wanted = { name: string; anchor: Thing | null; known: Known; form: EntityForm | undefined };

const findForm = ({ path }: Target, { entities }: Forms) => entities.get(/^\/api\/admin\/(\w+)/.exec(path)?.[1] ?? "");

function knownValue(random: Random, person: string, { name, anchor, known, form }: Wanted): string | number | null {
  const own = anchor?.along[name];
  if (own !== undefined && !random.oneIn(20)) return own;
  const kinds = kindsForName(name);
  const list = anchor && kinds.map((kind) => anchor.lists[kind]).find((one) => one && one.length > 0);
  if (list && !random.oneIn(6)) return random.pick(list);
  if (anchor && kinds.some((kind) => anchor.along[kind.replace(/s$/, "")] === anchor.id)) return anchor.id;
  if (form && name === "sort") return makeSort(random, form);
  if (form && name === "filter") return makeFilter(random, form);
  const thing = known.thing(random, person, kinds);
  return thing ? thing.id : known.text(random, person, textOfName[name] ?? name);
}

function makeParts(maker: Maker, { path, operation }: Target, anchor: Thing | null) {
  const { random } = maker;
  const about: Record<string, string> = {};
  const headers: Record<string, string> = {};
  const wanted: Record<string, unknown> = {};
  const last = /\{(\w+)\}(?!.*\{)/.exec(path)?.[1];
  let address = path;
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    if (place === "path") {
      const fitting = schema.enum ? undefined : name === last ? anchor?.id : anchor?.along[name];
      const isBent = maker.bentOneIn > 0 && random.oneIn(maker.bentOneIn);
      const value = fitting !== undefined && !isBent ? String(fitting) : makeValue(maker, name, schema);
      about[name] = inPath(typeof value === "string" ? value : JSON.stringify(value));
      address = address.replace(`{${name}}`, encodeURIComponent(about[name]).slice(0, 900));
    } else if (place === "header") {
      if (random.oneIn(2)) headers[name] = inHeader(String(makeValue(maker, name, schema)));
    } else if (required || random.oneIn(3)) wanted[name] = makeValue(maker, name, schema);
  }
  // A report is narrowed by its dimensions, which stand in its address under their own names.
  if (operation.parameters?.some(({ name }) => name === "period") && random.oneIn(3))
    wanted[makeText(maker, "narrowing", {})] = makeText(maker, "name", {});
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(maker.bentOneIn > 0 ? wanted : inOrder(wanted)))
    for (const one of [value].flat()) query.append(name, typeof one === "string" ? one : JSON.stringify(one));
  return { address, query, headers, about };
}

/** A part of a path that stays one: an address with dots alone, or with nothing, is another route. */
function inPath(text: string): string {
  const whole = Buffer.from(text).toString() === text ? text : "surrogate";
  return /^\.{0,2}$/.test(whole) ? "x" : whole;
}

/** What a header may hold at all. */
const inHeader = (text: string) =>
  text
    .replace(/[^\t\x20-\xff]/g, "?")
    .slice(0, 2000)
    .trim();

function makeBody(maker: Maker, target: Target, { anchor, forms }: { anchor: Thing | null; forms: Forms }): unknown {
  const { random } = maker;
  const content = target.operation.requestBody?.content;
  const form = findForm(target, forms);
  const sent = content?.["multipart/form-data"]?.schema;
  if (sent) {
    const { file: _, ...properties } = sent.properties ?? {};
    const fields = makeValue(maker, "", { type: "object", properties }) as Record<string, unknown>;
    const file = makeFile(maker, form);
    const body = new FormData();
    // A mapping is a document of its own, which seldom fits the file.
    if (fields && !random.oneIn(4)) delete fields.mapping;
    for (const [name, value] of Object.entries(fields ?? {})) body.append(name, inPath(String(value)));
    body.append(random.oneIn(20) ? "other" : "file", new Blob([file.content]), file.name);
    return body;
  }
  const schema = content?.["application/json"]?.schema;
  if (!schema) return undefined;
  const made = makeValue(maker, "", schema);
  if (typeof made !== "object" || made === null || Array.isArray(made) || random.oneIn(20)) return made;
  const body = made as Record<string, unknown>;
  const act = /\/acts\/(\w+)$/.exec(target.path)?.[1];
  const fields = act ? form?.acts.find(({ name }) => name === act)?.fields : form?.fields.filter(writes(target.method));
  if (fields && "fields" in (schema.properties ?? {})) body.fields = makeFields(maker, fields);
  if (act && anchor) {
    // Rows by name, and seldom all that match: that would end whatever the others need.
    body.ids = [anchor.id];
    delete body.matching;
    if (random.oneIn(12)) {
      delete body.ids;
      body.matching = { search: makeText(maker, "name", { maxLength: 60 }) };
    }
  }
  if ("changes" in body) body.changes = makeSettings(maker, forms.settings);
  if (target.path.endsWith("/settings/file") && "settings" in body) body.settings = makeSettings(maker, forms.settings);
  if (target.path.includes("/imports/") && "mapping" in body && random.oneIn(2)) body.mapping = mappingOfSales;
  const kind = body.kind ?? anchor?.along.kind;
  if (typeof kind === "string" && kind in connectionSettings)
    fitConnection(maker, body, kind as keyof typeof connectionSettings);
  return body;
}

/** What fits the file that is sent. */
const mappingOfSales = {
  fact: "sale_lines",
  fields: {
    source_key: { from: "id" },
    receipt_key: { from: "receipt number" },
    sold_at: { from: "sale date" },
    quantity_milli: { from: "qty" },
    gross_minor: { from: "gross" },
  },
};

const writes =
  (method: string) =>
  ({ isGiven, isChanged }: { isGiven: boolean; isChanged: boolean }) =>
    method === "POST" ? isGiven : isChanged;

/** What a connection is set up with depends on its kind, which the document does not tell. */
function fitConnection(maker: Maker, body: Record<string, unknown>, kind: keyof typeof connectionSettings): void {
  const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  if ("settings" in body) body.settings = makeValue(maker, "", toSchema(connectionSettings[kind]));
  if (kind === "sql" && maker.random.oneIn(2)) Object.assign(Object(body.settings), { query: "select 1 as id" });
  if (typeof body.mapping === "object")
    body.mapping = makeValue(maker, "", toSchema(kind === "tookan" ? tookanMapping : sourceMapping));
}

/** What a body says that its answer belongs to. */
function bodyNames(body: unknown): Record<string, string> {
  const { metric } = Object(body) as { metric?: unknown };
  return typeof metric === "string" ? { metric } : {};
}

const strangeHeaders: readonly Record<string, string>[] = [
  { authorization: "Bearer x" },
  { authorization: "Basic eDp5" },
  { authorization: `Bearer ${"a.".repeat(900)}` },
  { "x-tenant": "" },
  { "x-tenant": "demo-acme, demo-tookan" },
  { accept: "text/html" },
  { "accept-encoding": "br;q=0, *;q=0" },
  { cookie: "session=%zz; __proto__=1; a" },
  { range: "bytes=5-1" },
  { "last-event-id": "not an id" },
  { "if-none-match": "*" },
  { "x-request-id": "x".repeat(500) },
  { "user-agent": "\u00ff".repeat(900) },
  { "content-encoding": "gzip" },
];
const strangeBodies = ["{", "", "null", "[]", '"text"', "1e999", "\u0000", '{"__proto__":{"a":1}}', "[".repeat(20_000)];
const strangeTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "x/y/z",
];

/** What no client of ours would send. */
function breakRequest(random: Random, asked: Asked): void {
  const way = random.below(5);
  if (way === 0) Object.assign(asked.headers, random.pick(strangeHeaders));
  if (way === 1)
    asked.url = asked.url.replace(
      /\?|$/,
      `?${random.pick(["%zz=1", "__proto__=1", "limit=1&limit=2", "a[b]=c", "%00=%00"])}&`,
    );
  if (way === 1 || asked.method === "GET") return;
  if (way === 2) asked.body = random.pick(strangeBodies);
  if (way === 3) asked.headers["content-type"] = random.pick(strangeTypes);
  if (way === 4)
    asked.body = random.oneIn(10) ? JSON.stringify({ a: "a".repeat(1_100_000) }) : JSON.stringify(random.pick(awkward));
  if (way === 2 || way === 4) asked.headers["content-type"] = "application/json";
}
