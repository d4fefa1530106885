import { type NoticeChoice, noticeChoices, type QuietHours } from "@console/contracts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../platform/context.ts";

/** What a person has chosen; kinds without a choice are missing. */
export type StoredPreferences = {
  choices: Readonly<Record<string, NoticeChoice>>;
  quietHours: QuietHours | null;
};

export const noPreferences: StoredPreferences = { choices: {}, quietHours: null };

const storedChoices = z.record(z.string(), z.enum(noticeChoices)).catch({});

/** What some people have chosen, by uid. */
export async function selectPreferences(
  { db, tenantId }: Context,
  uids: readonly string[],
): Promise<Map<string, StoredPreferences>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom("notice_preferences")
    .select(["uid", "choices", "quiet_start", "quiet_end"])
    .where("tenant_id", "=", tenantId)
    .where("uid", "in", [...uids])
    .execute();
  return new Map(
    rows.map(({ uid, choices, quiet_start: start, quiet_end: end }) => [
      uid,
      { choices: storedChoices.parse(choices), quietHours: start !== null && end !== null ? { start, end } : null },
    ]),
  );
}

/** Keeps choices beside those of other kinds, and the quiet hours. */
export async function savePreferences(
  { db, tenantId, now }: Context,
  uid: string,
  { choices, quietHours }: StoredPreferences,
): Promise<void> {
  await sql`insert into notice_preferences (tenant_id, uid, choices, quiet_start, quiet_end, updated_at)
    values (${tenantId}, ${uid}, ${JSON.stringify(choices)}::jsonb, ${quietHours?.start ?? null},
      ${quietHours?.end ?? null}, ${now})
    on conflict (tenant_id, uid) do update set choices = notice_preferences.choices || excluded.choices,
      quiet_start = excluded.quiet_start, quiet_end = excluded.quiet_end, updated_at = excluded.updated_at`.execute(db);
}
