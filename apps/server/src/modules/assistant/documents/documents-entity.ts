import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { AppError } from "../../../platform/errors.ts";
import { keyForRow, scopedParts, scopeForInput, trainingFields } from "../training/training-entity.ts";
import { addressField, readEveryField } from "./address-fields.ts";
import { staleSince } from "./document-staleness.ts";
import { findDocument, insertDocument, type ReadEvery, updateDocument } from "./document-store.ts";
import { enqueueFetch, nextReading } from "./fetch-address.ts";
import { reindexDocument } from "./passage-store.ts";
import { enqueueReading } from "./read-document-job.ts";
import { siteReference } from "./sites-entity.ts";

const readOnly = { edit: "never" } as const;
const group = "Document";

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group,
    label: "Title",
    type: "text",
    max: 200,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "Shown beside each quoted passage.",
  },
  url: {
    ...addressField,
    group,
    label: "Address",
    shown: "detail",
    when: { field: "kind", values: ["address"] },
  },
  readEvery: {
    ...readEveryField,
    group,
    shown: "column",
    when: { field: "kind", values: ["address"] },
    help: "An address that is gone, empty or much shorter removes nothing.",
  },
  kind: {
    ...readOnly,
    group,
    label: "Type",
    type: "choice",
    choices: { file: "File", address: "Web page" },
    isFilter: true,
    isNeverEmpty: true,
    initial: "address",
    shown: "list",
  },
  status: {
    ...readOnly,
    group,
    label: "Status",
    type: "choice",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
    choices: {
      queued: "Queued",
      reading: "Reading",
      searchable: "Searchable",
      failed: "Failed",
      cancelled: "Cancelled",
      expired: "Expired",
      archived: "Archived",
    },
    column: sql`case when r.status = 'archived' then 'archived'
      when r.state = 'searchable' and r.expires_on < current_date then 'expired' else r.state end`,
  },
  progress: {
    ...readOnly,
    group,
    label: "Progress in %",
    type: "count",
    column: sql`case when r.state in ('queued', 'reading') then round(r.progress * 100)::int end`,
    shown: "list",
  },
  passages: { ...readOnly, group, label: "Passages", type: "count", isNeverEmpty: true, shown: "list" },
  heldPassages: {
    ...readOnly,
    group,
    label: "To review",
    type: "count",
    isNeverEmpty: true,
    isFilter: true,
    shown: "list",
    help: "Passages that speak to the assistant or that nobody sees. They are not found until they are released.",
  },
  pages: { ...readOnly, group, label: "Pages", type: "count", shown: "column" },
  problem: { ...readOnly, group, label: "Problem", type: "lines", shown: "list", isSortable: false },
  remark: { ...readOnly, group, label: "Remark", type: "lines", shown: "detail", isSortable: false },
  foundVersion: { ...readOnly, group, label: "Searchable version", type: "count", shown: "column" },
  latestVersion: { ...readOnly, group, label: "Latest version", type: "count", shown: "column", isNeverEmpty: true },
  searchableAt: { ...readOnly, group, label: "Searchable since", type: "instant", isFilter: true, shown: "column" },
  checkedAt: { ...readOnly, group, label: "Address last read", type: "instant", shown: "column" },
  expiresOn: {
    group: "Validity",
    label: "Valid until",
    type: "day",
    isFilter: true,
    shown: "column",
    help: "The last day on which it is found. Leave empty if it does not end.",
  },
  staleAfterDays: {
    group: "Validity",
    label: "Stale after days",
    type: "count",
    max: 3650,
    shown: "detail",
    help: "From then on its passages say since when they are stale.",
  },
  staleSince: {
    ...readOnly,
    group: "Validity",
    label: "Stale since",
    type: "instant",
    column: staleSince("r"),
    isFilter: true,
    shown: "list",
  },
  ...pickFields("tenantId", "usedCount30d", "note", "updatedAt", "createdAt"),
  site: {
    ...readOnly,
    group,
    label: "Website",
    type: "text",
    refersTo: siteReference,
    isFilter: true,
    shown: "column",
  },
};

/** The fields that documents have in common with what is written by hand. */
function pickFields(...names: readonly string[]): Record<string, FieldSpec> {
  return Object.fromEntries(Object.entries(trainingFields).filter(([name]) => names.includes(name)));
}

