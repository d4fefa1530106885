import type { listRejects as contract, RejectedRow, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { requireConnection } from "./manage-connections.ts";
import { readPageCursor, toPage } from "./page-cursor.ts";
import { type RejectFilter, selectRejects } from "./reject-store.ts";

/** Rows of a connection that could not be taken in, in the order in which they came. */
export async function listRejects(
  context: Context,
  { connection, run, cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  await requireConnection(context, connection);
  return pageRejects(context, run ? { connection, replayableOf: run } : { connection, run: null }, { cursor, limit });
}

/** A page of rejected rows. */
export async function pageRejects(
  context: Context,
  filter: RejectFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: RejectedRow[]; next: string | null }> {
  const after = String(readPageCursor(cursor) ?? 0);
  const rows = await selectRejects(context, { ...filter, after, limit: limit + 1 });
  const { items, next } = toPage(rows, limit, ({ id }) => id);
  return {
    items: items.map(({ run_id, rejected_at, ...reject }) => ({
      ...reject,
      run: run_id,
      rejectedAt: rejected_at.toISOString(),
    })),
    next,
  };
}
