import { useEffect, useSyncExternalStore } from "react";

/** What a page has open, such as one tenant of the list; the breadcrumb names it. */
let openThing: string | null = null;
const listeners = new Set<() => void>();

function setOpenThing(name: string | null): void {
  openThing = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names what is open for as long as it is shown. */
export function useNameOpenThing(name: string | null): void {
  useEffect(() => {
    if (name === null) return;
    setOpenThing(name);
    return () => setOpenThing(null);
  }, [name]);
}

/** The name of what is open, if anything is. */
export function useOpenThing(): string | null {
  return useSyncExternalStore(subscribe, () => openThing);
}
