import { personNameProblem, roleLabels } from "@console/contracts";
import { sql } from "kysely";
import { requirePerson } from "../../../platform/context.ts";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import type { AccountAdmin } from "../account-admin.ts";
import { peopleRelation, personName } from "../relations.ts";
import { tenantReference } from "../tenant-reference.ts";
import { invitePerson } from "./invite-person.ts";
import { userActs } from "./user-acts.ts";
import { keepSuperadmin, requireBelow, requireGiven, rightsOverPerson } from "./user-rules.ts";

const fields = (accountAdmin: AccountAdmin): Readonly<Record<string, FieldSpec>> => ({
  name: {
    group: "Profile",
    label: "Name",
    type: "text",
    max: 120,
    isSearched: true,
    shown: "list",
    check: personNameProblem,
  },
  email: {
    group: "Profile",
    label: "Email",
    type: "email",
    isRequired: true,
    isSearched: true,
    shown: "list",
    edit: "once",
  },
  role: {
    group: "Access",
    label: "Role",
    type: "choice",
    choices: roleLabels,
    isRequired: true,
    initial: "user",
    isFilter: true,
    shown: "list",
  },
  tenantId: {
    group: "Access",
    label: "Tenant",
    type: "text",
    max: 128,
    refersTo: tenantReference(),
    shown: "list",
    isFilter: true,
    isSearched: true,
    help: "Empty for platform admins.",
    forcedValue: ({ permissions, tenantId }) => (permissions.has("tenants.manage") ? null : tenantId),
  },
  status: {
    group: "Access",
    label: "Status",
    type: "choice",
    edit: "never",
    isFilter: true,
    shown: "list",
    choices: { active: "Active", invited: "Invited", locked: "Locked", removed: "Removed" },
  },
  lastLoginAt: {
    group: "Activity",
    label: "Last sign-in",
    type: "instant",
    edit: "never",
    isFilter: true,
    shown: "list",
  },
  phone: { group: "Profile", label: "Phone", type: "text", max: 20, isSearched: true, check: phoneProblem },
  createdAt: { group: "Activity", label: "Created", type: "instant", edit: "never", isFilter: true },
  invitedAt: { group: "Activity", label: "Invited", type: "instant", edit: "never" },
  invitationEndsAt: {
    group: "Activity",
    label: "Invitation ends",
    type: "instant",
    edit: "never",
    isSortable: false,
    column: sql`case when r.status = 'invited' then r.invitation_ends_at end`,
  },
  invitedBy: {
    group: "Activity",
    label: "Invited by",
    type: "text",
    column: personName(sql.ref("r.invited_by")),
    edit: "never",
    isSortable: false,
  },
  openSessions: {
    group: "Access",
    label: "Open sessions",
    type: "count",
    edit: "never",
    isSortable: false,
    column: accountAdmin.countOpenSessions(sql.ref("r.uid")),
  },
  attributes: {
    group: "Profile",
    label: "Attributes",
    type: "attributes",
    shown: "detail",
    help: "They override those of the tenant.",
  },
});

function phoneProblem(text: string): string | null {
  return /^\+[1-9]\d{6,14}$/.test(text) ? null : "Enter a phone number with its country code, such as +9715012345678.";
}

/** The people who use the console. Managers look after those of their own tenant. */
export function usersEntity(accountAdmin: AccountAdmin): Entity {
  return {
    name: "users",
    one: "User",
    many: "Users",
    table: "users",
    people: peopleRelation,
    id: "uid",
    title: "email",
    heading: "name",
    from: sql`users as r left join tenants as t on t.id = r.tenant_id`,
    searchColumns: { text: "search_text", parts: "search_parts" },
    permissions: { read: "users.read", manage: "users.manage" },
    importedBy: "email",
    fields: fields(accountAdmin),
    headline: ["role", "tenantId", "lastLoginAt"],
    rights: rightsOverPerson,
    sort: { by: "createdAt", dir: "desc" },
    scope: (context) =>
      context.permissions.has("tenants.manage") ? null : sql<boolean>`r.tenant_id = ${context.tenantId}`,
    findTenantId: (row) => (typeof row.tenantId === "string" ? row.tenantId : null),
    async check(context, before, input) {
      // Whoever could rename or tag someone of a higher role could pass for them.
      if (before && before.id !== requirePerson(context)) requireBelow(context, before);
      const ranked = "role" in input || "tenantId" in input || before === null;
      if (before && ("role" in input || "tenantId" in input)) {
        requireBelow(context, before);
        if ("role" in input) await keepSuperadmin(context, before);
      }
      if (ranked) await requireGiven(context, before, input);
    },
    create: async (context, columns) => {
      const { email, role, tenant_id, name } = columns;
      return invitePerson(context, accountAdmin, {
        email: String(email),
        role: String(role),
        tenantId: tenant_id ? String(tenant_id) : null,
        name: name ? String(name) : null,
      });
    },
    async changed(context, before, after) {
      // What someone may do has changed: nothing of what was open goes on with it.
      if (before.role !== after.role || before.tenantId !== after.tenantId)
        await accountAdmin.endSessions(context, String(after.id));
    },
    acts: userActs(accountAdmin),
  };
}
