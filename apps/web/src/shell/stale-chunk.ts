const storageKey = "stale-chunk-reload";
const quietMs = 60_000;
const staleChunks = new WeakSet<Error>();
let isClaimed = false;

/** Remembers each part of the app that did not load, for instance because a deploy took it away. */
export function watchStaleChunks(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    staleChunks.add(payload);
    // The router would reload by itself on the browser's own words, also without a connection.
    payload.message = `Stale chunk: ${payload.message}`;
  });
}

/** Whether this error is a part of the app that did not load. */
export function isStaleChunk(error: unknown): boolean {
  return error instanceof Error && staleChunks.has(error);
}

/** Whether the page may load itself anew without a word: with a connection, and once a minute at most. */
export function claimReload(): boolean {
  if (isClaimed) return true;
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < quietMs) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
    isClaimed = true;
    return true;
  } catch {
    // Without a memory the reload could repeat for ever.
    return false;
  }
}
