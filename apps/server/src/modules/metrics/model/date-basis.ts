import type { DateBasis } from "@console/contracts";
import type { Clock, Dataset } from "./dataset.ts";

/** A dataset whose rows count on another of their days. Its sums are kept by the first, so that it has none. */
export function withDateBasis(dataset: Dataset, basis: DateBasis | null): Dataset {
  const clock = basis ? dataset.bases?.[basis] : undefined;
  if (!clock) return dataset;
  const ofClock = (text: string) => text.replace(/\bday\b/g, "basis_day").replace(/\bhour\b/g, "basis_hour");
  return {
    ...dataset,
    relation: `(select b.*, ${clock.day} as basis_day, ${clock.hour} as basis_hour from ${dataset.relation} b)`,
    dimensions: Object.fromEntries(Object.entries(dataset.dimensions).map(([id, text]) => [id, ofClock(text)])),
    rollups: [],
    clock: { day: "basis_day", hour: "basis_hour" },
  };
}

/** The columns of the day and the hour that a dataset's rows count on. */
export function clockFor({ clock }: Dataset): Clock {
  return clock ?? { day: "day", hour: "hour" };
}
