/** Which way a number should go; none when neither way is better. */
export type GoodDirection = "up" | "down" | "none";

/** How a change looks and reads: only one that is real and has a good direction is good or bad. */
export type Verdict = {
  arrow: "up" | "down" | "flat";
  meaning: "good" | "bad" | "even";
  words: "no change" | "about the same" | "within usual range" | "higher" | "lower" | "better" | "worse";
};

/** Where nobody knows how much a figure usually moves, less than this many percent or points is no news. */
const smallChange = 2;

/**
 * Judges a change, given in percent or points as it is shown, with one decimal. `isUsual` says whether it is within
 * what the figure usually moves; null where that is not known.
 */
export function judgeChange(by: number, isUsual: boolean | null, good: GoodDirection): Verdict {
  if (Math.round(Math.abs(by) * 10) === 0) return { arrow: "flat", meaning: "even", words: "no change" };
  const arrow = by > 0 ? "up" : "down";
  if (isUsual) return { arrow, meaning: "even", words: "within usual range" };
  if (isUsual === null && Math.abs(by) < smallChange) return { arrow, meaning: "even", words: "about the same" };
  if (good === "none") return { arrow, meaning: "even", words: by > 0 ? "higher" : "lower" };
  return arrow === good ? { arrow, meaning: "good", words: "better" } : { arrow, meaning: "bad", words: "worse" };
}
