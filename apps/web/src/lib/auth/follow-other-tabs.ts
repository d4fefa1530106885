import { authState, changeAuth, clearAuth, concernsAuth, storedAuth } from "./auth-state.ts";

/** Signs this tab in or out when another one does, and when the browser brings back an old page. */
export function followOtherTabs(): void {
  window.addEventListener("storage", followStorage);
  window.addEventListener("pageshow", followReturn);
}

function followStorage({ key }: StorageEvent) {
  if (concernsAuth(key)) follow();
}

function followReturn({ persisted }: PageTransitionEvent) {
  if (persisted) follow();
}

function follow() {
  const stored = storedAuth();
  const { isAuthenticated, user } = authState();
  if (isAuthenticated && stored?.user?.uid !== user?.uid) {
    // A new document, so that nothing of the former person stays in memory.
    if (stored) return location.reload();
    clearAuth({ error: null });
    location.assign("/");
  } else if (stored) {
    changeAuth(stored);
  }
}
