import type { Context } from "../context.ts";

/** About fewer rows each question is answered anew; about more the answer is kept so long, unless a row is changed. */
const manyRows = 500;
const keptMs = 3000;
const mostKept = 100;

type Kept = { until: number; answer: unknown };

/** Of each running product, by the entity and the question. */
const products = new WeakMap<object, Map<string, Map<string, Kept>>>();

/** What a question about all rows of an entity was answered. Whoever leafs through a long list waits for it once. */
export async function cachedListing<Answer>(
  { secrets }: Pick<Context, "secrets">,
  entity: string,
  question: string,
  { ask, rowsIn }: { ask: () => Promise<Answer>; rowsIn: (answer: Answer) => number },
): Promise<Answer> {
  const answers = cacheForEntity(secrets, entity);
  const kept = answers.get(question);
  if (kept && kept.until > performance.now()) return kept.answer as Answer;
  const answer = await ask();
  dropOld(answers);
  if (rowsIn(answer) >= manyRows) answers.set(question, { until: performance.now() + keptMs, answer });
  return answer;
}

/** An answer can be thousands of places, so none stays for longer than it is of use. */
function dropOld(answers: Map<string, Kept>): void {
  if (answers.size >= mostKept) answers.clear();
  for (const [question, { until }] of answers) if (until <= performance.now()) answers.delete(question);
}

/** Forgets what was asked about an entity, because a row of it has changed. */
export function forgetAnswers({ secrets }: Pick<Context, "secrets">, entity: string): void {
  cacheForEntity(secrets, entity).clear();
}

function cacheForEntity(product: object, entity: string): Map<string, Kept> {
  const entities = products.get(product) ?? new Map<string, Map<string, Kept>>();
  products.set(product, entities);
  const answers = entities.get(entity) ?? new Map<string, Kept>();
  entities.set(entity, answers);
  return answers;
}
