import { type AuditGroup, auditGroups, auditPhrases, roleNames } from "@console/contracts";
import { sql } from "kysely";
import {
  describeEntry,
  type EntryToDescribe,
  type FieldLabels,
  namingDetails,
} from "../../platform/audit/describe-entry.ts";
import { auditTable } from "../../platform/audit/entry-store.ts";
import { platformTenant } from "../../platform/context.ts";
import { describeDevice } from "../../platform/describe-device.ts";
import type { Entity } from "../../platform/entities/entity.ts";
import { peopleRelation, personReference, tenantReference, tenantRelation } from "../directory/index.ts";

type Parts = {
  /** What people look after, whose fields the entries name. */
  entities: readonly Pick<Entity, "name" | "fields">[];
  /** What subjects are called that no table holds, such as reports and settings. */
  names: Readonly<Record<string, string>>;
};

type StoredEntry = EntryToDescribe & { who: string };

const roles = {
  ...roleNames,
  support: "Support (impersonating)",
  service: "Service account",
  link: "Visitor of a public link",
  visitor: "Not signed in",
  system: "System",
};

const who = sql`coalesce(u.name, u.email, r.actor_uid, r.details ->> 'service',
  case r.actor_role when 'system' then 'System' when 'link' then 'A visitor' else 'Someone' end)`;

/** The acts of a group, as a value that filters by it. */
const actionGroup = sql`case ${sql.join(
  Object.keys(auditGroups).map(
    (group) => sql`when r.act = any(${listActs(group as AuditGroup)}::text[]) then ${group}`,
  ),
  sql` `,
)} end`;

function listActs(group: AuditGroup): string[] {
  return Object.entries(auditPhrases).flatMap(([act, phrase]) => (phrase.group === group ? [act] : []));
}

/** The ids of people and tenants that the details name. */
const mentionedIds = sql.join(
  namingDetails.flatMap((name) => [
    sql`r.details ->> ${sql.lit(name)}`,
    sql`r.details -> ${sql.lit(name)} ->> 'before'`,
    sql`r.details -> ${sql.lit(name)} ->> 'after'`,
  ]),
);

// A tenant reads of no other tenant by its name.
const mentionedNames = sql`(select jsonb_object_agg(known.id, known.name) from (
  select p.uid as id, coalesce(p.name, p.email) as name from ${peopleRelation} as p where p.uid in (${mentionedIds})
  union all
  select m.id, m.name from ${tenantRelation} as m
    where m.id in (${mentionedIds}) and (r.tenant_id = ${platformTenant} or m.id = r.tenant_id)) known)`;

/** The audit log: each tenant's own for its managers, the platform's for those who run it. It is only read. */
export function auditEntity({ entities, names }: Parts): Entity {
  const labels = new Map<string, FieldLabels>(entities.map(({ name, fields }) => [name, fields]));
  const subjectName = sql`coalesce(sp.name, sp.email, st.name, ${JSON.stringify(names)}::jsonb ->> r.subject,
    r.details ->> 'title')`;
  const entry = sql`jsonb_build_object('act', r.act, 'subject', r.subject, 'name', ${subjectName}, 'tenant', t.name,
    'actor', r.actor_uid, 'who', ${who}, 'details', r.details, 'names', coalesce(${mentionedNames}, '{}'::jsonb))`;
  const describe = (stored: unknown) => {
    const known = stored as StoredEntry;
    return describeEntry(known, labels.get(known.subject.split("/")[0] ?? ""));
  };
  return {
    name: "audit",
    one: "Audit entry",
    many: "Audit entries",
    table: auditTable,
    people: peopleRelation,
    title: "sentence",
    from: sql`${sql.table(auditTable)} as r left join ${peopleRelation} as u on u.uid = r.actor_uid
      left join ${tenantRelation} as t on t.id = coalesce(r.about_tenant, r.tenant_id)
      left join ${peopleRelation} as sp on r.subject like 'users/%' and sp.uid = substr(r.subject, 7)
      left join ${tenantRelation} as st on r.subject like 'tenants/%' and st.id = substr(r.subject, 9)`,
    permissions: { read: "audit.read", manage: "audit.read" },
    isOfTenant: true,
    canCreate: false,
    canChange: false,
    sort: { by: "at", dir: "desc" },
    headline: ["at", "address", "device"],
    fields: {
      sentence: {
        label: "What happened",
        type: "text",
        column: entry,
        edit: "never",
        shown: "list",
        present: (stored) => `${nameActor(stored as StoredEntry)} ${describe(stored).words}`,
      },
      at: { group: "Reference", label: "When", type: "instant", edit: "never", isFilter: true, shown: "list" },
      action: {
        group: "What happened",
        label: "Action",
        type: "choice",
        column: actionGroup,
        choices: auditGroups,
        edit: "never",
        isFilter: true,
      },
      person: {
        group: "What happened",
        label: "Person",
        type: "text",
        column: "actor_uid",
        edit: "never",
        isFilter: true,
        isSearched: true,
        refersTo: personReference(who),
      },
      subject: {
        group: "What happened",
        label: "Subject",
        type: "text",
        column: sql`coalesce(${subjectName}, r.subject)`,
        edit: "never",
        isFilter: true,
        isSearched: true,
      },
      aboutTenant: {
        group: "What happened",
        label: "Tenant",
        type: "text",
        edit: "never",
        isSearched: true,
        isFilter: true,
        shown: "list",
        refersTo: tenantReference(sql`case when r.about_tenant is not null then coalesce(t.name, r.about_tenant) end`),
        // A tenant's own record is about that tenant.
        forcedValue: ({ tenantId }) => (tenantId === platformTenant ? null : tenantId),
      },
      actorRole: {
        group: "What happened",
        label: "Role",
        type: "choice",
        choices: roles,
        edit: "never",
        isFilter: true,
      },
      address: {
        group: "Where from",
        label: "IP address",
        type: "text",
        edit: "never",
        isSearched: true,
        shown: "list",
      },
      device: {
        group: "Where from",
        label: "Device",
        type: "text",
        column: sql`r.user_agent`,
        edit: "never",
        shown: "list",
        present: (stored) => (typeof stored === "string" && stored !== "" ? describeDevice(stored) : null),
      },
      changes: {
        group: "What happened",
        label: "Changes",
        type: "changes",
        column: entry,
        edit: "never",
        shown: "detail",
        present: (stored) => describe(stored).changes,
      },
      facts: {
        group: "What happened",
        label: "Details",
        type: "attributes",
        column: entry,
        edit: "never",
        shown: "detail",
        present: (stored) => describe(stored).facts,
      },
      subjectId: {
        group: "Reference",
        label: "Subject ID",
        type: "text",
        column: "subject",
        edit: "never",
        isSearched: true,
      },
      act: { group: "Reference", label: "Action code", type: "text", edit: "never", isSearched: true, isFilter: true },
      requestId: { group: "Reference", label: "Request ID", type: "text", edit: "never", isSearched: true },
      seq: { group: "Reference", label: "Number", type: "count", edit: "never" },
    },
  };
}

/** Whoever did it, and whom they impersonated then. */
function nameActor({ who: name, details, names }: StoredEntry): string {
  const seenAs = typeof details.seenAs === "string" ? details.seenAs : null;
  return seenAs === null ? name : `${name} (as ${names[seenAs] ?? seenAs})`;
}
