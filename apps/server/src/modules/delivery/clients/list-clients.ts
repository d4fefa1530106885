import type {
  listClientHistory as historyContract,
  listProviderClients as listContract,
  mapProviderClients as mapContract,
  RouteOutput,
  revealProviderClient as revealContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { auditSubject, readHistoryPage } from "../../../platform/entities/entity-history.ts";
import { AppError } from "../../../platform/errors.ts";
import { findTenant, peopleRelation } from "../../directory/index.ts";
import { requireConnection } from "../../sources/index.ts";
import { type ClientLinks, findClientContact, selectClients, updateMappedTenant } from "./client-store.ts";

/** The clients of a delivery account, from our mirror, with personal data masked. */
export async function listProviderClients(
  context: Context,
  { connection: id, search = "", show, cursor, limit }: z.output<(typeof listContract)["input"]>,
  clientLinks: ClientLinks,
): Promise<RouteOutput<typeof listContract>> {
  const connection = await requireConnection(context, id);
  const after = cursor ? readClientCursor(cursor) : null;
  const rows = await selectClients(context, { connection: id, search, show, after, limit: limit + 1 }, clientLinks);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      id: row.client_id,
      name: row.name,
      phone: masked(row.phone),
      email: maskedMail(row.email),
      address: row.address ? "••••" : null,
      mappedTenant: row.mapped_tenant ? { id: row.mapped_tenant, name: row.tenant_name ?? row.mapped_tenant } : null,
      tasks7Days: Number(row.tasks7),
      tasks30Days: Number(row.tasks30),
      lastTaskAt: row.last_task_at?.toISOString() ?? null,
      firstSeenAt: row.first_seen_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      isNew: row.is_new,
      isVanished: row.vanished_at !== null,
      isDuplicate: row.is_duplicate,
      publicLinks: row.tookan_id
        ? {
            tookanId: row.tookan_id,
            active: Number(row.links),
            views30Days: Number(row.link_views),
            lastUsedAt: row.link_used_at?.toISOString() ?? null,
          }
        : null,
    })),
    next: rows.length > limit && last ? writeCursor([last.name, last.client_id]) : null,
    asOf: connection.last_success_at?.toISOString() ?? null,
    total: Number(rows[0]?.total ?? 0),
  };
}

function readClientCursor(cursor: string): { name: string; client: string } {
  const [name, client] = readCursor(cursor, 2) ?? [];
  if (typeof name !== "string" || typeof client !== "string") throw foreignCursor();
  return { name, client };
}

/** The beginning and the end of a phone number, so that it can be recognised and not be called. */
export function masked(phone: string | null): string | null {
  if (!phone) return null;
  const start = /^\+\d{1,3}/.exec(phone)?.[0] ?? "";
  return `${start} •••• ${phone.replace(/\D/g, "").slice(-4)}`.trim();
}

function maskedMail(email: string | null): string | null {
  const [own = "", domain] = email?.split("@") ?? [];
  return email ? `${own.slice(0, 1)}•••@${domain ?? ""}` : null;
}

/** The personal data of one client; each look is audited. */
export async function revealProviderClient(
  context: Context,
  { connection: id, client }: z.output<(typeof revealContract)["input"]>,
): Promise<RouteOutput<typeof revealContract>> {
  await requireConnection(context, id);
  const row = await findClientContact(context, id, client);
  if (!row) throw new AppError("not_found", "There is no such client.");
  await recordAudit(context, { act: "clients.revealed", subject: auditSubject(clients, toSubjectKey(id, client)) });
  return row;
}

/** Says to which tenant clients belong. */
export async function mapProviderClients(
  context: Context,
  { connection: id, clients: clientIds, tenant }: z.output<(typeof mapContract)["input"]>,
): Promise<RouteOutput<typeof mapContract>> {
  await requireConnection(context, id);
  if (tenant !== null && !(await findTenant(context, tenant))) {
    throw new AppError("invalid_input", "There is no such tenant.", { fields: { tenant: "Unknown." } });
  }
  const rows = await updateMappedTenant(context, { connection: id, clients: clientIds, tenant });
  for (const { client_id, before } of rows) {
    const details = { tenant: { before, after: tenant } };
    await recordAudit(context, {
      act: "clients.mapped",
      subject: auditSubject(clients, toSubjectKey(id, client_id)),
      details,
    });
  }
  return { changed: rows.length };
}

/** What was done to a client, newest first. */
export async function listClientHistory(
  context: Context,
  { connection: id, client, cursor, limit }: z.output<(typeof historyContract)["input"]>,
): Promise<RouteOutput<typeof historyContract>> {
  await requireConnection(context, id);
  return readHistoryPage(context, clients, { id: toSubjectKey(id, client), cursor, limit });
}

/** What clients are called in the audit log. */
const clients = { name: "clients", people: peopleRelation };

function toSubjectKey(connection: string, client: string): string {
  return `${connection}/${client}`;
}
