import type { Context } from "../context.ts";
import { onePerProduct, TenantCache } from "../tenant-cache.ts";

/** A listing of fewer rows is read anew each time. */
const manyRows = 500;
const maxAgeMs = 3000;
const maxEntries = 100;

const cachesByEntity = onePerProduct(() => new Map<string, TenantCache<unknown>>());

/** What a statement about all rows of an entity gave. Whoever leafs through a long list waits for it once. */
export async function cachedListing<Listing>(
  context: Pick<Context, "secrets" | "tenantId">,
  entity: string,
  statement: string,
  { read, countRows }: { read: () => Promise<Listing>; countRows: (listing: Listing) => number },
): Promise<Listing> {
  const cache = cacheForEntity(context, entity);
  const cached = cache.get(context, statement);
  if (cached !== undefined) return cached as Listing;
  const listing = await read();
  // A listing can be thousands of ids, so none stays for longer than it is of use.
  cache.dropExpired();
  if (countRows(listing) >= manyRows) cache.set(context, statement, listing);
  return listing;
}

/** Forgets what was listed of an entity, for all tenants, because a row of it has changed. */
export function clearListings(context: Pick<Context, "secrets">, entity: string): void {
  cacheForEntity(context, entity).clear();
}

function cacheForEntity(context: Pick<Context, "secrets">, entity: string): TenantCache<unknown> {
  const caches = cachesByEntity(context);
  const cache = caches.get(entity) ?? new TenantCache<unknown>({ maxEntries, maxAgeMs });
  caches.set(entity, cache);
  return cache;
}
