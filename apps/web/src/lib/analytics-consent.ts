export type AnalyticsConsent = "accepted" | "declined";

const storageKey = "analytics-consent";
const listeners = new Set<() => void>();
let isAskedAgain = false;
/** Holds the choice for this page where storage is refused. */
let chosen: AnalyticsConsent | null = null;

/** What the visitor chose about web analytics; null until a choice is made. */
export function analyticsConsent(): AnalyticsConsent | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "accepted" || stored === "declined" ? stored : null;
  } catch {
    return chosen;
  }
}

/** Whether the question about web analytics is on the screen. */
export function isAskingConsent(): boolean {
  return isAskedAgain || analyticsConsent() === null;
}

/** Puts the question on the screen again, so that a choice can be changed. */
export function askConsentAgain(): void {
  isAskedAgain = true;
  notify();
}

/** Remembers the choice and takes the question off the screen. */
export function storeConsent(consent: AnalyticsConsent): void {
  isAskedAgain = false;
  chosen = consent;
  try {
    localStorage.setItem(storageKey, consent);
  } catch {
    // The question then comes back with the next page load.
  }
  notify();
}

/** Calls back on each change of the choice or of the question, until the returned function is called. */
export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify() {
  for (const listener of listeners) listener();
}
