/** Reads a query as plain text, a list where a name is repeated, so that `?signup=1` and `?utm_source=x` come back as they were. */
export function parseSearch(query: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(values);
}

/** Writes a query in the order of its names; what is undefined or null is left out. */
export function stringifySearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const single of [value].flat()) {
      if (single !== undefined && single !== null) query.append(name, String(single));
    }
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
