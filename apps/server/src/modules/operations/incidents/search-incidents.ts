import type { SearchHit } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { selectIncidentsNamed } from "./incident-store.ts";

/** Incidents whose title holds a text, the newest first. */
export async function searchIncidents(context: Context, text: string, limit: number): Promise<SearchHit[]> {
  if (!context.permissions.has("platform.read")) return [];
  const rows = await selectIncidentsNamed(context, text, limit);
  return rows.map(({ id, title, state, opened_at }) => ({
    kind: "incident",
    title,
    detail: `${state === "open" ? "Open since" : "Resolved, opened"} ${opened_at.toISOString().slice(0, 10)}`,
    path: `/admin/system-health?${new URLSearchParams({ incident: id })}`,
  }));
}
