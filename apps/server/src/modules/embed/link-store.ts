import { createHash } from "node:crypto";
import type { LinkKind } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { ClientLinks } from "../delivery/index.ts";
import { tenantRelation } from "../directory/index.ts";

type Scope = Pick<Context, "db">;

/** A link with its client, its tenant, and the key that was shown for it. */
export type StoredLink = {
  id: string;
  label: string;
  tookan_id: string;
  tenant_id: string;
  tenant_name: string;
  tenant_state: string;
  /** The reports that the tenant is given; none means all. */
  reports: string[] | null;
  client_key: string;
  client: string;
  kind: LinkKind;
  state: "active" | "paused" | "revoked";
  origins: string[];
  fields: string[];
  can_export: boolean;
  days: number;
  refresh_seconds: number;
  passcode_hash: string | null;
  expires_at: Date | null;
  version: number;
  kid: string | null;
  key_ends_at: Date | null;
};

/** What is kept of a key. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/** The link that a key opens. */
export function findByKey(scope: Scope, key: string): Promise<StoredLink | null> {
  return findOne(scope, sql`join embed_keys k on k.link_id = l.id where k.hash = ${hashKey(key)} and l.kind = 'key'`);
}

/** The link that a host signs for. */
export function findByKid(scope: Scope, kid: string): Promise<StoredLink | null> {
  return findOne(scope, sql`join embed_keys k on k.link_id = l.id where k.kid = ${kid} and l.kind = 'signed'`);
}

/** What the bare address of a client means, if anything. */
export function findBare(scope: Scope, tookanId: string): Promise<StoredLink | null> {
  return findOne(
    scope,
    sql`left join embed_keys k on false
      where l.tookan_id = ${tookanId} and l.kind in ('counts', 'open') and l.state <> 'revoked'`,
  );
}

/** A link, with the key that someone came in by. */
export function findLink(scope: Scope, id: string, kid: string | null = null): Promise<StoredLink | null> {
  return findOne(scope, sql`left join embed_keys k on k.link_id = l.id and k.kid = ${kid} where l.id = ${id}`);
}

async function findOne({ db }: Scope, rest: RawBuilder<unknown>): Promise<StoredLink | null> {
  const { rows } = await sql<StoredLink>`select l.*, c.name as client, t.name as tenant_name, t.state as tenant_state,
      t.reports, k.kid, k.ends_at as key_ends_at
    from embed_links l join embed_clients c on c.tookan_id = l.tookan_id join ${tenantRelation} t on t.id = l.tenant_id
    ${rest} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Where the report of a client may be framed: wherever one of its open links says so. */
export async function selectOrigins({ db }: Scope, tookanId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ origin: string }>`select distinct unnest(l.origins) as origin from embed_links l
    join ${tenantRelation} t on t.id = l.tenant_id and t.state = 'active'
    where l.tookan_id = ${tookanId} and l.state = 'active' and (l.expires_at is null or l.expires_at > ${now})
    order by origin limit 100`.execute(db);
  return rows.map(({ origin }) => origin);
}

/** The address of a client's report; the first time one is found that no other client has. */
export async function buildClientAddress(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, key, name, slug }: { tenantId: string; key: string; name: string; slug: string },
): Promise<string> {
  const { rows } = await sql<{ tookan_id: string }>`with known as (
      update embed_clients set name = ${name} where tenant_id = ${tenantId} and client_key = ${key} returning tookan_id
    ), made as (
      insert into embed_clients (tookan_id, tenant_id, client_key, name, created_at)
      select case when exists (select 1 from embed_clients where tookan_id = ${slug})
          then ${slug} || '-' || (select count(*) + 1 from embed_clients where tookan_id like ${toLikePattern(slug)})
          else ${slug} end, ${tenantId}, ${key}, ${name}, ${now}
      where not exists (select 1 from known) returning tookan_id
    ) select tookan_id from known union all select tookan_id from made`.execute(db);
  return rows[0]?.tookan_id ?? slug;
}

function toLikePattern(slug: string): string {
  return `${slug.replace(/[\\%_]/g, "\\$&")}-%`;
}

/** SQL of how many links of a tenant are open. */
export function countOpenLinks(tenantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) from embed_links l where l.tenant_id = ${tenantId} and l.state = 'active'
    and (l.expires_at is null or l.expires_at > now()))`;
}

/** The address of a client's report with its open links, when one was last used, and how often lately. */
export const clientLinks: ClientLinks = ({ tenantId, clientKey, now, since }) => sql`
  select e.tookan_id, count(l.id) filter (where l.state = 'active' and (l.expires_at is null or l.expires_at > ${now})) as links,
    max(l.last_used_at) as link_used_at,
    (select coalesce(sum(u.views), 0) from embed_use u join embed_links ul on ul.id = u.link_id
      where ul.tookan_id = e.tookan_id and u.day > ${since}::date) as link_views
  from embed_clients e left join embed_links l on l.tookan_id = e.tookan_id
  where e.tenant_id = ${tenantId} and e.client_key = ${clientKey} group by e.tookan_id`;
