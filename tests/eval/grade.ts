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
