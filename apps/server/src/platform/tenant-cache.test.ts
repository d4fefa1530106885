import { afterEach, expect, test, vi } from "vitest";
import { onePerProduct, TenantCache } from "./tenant-cache.ts";

afterEach(() => {
  vi.useRealTimers();
});

const create = () => new TenantCache<string>({ maxEntries: 3, maxAgeMs: 1000 });
const acme = { tenantId: "acme" };
const globex = { tenantId: "globex" };

test("two tenants never share an entry, however their ids and keys are put together", () => {
  const cache = create();
  cache.set(acme, "orders", "those of acme");
  expect(cache.get(acme, "orders")).toBe("those of acme");
  expect(cache.get(globex, "orders")).toBeUndefined();
  cache.set(globex, "orders", "those of globex");
  expect(cache.get(acme, "orders")).toBe("those of acme");
  expect(cache.get(globex, "orders")).toBe("those of globex");
  for (const separator of ["", " ", ",", ":", '","', "\0"]) {
    const other = create();
    other.set({ tenantId: `a${separator}b` }, "c", "a value");
    expect(other.get({ tenantId: "a" }, `b${separator}c`)).toBeUndefined();
  }
});

test("a key without a tenant does not compile", () => {
  const cache = create();
  cache.set(acme, "orders", "those of acme");
  // @ts-expect-error A key alone says nothing of a tenant.
  expect(cache.get("orders")).toBeUndefined();
  // @ts-expect-error A text is no tenant: it may be the key.
  expect(cache.get("orders", "acme")).toBeUndefined();
});

test("an entry is given out until it is too old", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const cache = create();
  cache.set(acme, "orders", "some");
  vi.advanceTimersByTime(999);
  expect(cache.get(acme, "orders")).toBe("some");
  vi.advanceTimersByTime(1);
  expect(cache.get(acme, "orders")).toBeUndefined();
});

test("a full cache begins anew instead of growing", () => {
  const cache = create();
  for (const key of ["1", "2", "3", "4"]) cache.set(acme, key, key);
  expect(["1", "2", "3", "4"].filter((key) => cache.get(acme, key) !== undefined)).toEqual(["4"]);
});

test("what is dropped for its age leaves room, and a cleared cache has nothing of any tenant", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const cache = create();
  cache.set(acme, "old", "old");
  vi.advanceTimersByTime(1000);
  cache.dropExpired();
  for (const key of ["1", "2", "3"]) cache.set(globex, key, key);
  expect(["1", "2", "3"].map((key) => cache.get(globex, key))).toEqual(["1", "2", "3"]);
  cache.clear();
  expect(cache.get(globex, "3")).toBeUndefined();
});

test("two products in one process have a cache each", () => {
  const cacheFor = onePerProduct(create);
  const [one, other] = [{ secrets: {} }, { secrets: {} }];
  cacheFor(one).set(acme, "orders", "of the one");
  expect(cacheFor(one).get(acme, "orders")).toBe("of the one");
  expect(cacheFor(other).get(acme, "orders")).toBeUndefined();
});
