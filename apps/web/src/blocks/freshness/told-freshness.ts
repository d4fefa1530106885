import { createContext } from "react";
import type { DataFreshness } from "./use-data-age.ts";

/** As of when a page has said that its data is, so that its parts need not repeat it. */
export const ToldFreshnessContext = createContext<readonly DataFreshness[]>([]);

/** Parts that are read one after another come from data that is a little newer. */
const sameMs = 5 * 60_000;

/** Whether a page has said this already: as late, and as old. */
export function isToldAlready({ ingestedAt, isLate }: DataFreshness, told: readonly DataFreshness[]): boolean {
  if (ingestedAt === null) return true;
  const at = Date.parse(ingestedAt);
  return told.some(
    (one) => one.ingestedAt !== null && one.isLate === isLate && Math.abs(Date.parse(one.ingestedAt) - at) <= sameMs,
  );
}
