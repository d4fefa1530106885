import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";

const dayMs = 86_400_000;
const openDays = 365;

type DemoClient = { tookanId: string; tenantId: string; key: string; name: string };

/** Opens the bare address of a client of the demo, once: whoever closes it, it stays closed. */
export async function openDemoClient({ db, now }: Context, client: DemoClient): Promise<void> {
  const { tookanId, tenantId, key, name } = client;
  await sql`insert into embed_clients (tookan_id, tenant_id, client_key, name, created_at)
    values (${tookanId}, ${tenantId}, ${key}, ${name}, ${now}) on conflict do nothing`.execute(db);
  await sql`insert into embed_links (id, tookan_id, tenant_id, client_key, label, kind, expires_at, created_at, updated_at)
    select 'demo-open', ${tookanId}, ${tenantId}, ${key}, 'Open demo report', 'open',
      ${new Date(now.getTime() + openDays * dayMs)}, ${now}, ${now}
    from embed_clients where tookan_id = ${tookanId} and tenant_id = ${tenantId}
    on conflict do nothing`.execute(db);
}
