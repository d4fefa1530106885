import { sql } from "kysely";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { peopleRelation } from "../relations.ts";
import { countAlike, describeAlike, freeId, requestsAmongPeople } from "./find-alike.ts";
import { requestActs } from "./request-acts.ts";

const readOnly = { edit: "never" } as const;

const toPerson = (column: "assigned_to" | "decided_by") =>
  sql`(select coalesce(u.name, u.email) from users u where u.uid = ${sql.ref(`r.${column}`)})`;

const fields: Readonly<Record<string, FieldSpec>> = {
  company: { group: "Contact", ...readOnly, label: "Company", type: "text", isSearched: true, shown: "list" },
  fullName: { group: "Contact", ...readOnly, label: "Name", type: "text", isSearched: true, shown: "list" },
  email: { group: "Contact", ...readOnly, label: "Email", type: "email", isSearched: true, shown: "list" },
  status: {
    group: "Decision",
    ...readOnly,
    label: "Status",
    type: "choice",
    column: sql`r.state`,
    isFilter: true,
    shown: "list",
    choices: {
      new: "New",
      suspect: "Suspect",
      reviewing: "Reviewing",
      approved: "Approved",
      rejected: "Rejected",
    },
  },
  duplicates: {
    group: "Request",
    ...readOnly,
    label: "Similar requests",
    type: "count",
    column: countAlike,
    isSortable: false,
    shown: "list",
    help: "Other requests, tenants and people with the same domain, address or company.",
  },
  alike: {
    group: "Request",
    ...readOnly,
    label: "In common",
    type: "lines",
    column: describeAlike,
    shown: "detail",
  },
  assignedTo: {
    group: "Decision",
    ...readOnly,
    label: "Assigned to",
    type: "text",
    column: toPerson("assigned_to"),
    shown: "list",
  },
  createdAt: { group: "Request", ...readOnly, label: "Received", type: "instant", isFilter: true, shown: "list" },
  phone: { group: "Contact", ...readOnly, label: "Phone", type: "text", isSearched: true },
  country: { group: "Contact", ...readOnly, label: "Country", type: "text" },
  branches: { group: "Request", ...readOnly, label: "Branches", type: "text" },
  systems: {
    group: "Request",
    ...readOnly,
    label: "Systems",
    type: "choices",
    isFilter: true,
    choices: { delivery: "Deliveries", genesis: "Genesis", warehouse: "Warehouse", documents: "Documents" },
  },
  message: { group: "Request", ...readOnly, label: "Message", type: "lines", shown: "detail" },
  note: { group: "Decision", ...readOnly, label: "Note", type: "lines", shown: "detail" },
  reference: { group: "Request", ...readOnly, label: "Reference", type: "text", isSearched: true },
  decidedAt: { group: "Decision", ...readOnly, label: "Decided", type: "instant", isFilter: true },
  decidedBy: { group: "Decision", ...readOnly, label: "Decided by", type: "text", column: toPerson("decided_by") },
  answer: { group: "Decision", ...readOnly, label: "Answer", type: "lines", shown: "detail" },
  tenant: {
    group: "Decision",
    ...readOnly,
    label: "Tenant",
    type: "text",
    column: sql`(select t.name from tenants t where t.id = r.tenant_id)`,
  },
  freeId: {
    group: "Decision",
    ...readOnly,
    label: "Suggested tenant ID",
    type: "text",
    column: freeId,
    isSortable: false,
    shown: "detail",
  },
};

/** Requests for access. They come from the public form, and are looked after, approved and rejected here. */
export function requestsEntity(tenants: Entity, users: Entity): Entity {
  return {
    name: "requests",
    one: "Request",
    many: "Requests",
    table: "signup_requests",
    people: peopleRelation,
    id: "reference",
    title: "company",
    from: requestsAmongPeople,
    permissions: { read: "requests.manage", manage: "requests.manage" },
    canCreate: false,
    canChange: false,
    fields,
    headline: ["createdAt", "duplicates", "assignedTo"],
    sort: { by: "createdAt", dir: "desc" },
    acts: requestActs(tenants, users),
  };
}
