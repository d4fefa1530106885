import { callApi } from "../api.ts";

/** A look at somebody's account for support, in this tab alone. */
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

/** The look that is going on, or null; one whose time is over is forgotten. */
export function currentViewing(): Viewing | null {
  try {
    const viewing = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Viewing | null;
    if (viewing && Date.parse(viewing.endsAt) > Date.now()) return viewing;
    sessionStorage.removeItem(storageKey);
  } catch {
    // Where storage is refused nothing was begun.
  }
  return null;
}

/** Sees what somebody sees. A new document, so that nothing of the reader's own stays in memory. */
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

/** Goes back to the reader's own session when the look has ended by itself. */
export function leaveViewing(): void {
  const from = storedPlace();
  sessionStorage.removeItem(storageKey);
  location.assign(from);
}

function storedPlace(): string {
  try {
    const { from } = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<Viewing>;
    return typeof from === "string" && /^\/(?!\/)/.test(from) ? from : "/";
  } catch {
    return "/";
  }
}
