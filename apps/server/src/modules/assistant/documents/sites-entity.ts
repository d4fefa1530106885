import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec, Reference } from "../../../platform/entities/entity.ts";
import { AppError } from "../../../platform/errors.ts";
import { keyForRow, scopedParts, scopeForInput, trainingFields } from "../training/training-entity.ts";
import { addressField, readEveryField } from "./address-fields.ts";
import type { ReadEvery } from "./document-store.ts";
import { nextReading } from "./fetch-address.ts";
import { mostPages } from "./list-pages.ts";
import { enqueueSite } from "./read-site.ts";
import { findSite, insertSite, updateSite } from "./site-store.ts";

const readOnly = { edit: "never" } as const;
const group = "Website";

const { tenantId, note, updatedAt, createdAt } = trainingFields as Record<
  "tenantId" | "note" | "updatedAt" | "createdAt",
  FieldSpec
>;

/** The site that a document came from. */
export const siteReference: Reference = {
  entity: "training-sites",
  by: "name",
  title: sql`(select site.name from training_sites site where site.tenant_id = r.tenant_id and site.id = r.site)`,
  isAvailable: async () => false,
};

const fields: Readonly<Record<string, FieldSpec>> = {
  name: { group, label: "Name", type: "text", max: 200, isRequired: true, isSearched: true, shown: "list" },
  url: {
    ...addressField,
    group,
    label: "Address of the list",
    shown: "list",
    help: `A sitemap, or a page with links. Up to ${mostPages} pages in the same folder become documents.`,
  },
  readEvery: {
    ...readEveryField,
    group,
    shown: "list",
    help: "A list that is gone, empty or much shorter removes nothing.",
  },
  status: {
    ...readOnly,
    group,
    label: "Status",
    type: "choice",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
    choices: { queued: "Queued", reading: "Reading", done: "Read", failed: "Failed", archived: "Archived" },
    column: sql`case when r.status = 'archived' then 'archived' else r.state end`,
  },
  documents: {
    ...readOnly,
    group,
    label: "Documents",
    type: "count",
    isNeverEmpty: true,
    shown: "list",
    column: sql`(select count(*)::int from training_documents d
      where d.tenant_id = r.tenant_id and d.site = r.id and d.status = 'active')`,
  },
  listed: { ...readOnly, group, label: "Pages listed", type: "count", shown: "column" },
  problem: { ...readOnly, group, label: "Problem", type: "lines", shown: "list", isSortable: false },
  remark: { ...readOnly, group, label: "Remarks", type: "lines", shown: "detail", isSortable: false },
  checkedAt: { ...readOnly, group, label: "Last read", type: "instant", shown: "list" },
  staleSince: {
    ...readOnly,
    group,
    label: "Stale since",
    type: "instant",
    column: "unconfirmed_since",
    isFilter: true,
    shown: "column",
  },
  tenantId,
  note,
  updatedAt,
  createdAt,
};

/** Web folders and sitemaps whose pages become documents. */
export function sitesEntity(): Entity {
  return {
    ...scopedParts("training_sites"),
    name: "training-sites",
    one: "Website",
    many: "Websites",
    title: "name",
    fields,
    headline: ["documents", "listed", "checkedAt"],
    sort: { by: "createdAt", dir: "desc" },
    acts: { readAgain, archive, restore },
    async create(context, { for_tenant: tenant, ...columns }) {
      const key = { tenantId: scopeForInput(context, null, { tenantId: tenant }), id: randomUUID() };
      if ((await countSites(context, key.tenantId)) >= mostSites)
        throw new AppError("limit_reached", `There are ${mostSites} websites already. Archive some that are unused.`);
      const every = String(columns.read_every ?? "never") as ReadEvery;
      await insertSite(context, {
        ...columns,
        tenant_id: key.tenantId,
        id: key.id,
        state: "queued",
        next_reading_at: nextReading(every, context.now),
      });
      await enqueueSite(context, key, { byClock: false });
      return key.id;
    },
    async changed(context, before, after) {
      const key = keyForRow(after);
      if (before.readEvery !== after.readEvery) {
        const next = nextReading(String(after.readEvery) as ReadEvery, context.now);
        await updateSite(context, key, { next_reading_at: next });
      }
      if (before.url === after.url) return;
      // Another list has nothing to be compared with.
      await updateSite(context, key, { state: "queued", problem: null, listed: null });
      await enqueueSite(context, key, { byClock: false });
    },
  };
}

const mostSites = 50;

async function countSites({ db }: Pick<Context, "db">, tenantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from training_sites
    where tenant_id = ${tenantId} and status = 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}

const readAgain: ActSpec = {
  label: "Read now",
  done: "Queued.",
  isMain: true,
  when: { field: "status", values: ["done", "failed"] },
  run: async (context, row) => {
    const key = keyForRow(row);
    await updateSite(context, key, { state: "queued", problem: null });
    await enqueueSite(context, key, { byClock: false });
    return undefined;
  },
};

const archive: ActSpec = {
  label: "Archive",
  done: "Archived. Its documents stay and are no longer read again.",
  isDestructive: true,
  question: "It is no longer read. The documents that came from it stay as they are. It can be restored.",
  when: { field: "status", values: ["queued", "reading", "done", "failed"] },
  run: async (context, row) => {
    await updateSite(context, keyForRow(row), { status: "archived", next_reading_at: null });
    return undefined;
  },
};

const restore: ActSpec = {
  label: "Restore",
  done: "Restored. It is read again on schedule.",
  isMain: true,
  when: { field: "status", values: ["archived"] },
  run: async (context, row) => {
    const key = keyForRow(row);
    const site = await findSite(context, key, true);
    if (!site) return undefined;
    await updateSite(context, key, { status: "active", next_reading_at: nextReading(site.read_every, context.now) });
    // A reading that waited when it was archived has ended without a word.
    if (site.state === "queued" || site.state === "reading") await enqueueSite(context, key, { byClock: false });
    return undefined;
  },
};
