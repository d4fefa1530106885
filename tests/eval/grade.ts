/** A question with what is right to answer. */
export type EvalCase = {
  id: string;
  domain: string;
  kind: string;
  voice?: string;
  question: string;
  context?: string[];
  today: string;
  tenant: string;
  expect: "answer" | "clarify" | "refuse";
  accept?: string[];
  mustMention?: string[];
  query?: EvalQuery;
  alternatives?: EvalQuery[];
};

export type EvalQuery = {
  metrics: string[];
  dimensions?: string[];
  grain?: string;
  sort?: { by: string; dir?: string }[];
  explain?: boolean;
  compare?: object;
  share?: string;
} & Record<string, unknown>;

export type EvalRow = Record<string, string | number | null>;

const tolerance = 1e-6;

/** Whether a produced table holds what a gold query asks for: the same rows over the gold's columns, and no other dimensions. */
export function matches(
  gold: EvalQuery,
  goldRows: readonly EvalRow[],
  produced: EvalQuery,
  rows: readonly EvalRow[],
): boolean {
  const dimensions = gold.dimensions ?? [];
  const own = produced.dimensions ?? [];
  if (own.length !== dimensions.length || own.some((id) => !dimensions.includes(id))) return false;
  if ((gold.grain ?? null) !== (produced.grain ?? null) || goldRows.length !== rows.length) return false;
  if (gold.explain && !produced.explain) return false;
  const keys = [...dimensions, ...(gold.grain ? ["period"] : [])];
  const values = gold.metrics.flatMap((id) => [
    id,
    ...(gold.compare ? [`${id}__compare`] : []),
    ...(gold.share ? [`${id}__share`] : []),
  ]);
  if (rows.some((row) => values.some((id) => !(id in row)))) return false;
  const isSorted = (gold.sort ?? []).length > 0;
  const order = (list: readonly EvalRow[]) =>
    isSorted ? list : [...list].sort((a, b) => (keyOf(a, keys) < keyOf(b, keys) ? -1 : 1));
  const [left, right] = [order(goldRows), order(rows)];
  return left.every((row, index) => {
    const other = right[index];
    if (!other) return false;
    // Rows with equal figures may stand in any order.
    const isTied = isSorted && values.every((id) => isNear(row[id], other[id]));
    return (isTied || keyOf(row, keys) === keyOf(other, keys)) && values.every((id) => isNear(row[id], other[id]));
  });
}

function keyOf(row: EvalRow, keys: readonly string[]): string {
  return keys.map((id) => String(row[id])).join("|");
}

function isNear(a: EvalRow[string] | undefined, b: EvalRow[string] | undefined): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  const [x, y] = [Number(a), Number(b)];
  return (
    Number.isFinite(x) && Number.isFinite(y) && Math.abs(x - y) <= tolerance * Math.max(1, Math.abs(x), Math.abs(y))
  );
}

/** A text that two queries share when they ask for the same in the same way. */
export function toCanonicalQuery(query: EvalQuery): string {
  const isEmpty = (value: unknown) =>
    value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  const entries = Object.entries(query).filter(([, value]) => !isEmpty(value));
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the reply to something that cannot be answered is right: an outcome that counts, its words, and no figures. */
export function isRightRefusal(
  { expect, accept, mustMention = [] }: EvalCase,
  {
    outcome,
    text,
    result,
    options,
  }: { outcome: string; text: string; result?: unknown; options?: { label: string }[] },
): boolean {
  const outcomes = accept ?? [expect];
  const said = [text, ...(options ?? []).map(({ label }) => label)].join(" ").toLowerCase();
  if (!outcomes.includes(outcome)) return false;
  if (outcome !== "answer" && result !== undefined) return false;
  return mustMention.every((word) => said.includes(word.toLowerCase()));
}
