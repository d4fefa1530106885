import type {
  listClientHistory as historyContract,
  listProviderClients as listContract,
  mapProviderClients as mapContract,
  RouteOutput,
  revealProviderClient as revealContract,
} from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { pageOfHistory, subjectOf } from "../../../platform/entities/entity-history.ts";
import { AppError } from "../../../platform/errors.ts";
import { findTenant } from "../../directory/index.ts";
import { requireConnection } from "../../sources/index.ts";

type ClientRow = {
  client_id: string;
  name: string;
  phone: string | null;
  email: string | null;
  address: string | null;
  mapped_tenant: string | null;
  tenant_name: string | null;
  first_seen_at: Date;
  seen_at: Date;
  vanished_at: Date | null;
  is_new: boolean;
  is_duplicate: boolean;
  tasks7: number;
  tasks30: number;
  last_task_at: Date | null;
  tookan_id: string | null;
  links: number;
  link_views: number;
  link_used_at: Date | null;
  total: number;
};

/** The clients of a delivery account, from our mirror, with personal data masked. */
export async function listProviderClients(
  context: Context,
  { connection: id, search = "", show, cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const connection = await requireConnection(context, id);
  const { db, tenantId, now } = context;
  const place = cursor ? readCursor(cursor, 2) : [null, null];
  if (!place) throw foreignCursor();
  const [name, client] = place;
  const daysBefore = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
  const { rows } = await sql<ClientRow>`with mirrored as (
      select c.*, t.name as tenant_name, c.first_seen_at > ${daysBefore(7)} as is_new,
        c.phone is not null and count(*) over (partition by c.phone) > 1 as is_duplicate, d.*, p.*
      from provider_clients c left join tenants t on t.id = c.mapped_tenant
      left join members m on m.tenant_id = ${tenantId} and m.dimension = 'customer' and m.key = c.client_id
      left join lateral (
        select count(*) filter (where f.day > ${daysBefore(7)}::date) as tasks7,
          count(*) filter (where f.day > ${daysBefore(30)}::date) as tasks30, max(f.created_at) as last_task_at
        from delivery_tasks f where f.tenant_id = ${tenantId} and f.source = ${id} and f.customer_id = m.id
          and f.day > ${daysBefore(90)}::date
      ) d on true
      left join lateral (
        select e.tookan_id, count(l.id) filter (where l.state = 'active' and (l.expires_at is null or l.expires_at > ${now})) as links,
          max(l.last_used_at) as link_used_at,
          (select coalesce(sum(u.views), 0) from embed_use u join embed_links ul on ul.id = u.link_id
            where ul.tookan_id = e.tookan_id and u.day > ${daysBefore(30)}::date) as link_views
        from embed_clients e left join embed_links l on l.tookan_id = e.tookan_id
        where e.tenant_id = ${tenantId} and e.client_key = c.client_id group by e.tookan_id
      ) p on true
      where c.tenant_id = ${tenantId} and c.connection_id = ${id}
    ), shown as (
      select * from mirrored where case ${show}::text when 'unmapped' then mapped_tenant is null
          when 'mapped' then mapped_tenant is not null when 'new' then is_new when 'vanished' then vanished_at is not null
          when 'duplicates' then is_duplicate when 'inactive' then tasks30 = 0
          when 'public' then coalesce(links, 0) > 0 else true end
        and (${search} = '' or strpos(lower(name || ' ' || client_id || ' ' || coalesce(email, '')), lower(${search})) > 0
          or (${digitsOf(search)} <> '' and strpos(regexp_replace(coalesce(phone, ''), '\\D', '', 'g'), ${digitsOf(search)}) > 0))
    )
    select *, (select count(*) from shown) as total from shown
    where ${name}::text is null or (name, client_id) > (${name}::text, ${client}::text)
    order by name, client_id limit ${limit + 1}`.execute(db);
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

function digitsOf(search: string): string {
  const digits = search.replace(/\D/g, "");
  return digits.length >= 3 ? digits : "";
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
  const row = await context.db
    .selectFrom("provider_clients")
    .select(["phone", "email", "address"])
    .where("tenant_id", "=", context.tenantId)
    .where("connection_id", "=", id)
    .where("client_id", "=", client)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "There is no such client.");
  await recordAudit(context, { act: "clients.revealed", subject: subjectOf(clients, keyOf(id, client)) });
  return row;
}

/** Says to which tenant clients belong. */
export async function mapProviderClients(
  context: Context,
  { connection: id, clients: chosen, tenant }: z.output<(typeof mapContract)["input"]>,
): Promise<RouteOutput<typeof mapContract>> {
  await requireConnection(context, id);
  if (tenant !== null && !(await findTenant(context, tenant))) {
    throw new AppError("invalid_input", "There is no such tenant.", { fields: { tenant: "Unknown." } });
  }
  const { rows } = await sql<{ client_id: string; before: string | null }>`
    with before as (select client_id, mapped_tenant from provider_clients where tenant_id = ${context.tenantId}
      and connection_id = ${id} and client_id = any(${chosen}::text[]) for update)
    update provider_clients c set mapped_tenant = ${tenant} from before b where c.tenant_id = ${context.tenantId}
      and c.connection_id = ${id} and c.client_id = b.client_id and b.mapped_tenant is distinct from ${tenant}
    returning c.client_id, b.mapped_tenant as before`.execute(context.db);
  for (const { client_id, before } of rows) {
    const details = { tenant: { before, after: tenant } };
    await recordAudit(context, { act: "clients.mapped", subject: subjectOf(clients, keyOf(id, client_id)), details });
  }
  return { changed: rows.length };
}

/** What was done to a client, newest first. */
export async function listClientHistory(
  context: Context,
  { connection: id, client, cursor, limit }: z.output<(typeof historyContract)["input"]>,
): Promise<RouteOutput<typeof historyContract>> {
  await requireConnection(context, id);
  return pageOfHistory(context, clients, { id: keyOf(id, client), cursor, limit });
}

/** What clients are called in the record of acts. */
const clients = { name: "clients" };

function keyOf(connection: string, client: string): string {
  return `${connection}/${client}`;
}
