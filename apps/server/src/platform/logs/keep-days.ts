import type { Context } from "../context.ts";
import { readSettings } from "../settings/read-settings.ts";
import { deletePartBefore, dropLogDays, makeLogDays } from "./line-store.ts";
import { logSettings } from "./log-settings.ts";

const dayMs = 86_400_000;
const daysAhead = 7;

/** Makes the days that come, and removes what the settings say is kept no longer. */
export async function keepLogDays(context: Context): Promise<void> {
  const { db, now } = context;
  const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs);
  const days = await readSettings(context, logSettings);
  const longest = Math.max(...Object.values(days));
  await makeLogDays(db, now, daysBefore(-daysAhead));
  await dropLogDays(db, daysBefore(longest));
  for (const [part, kept] of Object.entries(days)) await deletePartBefore(db, part, daysBefore(kept));
}
