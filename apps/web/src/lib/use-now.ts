import { useSyncExternalStore } from "react";

const everyMs = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The time, told anew every half minute; one clock for everything on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
