import type { Route } from "@console/contracts";
import { makeExample, readSchema, type Schema } from "./example-input.ts";
import type { TenantMarks } from "./tenant-marks.ts";

/** Values for fields by their names, as the tenant's own person has learned them from earlier answers. */
export type Lessons = Map<string, string[]>;

const mostCalls = 200;
const mostValues = 100;

/** What the answers that teach have between them; each has the part that its teacher reads. */
type TeachingAnswer = {
  items: { id: string; key: string }[];
  sections: { panels: { id: string }[] }[];
  metrics: { id: string }[];
  dimensions: { id: string; members: unknown }[];
};

/** What answers teach about the values that other calls take. */
const teachers: Readonly<Record<string, (answer: TeachingAnswer) => Record<string, string[]>>> = {
  "GET /api/reports": ({ items }) => ({ report: items.map(({ id }) => id) }),
  "GET /api/reports/{report}": ({ sections }) => ({
    panel: sections.flatMap(({ panels }) => panels.map(({ id }) => id)),
  }),
  "GET /api/metrics": ({ metrics, dimensions }) => ({
    metric: metrics.map(({ id }) => id),
    dimension: dimensions.filter(({ members }) => members === null).map(({ id }) => id),
  }),
  "POST /api/metrics/rows": ({ items }) => ({ key: items.map(({ key }) => key) }),
};

/** Fields that a call does without, and that make its answer tell more. */
const additions: Readonly<Record<string, readonly string[]>> = { "POST /api/metrics/query": ["dimensions"] };

export const nameRoute = ({ method, path }: Route) => `${method} ${path}`;

/** Keeps what an answer teaches. */
export function learn(lessons: Lessons, route: Route, answer: unknown): void {
  for (const [name, values] of Object.entries(teachers[nameRoute(route)]?.(answer as TeachingAnswer) ?? {})) {
    lessons.set(name, [...new Set([...(lessons.get(name) ?? []), ...values])].slice(0, mostValues));
  }
}

/** Those whose answers teach come first, in the order in which they need each other. */
export function sortByLessons<Item extends { route: Route }>(endpoints: readonly Item[]): Item[] {
  const order = Object.keys(teachers);
  const place = ({ route }: Item) => (order.indexOf(nameRoute(route)) + order.length + 1) % (order.length + 1);
  return [...endpoints].sort((one, other) => place(one) - place(other));
}

/** Calls that may well be answered: with values that were learned, and real ids of the tenant elsewhere. */
export function* exampleCalls(route: Route, marks: TenantMarks, lessons: Lessons): Generator<Record<string, unknown>> {
  const schema = readSchema(route);
  const names = [...(schema.required ?? []), ...(additions[nameRoute(route)] ?? [])];
  const choices = names.map((name) => choicesFor(name, schema.properties?.[name] ?? {}, marks, lessons));
  const total = choices.reduce((product, { length }) => product * length, 1);
  for (let call = 0; call < Math.min(total, mostCalls); call++) {
    let rest = call;
    const input: Record<string, unknown> = {};
    for (const [place, name] of names.entries()) {
      const values = choices[place] ?? [];
      input[name] = values[rest % values.length];
      rest = Math.floor(rest / values.length);
    }
    yield input;
  }
}

function choicesFor(name: string, schema: Schema, marks: TenantMarks, lessons: Lessons): unknown[] {
  if (name === "tenantId") return [marks.tenant.id];
  const learned = lessons.get(name) ?? lessons.get(name.replace(/s$/, ""));
  if (learned && learned.length > 0) return schema.type === "array" ? learned.map((one) => [one]) : learned;
  if (schema.enum) return [...schema.enum].sort((one) => (one === "csv" ? -1 : 0));
  if (schema.type === "string") return ["", ...marks.keys];
  return [makeExample(schema, marks.keys[0] ?? marks.tenant.id)];
}
