import { afterEach, expect, test, vi } from "vitest";
import { createTenantSlots } from "./tenant-slots.ts";

afterEach(() => vi.useRealTimers());

const unending = () => new AbortController().signal;

test("one tenant never holds all slots", () => {
  const slots = createTenantSlots({ most: 3, mostForTenant: 2 });
  const first = slots.tryTake("a");
  expect(slots.tryTake("a")).not.toBeNull();
  expect(slots.tryTake("a")).toBeNull();
  expect(slots.tryTake("b")).not.toBeNull();
  expect(slots.tryTake("b")).toBeNull();
  first?.();
  first?.();
  expect(slots.tryTake("b")).not.toBeNull();
  expect(slots.tryTake("a")).toBeNull();
});

test("who waits gets the next slot that is free for it, and others are not held up", async () => {
  const slots = createTenantSlots({ most: 2, mostForTenant: 1 });
  const release = await slots.take("a", unending());
  let isIn = false;
  const waiting = slots.take("a", unending()).then((own) => {
    isIn = true;
    return own;
  });
  (await slots.take("b", unending()))();
  expect(isIn).toBe(false);
  release();
  (await waiting)();
  expect(slots.tryTake("a")).not.toBeNull();
});

test("nobody waits for long, and who has left takes no slot", async () => {
  vi.useFakeTimers();
  const slots = createTenantSlots({ most: 2, mostForTenant: 1 });
  const release = await slots.take("a", unending());
  const refused = expect(slots.take("a", unending())).rejects.toMatchObject({ kind: "limit_reached" });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  const gone = new AbortController();
  const left = expect(slots.take("a", gone.signal)).rejects.toThrow("gone");
  gone.abort(new Error("gone"));
  await left;
  release();
  expect(slots.tryTake("a")).not.toBeNull();
});
