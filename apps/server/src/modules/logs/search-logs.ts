import type { SearchHit } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { selectGroupsNamed } from "../../platform/logs/group-store.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Errors whose message holds a text, and the timeline of a request that is named by its id. */
export async function searchLogs(context: Context, text: string, limit: number): Promise<SearchHit[]> {
  if (!context.permissions.has("logs.read")) return [];
  const hits: SearchHit[] = [];
  if (uuid.test(text)) {
    const path = `/admin/platform-logs?${new URLSearchParams({ request: text.toLowerCase() })}`;
    hits.push({ kind: "log", title: "Timeline of this request", detail: text, path });
  }
  for (const { fingerprint, message, part } of await selectGroupsNamed(context.db, text, limit)) {
    const path = `/admin/platform-logs?${new URLSearchParams({ q: `fingerprint:${fingerprint}`, range: "7d" })}`;
    hits.push({ kind: "log", title: message, detail: part, path });
  }
  return hits;
}
