/** Which way a number should go; none when neither way is better. */
export type GoodDirection = "up" | "down" | "none";

/** How a change looks and reads; within noise it is neither good nor bad. */
export function describeTone(by: number, noise: number, goodDirection: GoodDirection) {
  if (Math.abs(by) <= noise) return { arrow: "flat", meaning: "even", words: "about the same" } as const;
  const arrow = by > 0 ? "up" : "down";
  if (goodDirection === "none") return { arrow, meaning: "even", words: by > 0 ? "higher" : "lower" } as const;
  return arrow === goodDirection
    ? ({ arrow, meaning: "good", words: "better" } as const)
    : ({ arrow, meaning: "bad", words: "worse" } as const);
}
