import { sql } from "kysely";
import { auditTable } from "../../platform/audit/entry-store.ts";
import { platformTenant } from "../../platform/context.ts";
import type { Entity } from "../../platform/entities/entity.ts";
import { peopleRelation, tenantReference, tenantRelation } from "../directory/index.ts";

/** The audit log: each tenant's own for its managers, the platform's for those who run it. It is only read. */
export const auditEntity: Entity = {
  name: "audit",
  one: "Entry",
  many: "Audit",
  table: auditTable,
  people: peopleRelation,
  title: "act",
  from: sql`${sql.table(auditTable)} as r left join ${peopleRelation} as u on u.uid = r.actor_uid
    left join ${tenantRelation} as t on t.id = r.about_tenant`,
  permissions: { read: "audit.read", manage: "audit.read" },
  isOfTenant: true,
  canCreate: false,
  canChange: false,
  sort: { by: "at", dir: "desc" },
  fields: {
    at: { label: "When", type: "instant", edit: "never", isFilter: true, shown: "list" },
    act: { label: "Action", type: "text", edit: "never", isSearched: true, shown: "list" },
    who: {
      label: "Who",
      type: "text",
      column: sql`coalesce(u.name, u.email, r.actor_uid, r.details ->> 'service', r.actor_role)`,
      edit: "never",
      isSearched: true,
      shown: "list",
    },
    actorRole: { label: "Role", type: "text", edit: "never", isFilter: true, shown: "list" },
    subject: { label: "Subject", type: "text", edit: "never", isSearched: true, shown: "list" },
    aboutTenant: {
      label: "Tenant",
      type: "text",
      edit: "never",
      isSearched: true,
      isFilter: true,
      shown: "list",
      refersTo: tenantReference(sql`coalesce(t.name, r.about_tenant)`),
      // A tenant's own record is about that tenant.
      forcedValue: ({ tenantId }) => (tenantId === platformTenant ? null : tenantId),
    },
    address: { label: "From", type: "text", edit: "never", isSearched: true },
    userAgent: { label: "Browser", type: "text", edit: "never" },
    requestId: { label: "Request id", type: "text", edit: "never", isSearched: true },
    details: { label: "Details", type: "lines", column: sql`r.details::text`, edit: "never", shown: "detail" },
    seq: { label: "Number", type: "count", edit: "never" },
  },
};
