/** How many digits of a number the computer's arithmetic does not touch. */
const digits = 15;

/** A figure without what arithmetic in binary adds to it: 0.1 + 0.2 is 0.3. */
export function roundFigure(value: number): number {
  return Number.isInteger(value) || !Number.isFinite(value) ? value : Number(value.toPrecision(digits));
}

/** All figures in an answer, as `roundFigure` gives them. */
export function roundFigures<Answer>(answer: Answer): Answer {
  return roundWithin(answer) as Answer;
}

function roundWithin(part: unknown): unknown {
  if (typeof part === "number") return roundFigure(part);
  if (Array.isArray(part)) return part.map(roundWithin);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, roundWithin(value)]));
}
