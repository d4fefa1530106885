import { type Connection, createConnection, selectConnections, updateConnection } from "../../modules/sources/index.ts";
import type { Context } from "../../platform/context.ts";
import { type DemoFeed, feedFor } from "./demo-feeds.ts";

/** The connection of a feed; null where someone has removed it. */
export function findFeed(connections: readonly Connection[], { source, kind, name }: DemoFeed): Connection | null {
  return connections.find((one) => one.source === source && one.kind === kind && one.name === name) ?? null;
}

/** Makes the connections that tables of a demo tenant come through. They read nothing until something is there to read. */
export async function makeConnections(context: Context, facts: readonly string[]): Promise<void> {
  const { tenantId } = context;
  for (const feed of facts.map((fact) => feedFor(tenantId, fact))) {
    if (findFeed(await selectConnections(context), feed)) continue;
    const { liveDays: _, ...settings } = feed;
    await createConnection(context, { tenantId, ...settings, intervalMinutes: null });
  }
}

type Access = { settings: Record<string, unknown>; secret: string; hookSecret?: string; intervalMinutes: number };

/** Points the connection of a feed at what serves it now, and lets it read. Null where someone has removed it. */
export async function pointConnection(context: Context, feed: DemoFeed, { settings, ...access }: Access) {
  const existing = findFeed(await selectConnections(context), feed);
  if (!existing) return null;
  return updateConnection(context, {
    tenantId: context.tenantId,
    connection: existing.id,
    version: existing.version,
    settings: { ...existing.settings, ...settings },
    ...access,
  });
}
