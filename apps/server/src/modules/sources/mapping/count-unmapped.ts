/** A value of the source that the mapping does not know. */
export type UnmappedValue = { field: string; value: string };

/** How often each of them came. */
export function countUnmapped(values: readonly UnmappedValue[]): (UnmappedValue & { seen: number })[] {
  const counted = new Map<string, UnmappedValue & { seen: number }>();
  for (const { field, value } of values) {
    const key = `${field}\u0000${value}`;
    counted.set(key, { field, value, seen: (counted.get(key)?.seen ?? 0) + 1 });
  }
  return [...counted.values()];
}
