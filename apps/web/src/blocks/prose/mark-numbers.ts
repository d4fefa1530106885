type Part = { part: string; isMarked: boolean };

/** Splits a text where one of some numbers stands, as a number of its own and not as a part of another. */
export function splitAtNumbers(text: string, numbers: readonly string[]): Part[] {
  if (numbers.length === 0) return [{ part: text, isMarked: false }];
  const longestFirst = [...numbers].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((number) => number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.,])(${escaped.join("|")})(?![\\p{L}\\p{N}]|[.,]\\p{N})`, "giu");
  return text
    .split(pattern)
    .map((part, place) => ({ part, isMarked: place % 2 === 1 }))
    .filter(({ part }) => part !== "");
}
