import type { HistoryEntry } from "@console/contracts";
import { describeEntry } from "../audit/describe-entry.ts";
import { selectEntriesAbout } from "../audit/entry-store.ts";
import type { Context } from "../context.ts";
import { foreignCursor, readCursor, writeCursor } from "../db/cursor.ts";
import type { Entity } from "./entity.ts";

/** What a row is called in the audit log. */
export function auditSubject({ name }: Pick<Entity, "name">, id: string): string {
  return `${name}/${id}`;
}

/** What a history must know of the rows that it is about. */
export type HistorySubject = Pick<Entity, "name" | "people"> & { fields?: Entity["fields"] };

/** What was done to a row, newest first, page by page. */
export async function readHistoryPage(
  context: Context,
  entity: HistorySubject,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ items: HistoryEntry[]; next: string | null }> {
  const [place = null] = cursor === undefined ? [] : (readCursor(cursor, 1) ?? []);
  const before = place === null ? null : Number(place);
  if (cursor !== undefined && (before === null || !Number.isSafeInteger(before))) throw foreignCursor();
  const rows = await readHistory(context, entity, { id, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? writeCursor([String(last.seq)]) : null;
  return { items: page.map(({ seq: _, ...entry }) => entry), next };
}

async function readHistory(
  context: Context,
  entity: HistorySubject,
  { id, before, limit }: { id: string; before: number | null; limit: number },
): Promise<(HistoryEntry & { seq: number })[]> {
  const about = { subject: auditSubject(entity, id), before, limit };
  const rows = await selectEntriesAbout(context, about, entity.people);
  return rows.map(({ seq, id: entryId, at, act, actor_uid, name, email, ...entry }) => {
    const details = (entry.details ?? {}) as Record<string, unknown>;
    const known = { act, details, subject: entry.subject, actor: actor_uid, name: null, tenant: null, names: {} };
    return {
      ...describeEntry(known, entity.fields),
      id: entryId,
      seq: Number(seq),
      at: at.toISOString(),
      act,
      by: actor_uid,
      byName: name ?? email,
      details,
    };
  });
}

/** The newest of what was done to a row. */
export async function selectLastChange(
  context: Context,
  entity: HistorySubject,
  id: string,
): Promise<HistoryEntry | null> {
  const [last] = await readHistory(context, entity, { id, before: null, limit: 1 });
  return last ?? null;
}
