import { logParts, type SearchHit } from "@console/contracts";
import { formatInstant, ownFormats } from "@console/figures/format";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import { selectGroupsNamed } from "../../platform/logs/group-store.ts";
import { selectLines } from "../../platform/logs/select-lines.ts";
import { redactText } from "../../platform/telemetry/redact.ts";
import { writePlace } from "./line-place.ts";
import { resolveSearch } from "./resolve-search.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const linesDays = 7;
const dayMs = 86_400_000;
const longestTitle = 160;

/** Errors whose message holds a text, the newest lines that a search of the logs finds, and the timeline of a request. */
export async function searchLogs(context: Context, text: string, limit: number): Promise<SearchHit[]> {
  if (!context.permissions.has("logs.read")) return [];
  const hits: SearchHit[] = [];
  if (uuid.test(text)) hits.push(toHit("Timeline of this request", text, { request: text.toLowerCase() }));
  for (const { fingerprint, message, part } of await selectGroupsNamed(context.db, text, limit))
    hits.push(toHit(message, `Like errors, ${part}`, { q: `error:${fingerprint}`, range: "7d" }));
  return [...hits, ...(await searchLines(context, text, limit))];
}

/** Single lines, each with its permalink. Entries of the audit log have a page of their own. */
async function searchLines(context: Context, text: string, limit: number): Promise<SearchHit[]> {
  const since = new Date(context.now.getTime() - linesDays * dayMs);
  const { terms } = await resolveSearch(context, { query: text });
  const search = {
    terms: [...terms, { field: "part" as const, value: "audit", isExcluded: true }],
    since,
    until: null,
  };
  const lines = await selectLines(context.db, search, { order: "newest first", limit });
  if (lines.length === 0) return [];
  const details = { query: redactText(text), since: since.toISOString() };
  await recordAudit(context, { act: "logs.searched", subject: "logs", details });
  return lines.map((line) => {
    const at = `${formatInstant(line.at.getTime(), ownFormats)} UTC`;
    const part = logParts[line.part as keyof typeof logParts];
    return toHit(line.message.slice(0, longestTitle), `${part}, ${line.level}, ${at}`, { line: writePlace(line) });
  });
}

function toHit(title: string, detail: string, query: Record<string, string>): SearchHit {
  return { kind: "log", title, detail, path: `/admin/platform-logs?${new URLSearchParams(query)}` };
}
