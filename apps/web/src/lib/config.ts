import type { PublicConfig } from "@console/contracts";
import { callApi } from "./api.ts";

let loaded: PublicConfig | null = null;
const listeners = new Set<() => void>();

/** The settings of this installation; loadConfig has been awaited before anything is drawn. */
export function publicConfig(): PublicConfig {
  if (!loaded) throw new Error("The settings were read before they were loaded.");
  return loaded;
}

/** Where maps load their tiles from; null for none, and as long as no settings are loaded. */
export const readMapTiles = () => loaded?.mapTiles ?? null;

/** Reads the settings that the server wrote into the page, or asks for them where it wrote none. */
export async function loadConfig(): Promise<void> {
  const element = document.getElementById("console-config");
  loaded = element?.textContent ? (JSON.parse(element.textContent) as PublicConfig) : await callApi("getConfig", {});
}

/** Takes over the settings as they are now, and gives them; null when the server cannot be reached. */
export async function refreshConfig(): Promise<PublicConfig | null> {
  const fresh = await callApi("getConfig", {}).catch(() => null);
  if (!fresh || !loaded) return fresh;
  // The page stays of the version that it was loaded with.
  const next = { ...fresh, version: loaded.version };
  if (JSON.stringify(next) === JSON.stringify(loaded)) return fresh;
  loaded = next;
  for (const listener of listeners) listener();
  return fresh;
}

/** Calls back on each change, until the returned function is called. */
export function subscribeConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
