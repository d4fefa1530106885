import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { tenantRelation } from "../../directory/index.ts";
import { connectionFacts, tenantMembers } from "../../metrics/index.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** SQL of what another module knows of a client: `tookan_id`, `links`, `link_used_at` and `link_views`, or no row. */
export type ClientLinks = (scope: {
  tenantId: string;
  clientKey: RawBuilder<unknown>;
  now: Date;
  /** From when on views are counted. */
  since: Date;
}) => RawBuilder<unknown>;

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

type Listed = {
  connection: string;
  search: string;
  show: string;
  after: { name: string; client: string } | null;
  limit: number;
};

/** The clients of an account by name, with their deliveries and their links; `total` counts all that are meant. */
export async function selectClients(
  { db, tenantId, now }: TenantScope,
  { connection, search, show, after, limit }: Listed,
  clientLinks: ClientLinks,
): Promise<ClientRow[]> {
  const daysBefore = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
  const digits = searchedDigits(search);
  const clientKey = sql.ref("c.client_id");
  const { rows } = await sql<ClientRow>`with mirrored as (
      select c.*, t.name as tenant_name, c.first_seen_at > ${daysBefore(7)} as is_new,
        c.phone is not null and count(*) over (partition by c.phone) > 1 as is_duplicate, d.*, p.*
      from provider_clients c left join ${tenantRelation} t on t.id = c.mapped_tenant
      left join ${tenantMembers("customer", tenantId)} m on m.key = c.client_id
      left join lateral (
        select count(*) filter (where f.day > ${daysBefore(7)}::date) as tasks7,
          count(*) filter (where f.day > ${daysBefore(30)}::date) as tasks30, max(f.created_at) as last_task_at
        from ${connectionFacts("delivery_tasks", { tenantId, connection })} f where f.customer_id = m.id
          and f.day > ${daysBefore(90)}::date
      ) d on true
      left join lateral (${clientLinks({ tenantId, clientKey, now, since: daysBefore(30) })}) p on true
      where c.tenant_id = ${tenantId} and c.connection_id = ${connection}
    ), shown as (
      select * from mirrored where case ${show}::text when 'unmapped' then mapped_tenant is null
          when 'mapped' then mapped_tenant is not null when 'new' then is_new when 'vanished' then vanished_at is not null
          when 'duplicates' then is_duplicate when 'inactive' then tasks30 = 0
          when 'public' then coalesce(links, 0) > 0 else true end
        and (${search} = '' or strpos(lower(name || ' ' || client_id || ' ' || coalesce(email, '')), lower(${search})) > 0
          or (${digits} <> '' and strpos(regexp_replace(coalesce(phone, ''), '\\D', '', 'g'), ${digits}) > 0))
    )
    select *, (select count(*) from shown) as total from shown
    where ${after?.name ?? null}::text is null
      or (name, client_id) > (${after?.name ?? null}::text, ${after?.client ?? null}::text)
    order by name, client_id limit ${limit}`.execute(db);
  return rows;
}

/** The digits of a phone number that is searched for; fewer than three find too much. */
function searchedDigits(search: string): string {
  const digits = search.replace(/\D/g, "");
  return digits.length >= 3 ? digits : "";
}

/** What of a client is personal. */
export async function findClientContact({ db, tenantId }: Scope, connection: string, client: string) {
  return db
    .selectFrom("provider_clients")
    .select(["phone", "email", "address"])
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .where("client_id", "=", client)
    .executeTakeFirst();
}

/** A client's own number, as the provider knows it. */
export async function findClientPhone({ db, tenantId }: Scope, client: string): Promise<string | null> {
  const row = await db
    .selectFrom("provider_clients")
    .select("phone")
    .where("tenant_id", "=", tenantId)
    .where("client_id", "=", client)
    .executeTakeFirst();
  return row?.phone ?? null;
}

/** Says to which tenant clients belong, and gives those for which that is new. */
export async function updateMappedTenant(
  { db, tenantId }: Scope,
  { connection, clients, tenant }: { connection: string; clients: readonly string[]; tenant: string | null },
): Promise<{ client_id: string; before: string | null }[]> {
  const { rows } = await sql<{ client_id: string; before: string | null }>`
    with before as (select client_id, mapped_tenant from provider_clients where tenant_id = ${tenantId}
      and connection_id = ${connection} and client_id = any(${clients}::text[]) for update)
    update provider_clients c set mapped_tenant = ${tenant} from before b where c.tenant_id = ${tenantId}
      and c.connection_id = ${connection} and c.client_id = b.client_id and b.mapped_tenant is distinct from ${tenant}
    returning c.client_id, b.mapped_tenant as before`.execute(db);
  return rows;
}

/** The clients that the provider has told of, for statements of other modules. */
export function providerClients(tenantId: string): RawBuilder<unknown> {
  return sql`(select client_id, name from provider_clients where tenant_id = ${tenantId})`;
}
