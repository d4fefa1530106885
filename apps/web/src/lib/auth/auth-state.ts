import type { TenantDocument, UserDocument } from "@console/contracts";

/** Who is signed in, as far as this page knows. */
export type AuthState = {
  isAuthenticated: boolean;
  /** Why the last sign-in or start did not go as it should, for the reader. */
  error: string | null;
  isLoading: boolean;
  user: UserDocument | null;
  role: string | null;
  isInitialized: boolean;
  idToken: string | null;
  /** When the ID token ends, in seconds since 1970. */
  idTokenExpiry: number | null;
  tenant: TenantDocument | null;
  laiqkanToken: string | null;
};

/** The part that outlives the page; no token is among it. */
type StoredAuth = Pick<AuthState, "isAuthenticated" | "user" | "role" | "tenant">;

const storageKey = "auth";

const nobody = {
  isAuthenticated: false,
  user: null,
  role: null,
  idToken: null,
  idTokenExpiry: null,
  tenant: null,
  laiqkanToken: null,
} satisfies Partial<AuthState>;

let state: AuthState = { ...nobody, error: null, isLoading: false, isInitialized: false };
const listeners = new Set<() => void>();
let isStored = true;

/** The state (current). */
export function authState(): AuthState {
  return state;
}

/** Calls back on each change, until the returned function is called. */
export function subscribeAuth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes some fields, stores what outlives the page, and identifies all listeners once. */
export function changeAuth(part: Partial<AuthState>): void {
  state = { ...state, ...part };
  store();
  for (const listener of listeners) listener();
}

/** Forgets who was signed in, here and in the storage. */
export function clearAuth(part: Partial<AuthState> = {}): void {
  changeAuth({ ...nobody, ...part });
}

/** What an earlier page or another tab stored about a person who is signed in, or null. */
export function storedAuth(): StoredAuth | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "null") as Partial<StoredAuth> | null;
    const { user, role, tenant } = stored ?? {};
    if (stored?.isAuthenticated !== true || typeof user?.uid !== "string") return null;
    return { isAuthenticated: true, user, role: role ?? user.role, tenant: tenant ?? null };
  } catch {
    return null;
  }
}

/** Takes out of the browser's storage whatever is known there of whoever uses it. */
export function forgetStored(): void {
  try {
    localStorage.removeItem(storageKey);
    sessionStorage.clear();
  } catch {
    // Where storage is refused nothing was kept.
  }
}

/** Whether a change of the browser's storage is one of ours. */
export function concernsAuth(changedKey: string | null): boolean {
  return changedKey === storageKey || changedKey === null;
}

/** From now on nothing is stored: who is shown is not who is signed in in this browser. */
export function keepNothing(): void {
  isStored = false;
}

/** From now on the storage is read and written again. */
export function keepAgain(): void {
  isStored = true;
}

function store() {
  if (!isStored) return;
  const { isAuthenticated, user, role, tenant } = state;
  const text = isAuthenticated ? JSON.stringify({ isAuthenticated, user, role, tenant } satisfies StoredAuth) : null;
  try {
    // Other tabs are told of each write, so that one that changes nothing is left out.
    if (localStorage.getItem(storageKey) === text) return;
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // Where storage is refused, the sign-in ends with the page.
  }
}
