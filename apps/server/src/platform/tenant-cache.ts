import type { Context } from "./context.ts";

/** Whose an entry is. A text alone is no tenant, so that no key can stand in its place. */
export type CacheOwner = Pick<Context, "tenantId">;

type Entry<Value> = { until: number; value: Value };

/** A cache in memory, bounded in size and age. Its key always has the tenant in it; what belongs to the platform says so. */
export class TenantCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxEntries: number;
  readonly #maxAgeMs: number;

  constructor({ maxEntries, maxAgeMs }: { maxEntries: number; maxAgeMs: number }) {
    this.#maxEntries = maxEntries;
    this.#maxAgeMs = maxAgeMs;
  }

  get(owner: CacheOwner, key: string): Value | undefined {
    const entry = this.#entries.get(toEntryKey(owner, key));
    return entry && entry.until > performance.now() ? entry.value : undefined;
  }

  set(owner: CacheOwner, key: string, value: Value): void {
    if (this.#entries.size >= this.#maxEntries) this.#entries.clear();
    this.#entries.set(toEntryKey(owner, key), { until: performance.now() + this.#maxAgeMs, value });
  }

  /** Drops what is too old to be given out, where entries are large. */
  dropExpired(): void {
    const now = performance.now();
    for (const [key, { until }] of this.#entries) if (until <= now) this.#entries.delete(key);
  }

  /** Drops the entries of all tenants. */
  clear(): void {
    this.#entries.clear();
  }
}

/** No tenant and no key can be chosen so that two pairs of them become one. */
function toEntryKey({ tenantId }: CacheOwner, key: string): string {
  return JSON.stringify([tenantId, key]);
}

/** Gives each running product a cache of its own; the contexts of one product share its secrets. */
export function onePerProduct<Cache>(create: () => Cache): (context: { secrets: object }) => Cache {
  const caches = new WeakMap<object, Cache>();
  return ({ secrets }) => {
    const cache = caches.get(secrets) ?? create();
    caches.set(secrets, cache);
    return cache;
  };
}
