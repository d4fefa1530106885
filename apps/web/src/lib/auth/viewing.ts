import { callApi } from "../api.ts";

/** A look at someone's account for support, in this tab alone. */
export type Viewing = {
  idToken: string;
  /** In ISO 8601. */
  endsAt: string;
  reason: string;
  uid: string;
  /** What the person is called. */
  name: string;
  /** The page that the reader comes back to. */
  from: string;
};

const storageKey = "viewing";

/** Kept for the whole document, so that what it shows never mixes with the reader's own. */
let active: Viewing | null = null;

/** The look that this document shows, or null. */
export function activeViewing(): Viewing | null {
  return active;
}

/** Takes up the look that was begun in this tab, unless its time is over. */
export function takeUpViewing(): Viewing | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Viewing | null;
    active = stored && Date.parse(stored.endsAt) > Date.now() ? stored : null;
    if (!active) sessionStorage.removeItem(storageKey);
  } catch {
    // Where storage is refused nothing was begun.
  }
  return active;
}

/** Sees what someone sees. A new document, so that nothing of the reader's own stays in memory. */
export async function startViewing({ uid, name }: Pick<Viewing, "uid" | "name">, reason: string): Promise<void> {
  const { idToken, endsAt } = await callApi("startViewing", { uid, reason });
  const from = location.pathname + location.search;
  sessionStorage.setItem(storageKey, JSON.stringify({ idToken, endsAt, reason, uid, name, from } satisfies Viewing));
  location.assign("/");
}

/** Ends the look and goes back to the reader's own session. */
export async function stopViewing(): Promise<void> {
  await callApi("endViewing", {}).catch(() => null);
  leaveViewing();
}

/** Goes back to the reader's own session, in a new document. */
export function leaveViewing(): void {
  sessionStorage.removeItem(storageKey);
  const from = active?.from ?? "/";
  location.assign(/^\/(?!\/)/.test(from) ? from : "/");
}
