import type { listUnmapped as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import { readPageCursor, toPage } from "../connections/page-cursor.ts";
import { selectValues } from "../connections/reject-store.ts";

/** Values of a source that the mapping does not know, the most frequent first. */
export async function listUnmapped(
  context: Context,
  { connection, cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  await requireConnection(context, connection);
  const offset = readPageCursor(cursor) ?? 0;
  const rows = await selectValues(context, { connection, offset, limit: limit + 1 });
  const { items, next } = toPage(rows, limit, () => offset + limit);
  return {
    items: items.map(({ field, value, seen, first_seen_at, last_seen_at }) => ({
      field,
      value,
      seen: Number(seen),
      firstSeenAt: first_seen_at.toISOString(),
      lastSeenAt: last_seen_at.toISOString(),
    })),
    next,
  };
}
