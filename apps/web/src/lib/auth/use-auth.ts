import { useSyncExternalStore } from "react";
import { type AuthState, authState, subscribeAuth } from "./auth-state.ts";

/** Who is signed in; draws again when that changes. */
export function useAuth(): AuthState {
  return useSyncExternalStore(subscribeAuth, authState);
}
