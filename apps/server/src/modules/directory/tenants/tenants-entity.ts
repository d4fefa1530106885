import { type EntityRow, organisationNameProblem } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { currencyProblem, localeSettings, zoneProblem } from "../locale-settings.ts";
import { peopleRelation } from "../relations.ts";

/** How long a tenant that leaves can still be kept. */
const graceDays = 30;

const kinds = {
  Tookan: "Deliveries (Tookan)",
  Warehouse: "Warehouse",
  Genesis: "Branches (Genesis)",
  Docman: "Documents (Docman)",
  Other: "Other",
};
const plans = { trial: "Trial", standard: "Standard", plus: "Plus" };
const states = { active: "Active", suspended: "Suspended", archived: "Archived", leaving: "Leaving" };
const sources = { tookan: "Tookan", warehouse: "Warehouse", genesis: "Genesis", docman: "Docman" };

/** Words that addresses need for themselves. */
const reserved = new Set(["platform", "new", "all", "none", "rows"]);

/** The tenant of a row. */
const tenantId = sql.ref("r.id");

/** The reports that a tenant can be given, with their titles. */
export type ReportNames = Readonly<Record<string, string>>;

/** What other modules know of a tenant: each gives SQL over its id. */
export type TenantColumns = Readonly<
  Record<"sources" | "health" | "lastDataAt" | "publicLinks", (tenantId: RawBuilder<unknown>) => RawBuilder<unknown>>
>;

type Contributions = { reports: ReportNames; columns: TenantColumns };

function describeFields({ reports, columns }: Contributions): Readonly<Record<string, FieldSpec>> {
  return {
    name: {
      group: "Profile",
      label: "Name",
      type: "text",
      max: 120,
      isRequired: true,
      isSearched: true,
      shown: "list",
      check: organisationNameProblem,
    },
    slug: {
      group: "Profile",
      label: "ID",
      type: "text",
      column: "id",
      edit: "once",
      isRequired: true,
      isSearched: true,
      shown: "list",
      max: 60,
      help: "Lowercase letters, digits and hyphens. Used in URLs. It cannot be changed later.",
      check: slugProblem,
    },
    status: {
      group: "Profile",
      label: "Status",
      type: "choice",
      column: sql`r.state`,
      choices: states,
      edit: "never",
      isFilter: true,
      shown: "list",
    },
    aiqType: {
      group: "Profile",
      label: "Type",
      type: "choice",
      choices: kinds,
      isRequired: true,
      isFilter: true,
      shown: "list",
      help: "Decides which report people see first.",
    },
    people: {
      group: "Users",
      label: "Users",
      type: "count",
      edit: "never",
      shown: "list",
      isNeverEmpty: true,
      column: sql`(select count(*) from users u where u.tenant_id = r.id and u.removed_at is null)`,
    },
    usersOfLimit: {
      group: "Users",
      label: "Users",
      type: "text",
      edit: "never",
      shown: "detail",
      column: sql`jsonb_build_array((select count(*) from users u where u.tenant_id = r.id and u.removed_at is null),
        r.user_limit)`,
      present: (stored) => sayOfLimit(stored),
    },
    userLimit: {
      group: "Users",
      label: "User limit",
      type: "count",
      max: 1_000_000,
      help: "Leave empty for no limit.",
    },
    sources: {
      group: "Data",
      label: "Sources",
      type: "choices",
      choices: sources,
      edit: "never",
      isFilter: true,
      shown: "list",
      column: columns.sources(tenantId),
    },
    health: {
      group: "Data",
      label: "Health",
      type: "choice",
      column: columns.health(tenantId),
      edit: "never",
      isFilter: true,
      shown: "list",
      isSortable: false,
      choices: { healthy: "Healthy", late: "Late", failing: "Failing", paused: "Paused" },
    },
    publicLinks: {
      group: "Data",
      label: "Public links",
      type: "count",
      edit: "never",
      isSortable: false,
      isNeverEmpty: true,
      column: columns.publicLinks(tenantId),
      help: "Links that open a client's delivery report without signing in.",
    },
    lastDataAt: {
      group: "Data",
      label: "Last data",
      type: "instant",
      edit: "never",
      isFilter: true,
      shown: "list",
      column: columns.lastDataAt(tenantId),
    },
    lastLoginAt: {
      group: "Users",
      label: "Last sign-in",
      type: "instant",
      edit: "never",
      isFilter: true,
      shown: "list",
      column: sql`(select max(u.last_login_at) from users u where u.tenant_id = r.id)`,
    },
    plan: {
      group: "Profile",
      label: "Plan",
      type: "choice",
      choices: plans,
      isRequired: true,
      initial: "standard",
      isFilter: true,
    },
    createdAt: { group: "Lifecycle", label: "Created", type: "instant", edit: "never", isFilter: true, shown: "list" },
    timeZone: {
      group: "Region",
      label: "Time zone",
      type: "text",
      isRequired: true,
      initial: async (context) => (await readSettings(context, localeSettings)).timeZone,
      max: 60,
      check: zoneProblem,
      edit: "once",
      help: "For example Asia/Bahrain. It decides when a day begins and ends. A later change shows a plan first.",
    },
    currency: {
      group: "Region",
      label: "Currency",
      type: "text",
      isRequired: true,
      initial: async (context) => (await readSettings(context, localeSettings)).currency,
      max: 3,
      check: currencyProblem,
      edit: "once",
      help: "Three letters, such as BHD. A later change shows a plan first.",
    },
    lateGraceMinutes: { group: "Region", label: "Grace period (minutes)", type: "count", max: 1440, initial: 0 },
    source: {
      group: "Data",
      label: "Public reports",
      type: "choice",
      choices: { laiqkan: "LAIQKAN links" },
      help: "With LAIQKAN links the tenant's own token opens its report.",
    },
    reports: {
      group: "Data",
      label: "Reports",
      type: "choices",
      choices: reports,
      shown: "detail",
      help: "If none is selected, every report that its data allows.",
    },
    reportsGiven: {
      group: "Data",
      label: "Reports",
      type: "text",
      edit: "never",
      shown: "detail",
      column: sql`coalesce(cardinality(r.reports), 0)`,
      present: (stored) => (Number(stored) === 0 ? "All" : `${stored} of ${Object.keys(reports).length}`),
    },
    contact: { group: "Profile", label: "Contact", type: "email", isSearched: true },
    logo: { group: "Profile", label: "Logo", type: "picture", shown: "detail" },
    attributes: {
      group: "Profile",
      label: "Attributes",
      type: "attributes",
      shown: "detail",
      help: "Attributes that all users of the tenant inherit.",
    },
    note: { group: "Profile", label: "Note", type: "lines", max: 2000, shown: "detail" },
    stateReason: { group: "Lifecycle", label: "Status reason", type: "text", edit: "never", shown: "detail" },
    leavesAt: { group: "Lifecycle", label: "Removed on", type: "instant", edit: "never" },
  };
}

