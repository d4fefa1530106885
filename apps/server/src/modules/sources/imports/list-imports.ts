import type { listImports as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { readInstantCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { selectEvenRemoved } from "../connections/connection-store.ts";
import { describeRun, nameConnection } from "../connections/describe-connection.ts";
import { selectImports } from "../connections/run-store.ts";

/** The loads of files of a tenant, newest first, for whoever may import. */
export async function listImports(
  context: Context,
  { cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const before = cursor ? readInstantCursor(cursor) : null;
  const rows = await selectImports(context, { before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const connections = new Map((await selectEvenRemoved(context)).map((connection) => [connection.id, connection]));
  const senders = page.flatMap(({ asked_by }) => (asked_by === null ? [] : [asked_by]));
  const names = await findPeopleNames(context, [...new Set(senders)]);
  return {
    items: page.flatMap((run) => {
      const connection = connections.get(run.connection_id);
      if (!connection) return [];
      return [
        {
          ...describeRun(run, context.now),
          connectionName: nameConnection(connection),
          source: connection.source,
          askedByName: names.get(run.asked_by ?? "") ?? null,
        },
      ];
    }),
    next: rows.length > limit && last ? writeCursor([last.asked_at.toISOString(), last.id]) : null,
  };
}
