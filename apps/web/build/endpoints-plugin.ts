import type { Plugin } from "vite";
import { type Route, routes } from "../../../packages/contracts/src/index.ts";

const id = "virtual:endpoints";
const resolvedId = `\0${id}`;

/** All of ours begin with it; it is written once. */
const start = "/api/";

/** Endpoints that no page calls by name; `tests/structure/endpoints.test.ts` holds the list to that. */
export const uncalled: ReadonlySet<string> = new Set([
  "addLedgerPeriod",
  "downloadExport",
  "exportReport",
  "getExport",
  "getRun",
  "getStatus",
  "listOutbox",
  "replyToFeedback",
  "reportClientError",
  "streamEvents",
  "streamMessage",
]);

/** Methods by the sign before a path; without one it is read. */
const signs = { GET: "", POST: "+", PATCH: "~", PUT: "=", DELETE: "-" } as const;
const methods = { "+": "POST", "~": "PATCH", "=": "PUT", "-": "DELETE" } as const;

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
        const mark = permission === "public" ? "!" : isOpenToPlatform ? "*" : "";
        return [`${mark}${signs[method]}${path.slice(start.length)}`, name, topics.join()].join(" ");
      });
      return `const methods = ${JSON.stringify(methods)};
      export const endpoints = Object.fromEntries(${JSON.stringify(lines.join("\n"))}.split("\\n").map((line) => {
        const [address, name, topics] = line.split(" ");
        const [, mark, sign, path] = /^([!*]?)([+~=-]?)(.*)/.exec(address);
        const permission = mark === "!" ? "public" : "";
        return [name, { method: methods[sign] ?? "GET", path: "${start}" + path, permission, isOpenToPlatform: mark === "*", topics: topics.split(",") }];
      }));`;
    },
  };
}
