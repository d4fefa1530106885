import type { listNotices as listContract, RouteOutput, readNotices as readContract } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../platform/context.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import type { NoticeKinds } from "./notice-kind.ts";
import { countUnread, markNotices, selectNotices } from "./notice-store.ts";

/** What the caller was told, newest first. */
export async function listNotices(
  context: Context,
  { cursor, limit, kind, isUnread }: z.output<(typeof listContract)["input"]>,
  kinds: NoticeKinds,
): Promise<RouteOutput<typeof listContract>> {
  const uid = requirePerson(context);
  const page = { limit: limit + 1, after: cursor ?? null, kind: kind ?? null, isUnread: isUnread ?? false };
  const rows = await selectNotices(context, uid, page);
  const shown = rows.slice(0, limit);
  return {
    items: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      label: kinds.get(row.kind)?.label ?? "Notification",
      subject: row.subject,
      text: row.body,
      link: row.link,
      times: row.times,
      at: row.updated_at.toISOString(),
      isRead: row.read_at !== null,
    })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    unread: await countUnread(context, uid),
  };
}

/** Marks notices of the caller as read or unread, on all their devices. */
export async function readNotices(
  context: Context,
  { ids, isRead }: z.output<(typeof readContract)["input"]>,
): Promise<RouteOutput<typeof readContract>> {
  const uid = requirePerson(context);
  await markNotices(context, uid, { ids: ids ?? null, isRead });
  await publishEvent(context, { type: "notices.changed", data: {}, uid });
  return { unread: await countUnread(context, uid) };
}
