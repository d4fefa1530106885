import type { Cell } from "./picture.ts";

/** What several cells have in common; the metric of the first stays, since figures cannot be opened without one. */
export function sharedCell(cells: readonly (Cell | undefined)[]): Cell {
  const [first, ...others] = cells.filter((cell) => cell !== undefined);
  const isShared = ([name, value]: [string, string]) =>
    name === "metric" || others.every((other) => other[name] === value);
  return Object.fromEntries(Object.entries(first ?? {}).filter(isShared));
}