/** Documents whose passages answer questions about words. */
export function documentsEntity(): Entity {
  return {
    ...scopedParts("training_documents"),
    name: "training-documents",
    one: "Document",
    many: "Documents",
    title: "name",
    fields,
    headline: ["passages", "heldPassages", "usedCount30d"],
    sort: { by: "createdAt", dir: "desc" },
    acts: { readAgain, cancel, archive, restore },
    async check(_, before, input) {
      if (before && before.kind === "file" && typeof input.url === "string" && input.url !== "") {
        throw new AppError("invalid_input", "A file has no address.", { fields: { url: "A file has no address." } });
      }
      if (before || input.url) return;
      throw new AppError("invalid_input", "Enter the address.", { fields: { url: "Enter the address." } });
    },
    /** Files come by their own call; a row that is made here is an address. */
    async create(context, { for_tenant: tenant, ...columns }) {
      const tenantId = scopeForInput(context, null, { tenantId: tenant });
      const key = { tenantId, id: randomUUID() };
      const every = String(columns.read_every ?? "never") as ReadEvery;
      await insertDocument(context, {
        ...columns,
        tenant_id: tenantId,
        id: key.id,
        kind: "address",
        state: "queued",
        latest_version: 0,
        next_reading_at: nextReading(every, context.now),
        created_by: context.actor.kind === "user" ? context.actor.uid : null,
      });
      await enqueueFetch(context, key, { byClock: false });
      return key.id;
    },
    async changed(context, before, after) {
      const key = keyForRow(after);
      if (before.name !== after.name) await reindexDocument(context, key, String(after.name));
      if (after.kind !== "address") return;
      if (before.readEvery !== after.readEvery) {
        const next = nextReading(String(after.readEvery) as ReadEvery, context.now);
        await updateDocument(context, key, { next_reading_at: next });
      }
      if (before.url === after.url) return;
      await updateDocument(context, key, { state: "queued", progress: 0, problem: null });
      await enqueueFetch(context, key, { byClock: false });
    },
  };
}

const readAgain: ActSpec = {
  label: "Read now",
  done: "Queued.",
  isMain: true,
  when: { field: "status", values: ["failed", "cancelled", "searchable", "expired"] },
  run: async (context, row) => {
    const key = keyForRow(row);
    const document = await findDocument(context, key, true);
    if (!document) return undefined;
    await updateDocument(context, key, { state: "queued", progress: 0, problem: null });
    if (document.kind === "address") await enqueueFetch(context, key, { byClock: false });
    else await enqueueReading(context, key, document.latest_version);
    return undefined;
  },
};

const cancel: ActSpec = {
  label: "Cancel reading",
  done: "Cancelled.",
  when: { field: "status", values: ["queued", "reading"] },
  run: async (context, row) => {
    const key = keyForRow(row);
    const document = await findDocument(context, key, true);
    if (document?.state !== "queued" && document?.state !== "reading") {
      throw new AppError("conflict", "It has already been read.");
    }
    await updateDocument(context, key, { state: "cancelled", progress: 0 });
    return document.found_version === null ? undefined : "Cancelled. The version before can still be found.";
  },
};

const archive: ActSpec = {
  label: "Archive",
  done: "Archived. Its passages are no longer found.",
  isDestructive: true,
  question: "Its passages are no longer found. It can be restored.",
  when: { field: "status", values: ["queued", "reading", "searchable", "failed", "cancelled", "expired"] },
  run: async (context: Context, row) => {
    const key = keyForRow(row);
    const document = await findDocument(context, key, true);
    const isOpen = document?.state === "queued" || document?.state === "reading";
    await updateDocument(context, key, {
      status: "archived",
      next_reading_at: null,
      ...(isOpen && { state: "cancelled", progress: 0 }),
    });
    return undefined;
  },
};

const restore: ActSpec = {
  label: "Restore",
  done: "Restored. Its passages are found again.",
  isMain: true,
  when: { field: "status", values: ["archived"] },
  run: async (context, row) => {
    const key = keyForRow(row);
    const document = await findDocument(context, key, true);
    if (!document) return undefined;
    const next = document.kind === "address" ? nextReading(document.read_every, context.now) : null;
    await updateDocument(context, key, { status: "active", next_reading_at: next });
    if (document.found_version !== null) return undefined;
    return "Restored. Choose Read now to have it read.";
  },
};
