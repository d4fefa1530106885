import type { AskedQuery } from "./engine/interpret.ts";

/** A query without what holds only a default. */
export function trimQuery(query: object): AskedQuery {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return { metrics: [], ...Object.fromEntries(entries) } as AskedQuery;
}
