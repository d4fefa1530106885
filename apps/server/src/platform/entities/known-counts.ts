import type { Context } from "../context.ts";

/** Fewer rows are counted each time; more are remembered for so long, unless one of them is changed here. */
const manyRows = 10_000;
const keptMs = 3000;
const mostKept = 1000;

type Kept = { until: number; total: number };

/** Of each running product, by the entity and the question. */
const products = new WeakMap<object, Map<string, Map<string, Kept>>>();

/** How many rows answer a question about an entity. Whoever sorts a long list anew need not wait for the same number. */
export async function knownCount(
  { secrets }: Pick<Context, "secrets">,
  entity: string,
  question: string,
  count: () => Promise<number>,
): Promise<number> {
  const counts = countsOf(secrets, entity);
  const kept = counts.get(question);
  if (kept && kept.until > performance.now()) return kept.total;
  const total = await count();
  if (counts.size >= mostKept) counts.clear();
  if (total >= manyRows) counts.set(question, { until: performance.now() + keptMs, total });
  return total;
}

/** Forgets what was counted of an entity, because a row of it has changed. */
export function forgetCounts({ secrets }: Pick<Context, "secrets">, entity: string): void {
  countsOf(secrets, entity).clear();
}

function countsOf(product: object, entity: string): Map<string, Kept> {
  const entities = products.get(product) ?? new Map<string, Map<string, Kept>>();
  products.set(product, entities);
  const counts = entities.get(entity) ?? new Map<string, Kept>();
  entities.set(entity, counts);
  return counts;
}
