const windowMs = 60_000;
const allKept = 5;
const oneOf = 10;
const mostNames = 1000;

/** Of things that are alike, the first of each minute are kept and then one of ten: for how many a thing stands, or 0. */
export function sampleAlike() {
  let windowStart = 0;
  const counts = new Map<string, number>();
  return (name: string, now: Date): number => {
    if (now.getTime() - windowStart >= windowMs) {
      windowStart = now.getTime();
      counts.clear();
    }
    const known = counts.get(name);
    // Whoever sends many different ones is sampled as if they were one.
    const key = known === undefined && counts.size >= mostNames ? "" : name;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= allKept) return 1;
    return (count - allKept) % oneOf === 0 ? oneOf : 0;
  };
}
