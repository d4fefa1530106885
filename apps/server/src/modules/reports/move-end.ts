import { isDay } from "@console/contracts";
import { addDays } from "../metrics/index.ts";

/** The query of a view with another end; what is no day stays as it is. */
export function moveEnd(query: string, days: number): string {
  const parameters = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    name,
    name === "to" && isDay(value) ? addDays(value, days) : value,
  ]);
  return new URLSearchParams(parameters).toString();
}

/** The query of a report's page under a view: pages name their last day, views the first day after it. */
export function toPageQuery(query: string): string {
  return moveEnd(query, -1);
}
