import type {
  listAnnouncements as listContract,
  RouteOutput,
  seeAnnouncement as seeContract,
} from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";

type Shown = RouteOutput<typeof listContract>["items"][number] & { isDismissed: boolean };

/** What is announced to the caller now. */
async function selectCurrent({ db, tenantId, now, actor }: Context, uid: string): Promise<Shown[]> {
  const role = actor.kind === "user" ? actor.role : "";
  const { rows } = await sql<Shown>`select a.id, a.title, a.body as "text", a.level,
      a.is_dismissible as "isDismissible", r.seen_at is not null as "isSeen", r.dismissed_at is not null as "isDismissed"
    from announcements a
    left join announcement_reads r on r.tenant_id = ${tenantId} and r.announcement_id = a.id and r.uid = ${uid}
    where not a.is_withdrawn and a.starts_at <= ${now} and (a.ends_at is null or a.ends_at > ${now})
      and (a.audience = 'all' or (a.audience = 'roles' and ${role} = any(a.roles))
        or (a.audience = 'tenants' and ${tenantId} = any(a.tenants)))
    order by array_position(array['critical', 'warning', 'info'], a.level), a.starts_at desc, a.id limit 20`.execute(
    db,
  );
  return rows;
}

/** What is announced to the caller now, without what they have dismissed. */
export async function listAnnouncements(context: Context): Promise<RouteOutput<typeof listContract>> {
  const rows = await selectCurrent(context, requirePerson(context));
  return { items: rows.filter(({ isDismissed }) => !isDismissed).map(({ isDismissed: _, ...item }) => item) };
}

/** Notes that the caller has seen an announcement, or dismisses it on all their devices. */
export async function seeAnnouncement(
  context: Context,
  { id, isDismissed }: z.output<(typeof seeContract)["input"]>,
): Promise<RouteOutput<typeof seeContract>> {
  const { db, tenantId, now } = context;
  const uid = requirePerson(context);
  const announcement = (await selectCurrent(context, uid)).find((one) => one.id === id);
  if (!announcement) throw new AppError("not_found", "There is no such announcement.");
  if (isDismissed && !announcement.isDismissible)
    throw new AppError("conflict", "This announcement stays until it is over.");
  await sql`insert into announcement_reads (tenant_id, announcement_id, uid, seen_at, dismissed_at)
    values (${tenantId}, ${id}, ${uid}, ${now}, ${isDismissed ? now : null})
    on conflict (tenant_id, announcement_id, uid) do update
      set dismissed_at = coalesce(announcement_reads.dismissed_at, excluded.dismissed_at)`.execute(db);
  if (isDismissed) await publishEvent(context, { type: "notices.changed", data: {}, uid });
  return {};
}
