import { useSyncExternalStore } from "react";
import { colorScheme, subscribeColorScheme } from "./color-scheme.ts";

/** The theme of the page, kept up to date. */
export function useColorScheme() {
  return useSyncExternalStore(subscribeColorScheme, colorScheme);
}
