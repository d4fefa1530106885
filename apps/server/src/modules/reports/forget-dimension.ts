import { dashboardPreference, type PanelPlace } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { changePreferences } from "../directory/index.ts";
import { selectQueries, updateQuery } from "./view-store.ts";

/**
 * Takes a dimension that is no more out of all saved views and dashboards of the tenant: another may get its name some
 * day, which nobody has chosen there.
 */
export async function forgetDimension(context: Context, dimension: string): Promise<void> {
  for (const { id, query } of await selectQueries(context, dimension)) {
    const without = withoutDimension(query, dimension);
    if (without !== query) await updateQuery(context, id, without);
  }
  // A panel by an own field is called as its dimension.
  await changePreferences(context, dashboardPreference, (cards) =>
    Array.isArray(cards) ? cards.filter((card: Partial<PanelPlace> | null) => card?.panel !== dimension) : cards,
  );
}

/** The query of a report's address without a dimension; the same text where it does not name it. */
export function withoutDimension(query: string, dimension: string): string {
  const parts = query.split("&");
  const names = new Set([dimension, `not.${dimension}`]);
  const others = parts.filter((part) => {
    const [[name = "", value = ""] = []] = [...new URLSearchParams(part)];
    return !names.has(name) && !(name === "at" && value.startsWith(`${dimension}:`));
  });
  return others.length < parts.length ? others.join("&") : query;
}
