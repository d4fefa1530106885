const storageKey = "signup-follow";

/** Where storage is switched off, the key lives as long as the document. */
let unstored: string | null = null;

/**
 * The key of a private link, taken out of the address at once: what else runs on the page, and who looks over a
 * shoulder, must not read it there. The tab keeps it, so that loading the page again shows the same.
 */
export function readFollowKey(): string | null {
  const key = new URLSearchParams(window.location.hash.slice(1)).get("k");
  try {
    if (!key) return sessionStorage.getItem(storageKey) ?? unstored;
    sessionStorage.setItem(storageKey, key);
  } catch {
    unstored = key ?? unstored;
  }
  if (key) window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  return key ?? unstored;
}

/** Forgets the link that this tab was opened with, once it has sent a request of its own. */
export function forgetFollowKey(): void {
  unstored = null;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored either.
  }
}
