import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { RetentionRule } from "../../../platform/retention/retention-rule.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { sessionSettings } from "./identity-settings.ts";

/** What the identity service keeps only for a while. */
export const identityRetentionRules: readonly RetentionRule[] = [
  { days: "sessions", hasTenantRows: false, remove: deleteSessionsEndedBefore },
  { days: "codes", hasTenantRows: false, remove: deleteCodesOverBefore },
];

/** A session that nobody ended is over when its time is. */
async function deleteSessionsEndedBefore(context: Context, before: Date): Promise<void> {
  const { idleDays, longestDays } = await readSettings(context, sessionSettings);
  await sql`delete from account_sessions where ended_at < ${before}
    or last_used_at < ${before}::timestamptz - make_interval(days => ${idleDays})
    or created_at < ${before}::timestamptz - make_interval(days => ${longestDays})`.execute(context.db);
}

async function deleteCodesOverBefore({ db }: Context, before: Date): Promise<void> {
  await sql`delete from one_time_codes where coalesce(used_at, expires_at) < ${before}`.execute(db);
}
