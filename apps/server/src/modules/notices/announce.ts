import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { planPublishing } from "./publish-announcements.ts";

/** Something that the product announces by itself. */
export type Announcement = {
  /** The same one again replaces it. */
  id: string;
  title: string;
  text: string;
  level: "info" | "warning" | "critical";
  /** Null for everyone. */
  tenants: readonly string[] | null;
  startsAt: Date;
  endsAt: Date;
};

/** Announces something, or changes what was announced. It begins and ends by itself. */
export async function announce(context: Context, announcement: Announcement): Promise<void> {
  const { id, title, text, level, tenants, startsAt, endsAt } = announcement;
  const audience = tenants === null ? "all" : "tenants";
  await sql`insert into announcements (id, title, body, level, audience, tenants, starts_at, ends_at, created_at, updated_at)
    values (${id}, ${title}, ${text}, ${level}, ${audience}, ${tenants ?? []}::text[], ${startsAt}, ${endsAt},
      ${context.now}, ${context.now})
    on conflict (id) do update set title = excluded.title, body = excluded.body, level = excluded.level,
      audience = excluded.audience, tenants = excluded.tenants, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      is_withdrawn = false, updated_at = excluded.updated_at, version = announcements.version + 1`.execute(context.db);
  await planPublishing(context, { id, tenants: null, startsAt, endsAt });
}

/** Takes back what was announced. */
export async function withdrawAnnouncement(context: Context, id: string): Promise<void> {
  await sql`update announcements set is_withdrawn = true, updated_at = ${context.now}, version = version + 1
    where id = ${id} and not is_withdrawn`.execute(context.db);
  await planPublishing(context, { id, tenants: null, startsAt: context.now, endsAt: null });
}
