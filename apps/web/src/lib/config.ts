import type { PublicConfig } from "@console/contracts";
import { callApi } from "./api.ts";

let loaded: PublicConfig | null = null;

/** The settings of this installation; loadConfig has been awaited before anything is drawn. */
export function publicConfig(): PublicConfig {
  if (!loaded) throw new Error("The settings were read before they were loaded.");
  return loaded;
}

/** Reads the settings that the server wrote into the page, or asks for them where it wrote none. */
export async function loadConfig(): Promise<void> {
  const element = document.getElementById("console-config");
  loaded = element?.textContent ? (JSON.parse(element.textContent) as PublicConfig) : await callApi("getConfig", {});
}
