import { sql } from "kysely";
import type { AttentionItem, AttentionSource } from "../../platform/health/attention.ts";
import { tenantRelation } from "../directory/index.ts";

const soonDays = 7;

type Row = { id: string; label: string; tenant: string; expires_at: Date | null; alarmed_on: string | null };

/** Public links that end soon, and those that strangers knock at. */
export const linkAttention: AttentionSource = {
  kind: "links",
  label: "Public links",
  async list({ db, now }) {
    const soon = new Date(now.getTime() + soonDays * 86_400_000);
    const alarmedSince = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
    // across tenants: platform admins look after the links of all.
    const { rows } = await sql<Row>`select l.id, l.label, coalesce(t.name, l.tenant_id) as tenant, l.expires_at,
        l.alarmed_on::text as alarmed_on
      from embed_links l left join ${tenantRelation} t on t.id = l.tenant_id
      where l.state = 'active' and ((l.expires_at > ${now} and l.expires_at <= ${soon}) or l.alarmed_on >= ${alarmedSince}::date)
      order by l.expires_at`.execute(db);
    return rows.flatMap((row): AttentionItem[] => {
      const path = `/admin/links?${new URLSearchParams({ row: row.id })}`;
      const items: AttentionItem[] = [];
      if (row.alarmed_on !== null && row.alarmed_on >= alarmedSince) {
        items.push({
          id: `link alarm ${row.id} ${row.alarmed_on}`,
          title: `Many refused visits at ${row.label} of ${row.tenant}`,
          text: "Someone tries to open the link without its key. Look at its use, or replace the key.",
          harm: 2,
          since: new Date(`${row.alarmed_on}T00:00:00Z`),
          action: { label: "Open link", path },
        });
      }
      if (row.expires_at !== null && row.expires_at <= soon) {
        items.push({
          id: `link ends ${row.id}`,
          title: `${row.label} of ${row.tenant} ends soon`,
          text: "After that nobody can open it. Extend it, or let it end.",
          harm: 1,
          since: new Date(row.expires_at.getTime() - soonDays * 86_400_000),
          action: { label: "Open link", path },
        });
      }
      return items;
    });
  },
};
