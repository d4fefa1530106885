import type { PublicConfig } from "@console/contracts";
import { useSyncExternalStore } from "react";
import { publicConfig, subscribeConfig } from "./config.ts";

/** The settings of this installation; draws again when they change. */
export function useConfig(): PublicConfig {
  return useSyncExternalStore(subscribeConfig, publicConfig);
}