/** A number with the most that it may be, such as "12 of 25". */
function sayOfLimit(stored: unknown): string {
  const [count, limit] = stored as [number, number | null];
  return limit === null
    ? count.toLocaleString("en-US")
    : `${count.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")}`;
}

function slugProblem(text: string): string | null {
  if (reserved.has(text)) return "This word is reserved.";
  return /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(text) ? null : "Use lowercase letters, digits and hyphens.";
}

/** Organisations. */
export function tenantsEntity(contributions: Contributions): Entity {
  return {
    name: "tenants",
    one: "Tenant",
    many: "Tenants",
    table: "tenants",
    people: peopleRelation,
    title: "name",
    permissions: { read: "platform.read", manage: "tenants.manage" },
    importedBy: "slug",
    fields: describeFields(contributions),
    headline: ["usersOfLimit", "reportsGiven", "lastDataAt"],
    sort: { by: "name", dir: "asc" },
    findTenantId: (row) => String(row.id),
    newId: ({ slug }) => String(slug),
    acts: {
      suspend: {
        label: "Suspend",
        done: "Suspended.",
        isDestructive: true,
        when: { field: "status", values: ["active"] },
        question:
          "Its users cannot sign in, its sources are not synced and its links show nothing until you resume it.",
        fields: { reason: { label: "Reason", type: "text", isRequired: true, max: 300, help: "Shown to its users." } },
        run: (context, row, { reason }) => setState(context, row, "suspended", String(reason)),
      },
      resume: {
        label: "Resume",
        done: "Active again.",
        isMain: true,
        when: { field: "status", values: ["suspended", "archived", "leaving"] },
        run: (context, row) => setState(context, row, "active", null),
      },
      archive: {
        label: "Archive",
        done: "Archived.",
        isDestructive: true,
        when: { field: "status", values: ["active", "suspended"] },
        question: "Its users cannot sign in and nothing is synced. Its data is kept.",
        run: (context, row) => setState(context, row, "archived", null),
      },
      remove: removal,
    },
  };
}

const removal: ActSpec = {
  label: "Delete",
  done: "It will be removed in 30 days.",
  permission: "tenants.remove",
  isDangerous: true,
  isSingle: true,
  when: { field: "status", values: ["active", "suspended", "archived"] },
  question:
    "Its users cannot sign in from now on. In 30 days all its data is deleted permanently; until then you can resume it. Download its archive first.",
  run: async (context, row) => {
    await setState(context, row, "leaving", null);
    const leaves = new Date(context.now.getTime() + graceDays * 86_400_000);
    await context.db.updateTable("tenants").set({ leaves_at: leaves }).where("id", "=", String(row.id)).execute();
    return undefined;
  },
};

async function setState(
  { db, now }: Context,
  row: EntityRow,
  state: string,
  reason: string | null,
): Promise<undefined> {
  await db
    .updateTable("tenants")
    .set((table) => ({
      state,
      state_reason: reason,
      state_since: now,
      updated_at: now,
      version: table("version", "+", 1),
      ...(state === "active" && { leaves_at: null }),
    }))
    .where("id", "=", String(row.id))
    .execute();
}
