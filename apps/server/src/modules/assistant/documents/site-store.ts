import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DocumentKey, ReadEvery } from "./document-store.ts";

/** A site of one scope: a web folder or a sitemap. */
export type SiteKey = { tenantId: string; id: string };

export type SiteRow = {
  tenant_id: string;
  id: string;
  name: string;
  url: string;
  read_every: ReadEvery;
  state: "queued" | "reading" | "done" | "failed";
  listed: number | null;
  unconfirmed_since: Date | null;
  status: "active" | "archived";
};

/** A document of an address, as a site finds it again. */
export type SitePage = DocumentKey & { url: string; site: string | null; status: string; checkedAt: Date | null };

export async function insertSite(
  { db, now }: Pick<Context, "db" | "now">,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const all: Record<string, unknown> = { ...columns, created_at: now, updated_at: now };
  await sql`insert into training_sites (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))})`.execute(db);
}

/** A site of a scope; locked where it is about to change. */
export async function findSite(
  { db }: Pick<Context, "db">,
  { tenantId, id }: SiteKey,
  isLocked = false,
): Promise<SiteRow | null> {
  const { rows } = await sql<SiteRow>`select * from training_sites
    where tenant_id = ${tenantId} and id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Writes columns of a site. */
export async function updateSite(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, id }: SiteKey,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const sets: RawBuilder<unknown>[] = Object.entries(columns).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  await sql`update training_sites set ${sql.join(sets)}, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Sites that are to be read by now, of all tenants. */
export async function selectDueSites({ db, now }: Pick<Context, "db" | "now">): Promise<SiteKey[]> {
  // across tenants: one clock for all sites; each is read in its own tenant.
  const { rows } = await sql<SiteKey>`select tenant_id as "tenantId", id from training_sites
    where next_reading_at <= ${now} and status = 'active' order by next_reading_at limit 100`.execute(db);
  return rows;
}

/** The documents of a scope that came from a site, and those that have one of these addresses. */
export async function selectSitePages(
  { db }: Pick<Context, "db">,
  { tenantId, id }: SiteKey,
  urls: readonly string[],
): Promise<SitePage[]> {
  const { rows } = await sql<SitePage>`select tenant_id as "tenantId", id, url, site, status, checked_at as "checkedAt"
    from training_documents
    where tenant_id = ${tenantId} and kind = 'address' and (site = ${id} or url = any(${[...urls]}::text[]))`.execute(
    db,
  );
  return rows;
}
