import type { listSourceChanges as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { selectChanges } from "./change-store.ts";
import { requireConnection } from "./manage-connections.ts";
import { readPageCursor, toPage } from "./page-cursor.ts";

/** How a connection was changed, newest first. */
export async function listSourceChanges(
  context: Context,
  { connection, cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  await requireConnection(context, connection);
  const before = cursor === undefined ? null : String(readPageCursor(cursor));
  const rows = await selectChanges(context, { connection, before, limit: limit + 1 });
  const { items, next } = toPage(rows, limit, ({ id }) => id);
  return {
    items: items.map(({ act, details, changed_by, changed_at }) => ({
      at: changed_at.toISOString(),
      act,
      by: changed_by,
      details: details as Record<string, unknown>,
    })),
    next,
  };
}
