/** The time that a share of all times stays below: at 0.5 their median. */
export function atShare(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
