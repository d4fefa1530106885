import type { AskedQuery } from "../engine/interpret.ts";

/** One row of an answer, by the names of its columns. */
export type AnswerRow = Readonly<Record<string, unknown>>;
/** What of a query says how its result is compared. */
export type ComparedQuery = Pick<AskedQuery, "metrics"> & Readonly<Record<string, unknown>>;

const tolerance = 1e-6;

/** Whether a produced table holds what the right query asks for: the same rows over its columns, and no other dimensions. */
export function matchAnswers(
  gold: ComparedQuery,
  goldRows: readonly AnswerRow[],
  produced: ComparedQuery,
  rows: readonly AnswerRow[],
): boolean {
  const dimensions = listTexts(gold.dimensions);
  const own = listTexts(produced.dimensions);
  if (own.length !== dimensions.length || own.some((id) => !dimensions.includes(id))) return false;
  if ((gold.grain ?? null) !== (produced.grain ?? null) || goldRows.length !== rows.length) return false;
  if (gold.explain && !produced.explain) return false;
  const keys = gold.grain ? [...dimensions, "period"] : dimensions;
  const values = gold.metrics.flatMap((id) => {
    const columns = [id];
    if (gold.compare) columns.push(`${id}__compare`);
    if (gold.share) columns.push(`${id}__share`);
    return columns;
  });
  if (rows.some((row) => values.some((id) => !(id in row)))) return false;
  const isSorted = Array.isArray(gold.sort) && gold.sort.length > 0;
  const order = (list: readonly AnswerRow[]) =>
    isSorted ? list : [...list].sort((a, b) => (keyForRow(a, keys) < keyForRow(b, keys) ? -1 : 1));
  const [left, right] = [order(goldRows), order(rows)];
  return left.every((row, index) => {
    const other = right[index];
    if (!other) return false;
    // Rows with equal figures may stand in any order.
    const isTied = isSorted && values.every((id) => isNear(row[id], other[id]));
    return (
      (isTied || keyForRow(row, keys) === keyForRow(other, keys)) && values.every((id) => isNear(row[id], other[id]))
    );
  });
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function keyForRow(row: AnswerRow, keys: readonly string[]): string {
  return keys.map((id) => String(row[id])).join("|");
}

function isNear(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  const [x, y] = [Number(a), Number(b)];
  return (
    Number.isFinite(x) && Number.isFinite(y) && Math.abs(x - y) <= tolerance * Math.max(1, Math.abs(x), Math.abs(y))
  );
}
