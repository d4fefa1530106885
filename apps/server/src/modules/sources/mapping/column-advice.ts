/** Why a column is not taken for a field as it is, in words, and what can be computed instead. */
export type Advice = { text: string; expression?: string };

/** A column as expressions name it. */
export function quoteColumn(name: string): string {
  return `[${name.replaceAll("]", "]]")}]`;
}

/** A reason with the expression that someone can add. */
export function adviseColumn(reason: string, expression: string): Advice {
  return { text: `${reason} Add the computed column ${expression}.`, expression };
}

/** What to do with a column of percent where an amount is needed; without an amount of which they are, nobody can compute it. */
export function advisePercent(
  label: string,
  column: string,
  { amount, isText }: { amount: string | undefined; isText: boolean },
): Advice {
  const reason = `“${column}” holds percent, and ${label} is an amount.`;
  if (amount === undefined || amount === column) return { text: `${reason} Add a computed column that makes it one.` };
  const share = isText ? `number(replace(${quoteColumn(column)}, "%", ""))` : quoteColumn(column);
  return adviseColumn(reason, `${quoteColumn(amount)} * ${share} * 0.01`);
}
