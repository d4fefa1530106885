import { type EntityRow, isPlatformRole, permissionsForRole, type UserAccess } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { permissionWords } from "./permission-words.ts";

/** The reports of the product by id, and the ids of those that a tenant's people can open. */
export type ReportAvailability = {
  titles: Readonly<Record<string, string>>;
  openIn: (tenantContext: Context) => Promise<ReadonlySet<string>>;
};

const roleWords: Readonly<Record<string, string>> = {
  superadmin: "Runs the platform without limits and can create other admins.",
  admin: "Runs the platform: all tenants, users, sources and settings.",
  manager: "Manages one tenant: its users, files and shared views.",
  accountant: "Keeps the ledger of one tenant, and reads its reports.",
};

type Tenant = {
  id: string;
  name: string;
  state: string;
  reason: string | null;
  kind: string | null;
  reports: readonly string[];
  attributes: Readonly<Record<string, string>>;
};

/** A tenant as far as it decides what its people see. */
export async function findTenantForUser({ db }: Pick<Context, "db">, id: string): Promise<Tenant | null> {
  const row = await db
    .selectFrom("tenants")
    .select(["id", "name", "state", "state_reason", "aiq_type", "reports", "attributes"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    reason: row.state_reason,
    kind: row.aiq_type,
    reports: row.reports ?? [],
    attributes: (row.attributes ?? {}) as Record<string, string>,
  };
}

/** What a user can see and do, and why. */
export function describeAccess(
  row: EntityRow,
  tenant: Tenant | null,
  facts: { titles: ReportAvailability["titles"]; open: ReadonlySet<string>; sources: UserAccess["sources"] },
): UserAccess {
  const role = String(row.role);
  const permissions = permissionsForRole(role);
  const closed = closedWords(row, tenant);
  return {
    role: {
      name: role,
      label: role.slice(0, 1).toUpperCase() + role.slice(1),
      words: roleWords[role] ?? "Reads the reports of one tenant.",
    },
    isOpen: closed === null,
    standing: closed ?? "Can sign in.",
    tenant: tenant && { id: tenant.id, name: tenant.name, state: tenant.state, reason: tenant.reason },
    areas: groupByArea(permissions),
    reports: Object.entries(facts.titles).map(([id, title]) => ({
      id,
      title,
      ...describeReportAccess(id, { row, tenant, closed, open: facts.open }),
    })),
    sources: facts.sources,
    sourceWords: sourceWords(role, permissions.has("sources.read")),
    attributes: attributesInForce(tenant?.attributes ?? {}, (row.attributes ?? {}) as Record<string, string>),
  };
}

function closedWords(row: EntityRow, tenant: Tenant | null): string | null {
  if (row.status === "removed") return "Removed: cannot sign in.";
  if (row.status === "locked") return "Locked: cannot sign in until an admin unlocks the account.";
  if (row.status === "invited") return "Invited: cannot sign in until the invitation is accepted.";
  if (isPlatformRole(String(row.role))) return null;
  if (!tenant) return "Belongs to no tenant and sees nothing.";
  if (tenant.state === "active") return null;
  return `The tenant is ${tenant.state}: its users cannot sign in.${tenant.reason ? ` ${tenant.reason}` : ""}`;
}

function groupByArea(permissions: ReturnType<typeof permissionsForRole>): UserAccess["areas"] {
  const areas = new Map<string, UserAccess["areas"][number]["permissions"]>();
  for (const [name, { area, words }] of Object.entries(permissionWords)) {
    const one = { name: name as keyof typeof permissionWords, words };
    areas.set(area, [...(areas.get(area) ?? []), { ...one, isGiven: permissions.has(one.name) }]);
  }
  return [...areas].map(([area, permissions]) => ({ area, permissions }));
}

type AccountState = { row: EntityRow; tenant: Tenant | null; closed: string | null; open: ReadonlySet<string> };

function describeReportAccess(
  id: string,
  { row, tenant, closed, open }: AccountState,
): { isOpen: boolean; why: string } {
  if (closed !== null) return { isOpen: false, why: closed };
  if (isPlatformRole(String(row.role))) {
    return { isOpen: true, why: "Platform admin: can open it for any tenant, read-only. Each view is logged." };
  }
  const kind = tenant?.kind ?? "no kind";
  if (open.has(id)) {
    const isChosen = (tenant?.reports ?? []).includes(id);
    const basis = `${tenant?.name ?? "The tenant"} (${kind}) has its data, or a source that brings it`;
    return { isOpen: true, why: `${basis}${isChosen ? ", and the report is switched on for it" : ""}.` };
  }
  const isOff = tenant !== null && tenant.reports.length > 0 && !tenant.reports.includes(id);
  return {
    isOpen: false,
    why: isOff
      ? "It is not switched on for the tenant."
      : `The tenant (${kind}) has none of its data, and no source that would bring it.`,
  };
}

function sourceWords(role: string, canRead: boolean): string {
  if (isPlatformRole(role)) return "Manages the sources of every tenant.";
  return canRead ? "Sees the status of these sources and imports files." : "Sees figures of these sources only.";
}

function attributesInForce(
  inherited: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): UserAccess["attributes"] {
  const names = [...new Set([...Object.keys(inherited), ...Object.keys(own)])].sort();
  return names.map((name) => {
    const mine = own[name];
    const theirs = inherited[name] ?? null;
    return mine === undefined
      ? { name, value: theirs ?? "", from: "tenant" as const, insteadOf: null }
      : { name, value: mine, from: "user" as const, insteadOf: theirs };
  });
}
