import type { Plugin } from "vite";
import { routes } from "../../../packages/contracts/src/index.ts";

const id = "virtual:endpoints";
const resolvedId = `\0${id}`;

/** Gives the browser the plain facts of each endpoint, so that zod stays out of the first load. */
export function endpointsPlugin(): Plugin {
  return {
    name: "console:endpoints",
    resolveId: (source) => (source === id ? resolvedId : null),
    load: (source) => {
      if (source !== resolvedId) return null;
      const endpoints = Object.fromEntries(
        Object.entries(routes).map(
          ([name, { method, path, permission, topics, streams = false, isOpenToPlatform = false }]) => [
            name,
            { method, path, permission, topics, streams, isOpenToPlatform },
          ],
        ),
      );
      return `export const endpoints = ${JSON.stringify(endpoints)};`;
    },
  };
}
