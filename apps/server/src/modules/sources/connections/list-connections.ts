import type { ConnectionSummary, listConnections as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { writeCursor } from "../../../platform/db/cursor.ts";
import { findTenant } from "../../directory/index.ts";
import { selectConnections } from "./connection-store.ts";
import { describeSummary } from "./describe-connection.ts";
import { readPageCursor } from "./page-cursor.ts";
import { selectStates } from "./state-store.ts";

/** Those that need someone come first. */
const order = ["needs_you", "failing", "late", "pending", "healthy", "paused"];

/** The connections of all tenants with their states. Platforms have some hundreds of them, so they are sorted here. */
export async function listConnections(
  context: Context,
  { source, tenant, state, search = "", cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const rows = await selectStates(context, { source: source ?? null, tenant: tenant ?? null, search });
  const items = rows
    .map((row) => describeSummary({ ...row, id: row.connection_id }, row.tenant_name, context.now))
    .filter((one) => state === undefined || one.state === state)
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || compare(a, b));
  const from = readPageCursor(cursor) ?? 0;
  const page = items.slice(from, from + limit);
  return { items: page, next: from + limit < items.length ? writeCursor([String(from + limit)]) : null };
}

function compare(a: ConnectionSummary, b: ConnectionSummary): number {
  return `${a.tenantName} ${a.name} ${a.id}` < `${b.tenantName} ${b.name} ${b.id}` ? -1 : 1;
}

/** The states of the caller's own connections. */
export async function listOwnConnections(context: Context): Promise<{ items: ConnectionSummary[] }> {
  const tenant = await findTenant(context, context.tenantId);
  const rows = await selectConnections(context);
  return { items: rows.map((one) => describeSummary(one, tenant?.name ?? context.tenantId, context.now)) };
}
