import type { Plugin } from "vite";
import { type Route, routes } from "../../../packages/contracts/src/index.ts";

const id = "virtual:endpoints";
const resolvedId = `\0${id}`;

/** Gives the browser the plain facts of each endpoint, so that zod stays out of the first load: a line of text for each. */
export function endpointsPlugin(): Plugin {
  return {
    name: "console:endpoints",
    resolveId: (source) => (source === id ? resolvedId : null),
    load: (source) => {
      if (source !== resolvedId) return null;
      const lines = Object.entries(routes).map(([name, route]) => {
        const { method, path, permission, topics, isOpenToPlatform = false } = route as Route;
        const flags = `${permission === "public" ? "p" : ""}${isOpenToPlatform ? "o" : ""}`;
        return [name, method, path, flags, topics.join()].join(" ");
      });
      return `export const endpoints = Object.fromEntries(${JSON.stringify(lines.join("\n"))}.split("\\n").map((line) => {
        const [name, method, path, flags, topics] = line.split(" ");
        const permission = flags.includes("p") ? "public" : "";
        return [name, { method, path, permission, isOpenToPlatform: flags.includes("o"), topics: topics.split(",") }];
      }));`;
    },
  };
}
