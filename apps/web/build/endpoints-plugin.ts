import type { Plugin } from "vite";
import { type Route, routes } from "../../../packages/contracts/src/index.ts";

const id = "virtual:endpoints";
const resolvedId = `\0${id}`;

/** All of ours begin with it; it is written once. */
const start = "/api/";

/** Endpoints that no page calls by name; `tests/structure/endpoints.test.ts` holds the list to that. */
export const uncalled: ReadonlySet<string> = new Set([
  "downloadExport",
  "exportReport",
  "getExport",
  "getRun",
  "listOutbox",
  "replyToFeedback",
  "streamEvents",
]);

/**
 * Gives the browser the plain facts of each endpoint, so that zod stays out of the first load: a line of text for each,
 * beside the lines that resemble it, which compress better together.
 */
export function endpointsPlugin(): Plugin {
  return {
    name: "console:endpoints",
    resolveId: (source) => (source === id ? resolvedId : null),
    load: (source) => {
      if (source !== resolvedId) return null;
      const called = Object.entries(routes).filter(([name]) => !uncalled.has(name));
      const sorted = called.toSorted(([, one], [, other]) => (one.path < other.path ? -1 : 1));
      const lines = sorted.map(([name, route]) => {
        const { method, path, permission, topics, isOpenToPlatform = false } = route as Route;
        if (!path.startsWith(start)) throw new Error(`The path of ${name} does not begin with ${start}.`);
        const flags = `${permission === "public" ? "p" : ""}${isOpenToPlatform ? "o" : ""}`;
        return [name, path.slice(start.length), method, flags, topics.join()].join(" ");
      });
      return `export const endpoints = Object.fromEntries(${JSON.stringify(lines.join("\n"))}.split("\\n").map((line) => {
        const [name, path, method, flags, topics] = line.split(" ");
        const permission = flags.includes("p") ? "public" : "";
        return [name, { method, path: "${start}" + path, permission, isOpenToPlatform: flags.includes("o"), topics: topics.split(",") }];
      }));`;
    },
  };
}
