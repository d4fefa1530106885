/** Every act that the server asks a permission for. */
export const permissions = [
  "account.own",
  "events.read",
  "metrics.read",
  "outbox.read",
  "platform.read",
  "reports.read",
  "reports.share",
  "sources.import",
  "sources.manage",
  "sources.read",
  "tenant.read",
] as const;

export type Permission = (typeof permissions)[number];

const platformRoles = new Set(["admin", "superadmin"]);

/** Whether a role runs the platform; any other role belongs to a tenant. */
export function isPlatformRole(role: string | null): boolean {
  return role !== null && platformRoles.has(role);
}

const ofEveryTenantRole: Permission[] = ["account.own", "events.read", "metrics.read", "reports.read", "tenant.read"];
/** The role of those who look after a tenant: what they arrange, its other users see too. */
const managerRole = "manager";
const ofManagers: Permission[] = ["reports.share", "sources.import", "sources.read"];

/** What a role may do: platform roles everything, any other role what is its own; without a role only the account. */
export function permissionsOf(role: string | null): ReadonlySet<Permission> {
  if (role === null) return new Set<Permission>(["account.own"]);
  if (isPlatformRole(role)) return new Set<Permission>(permissions);
  return new Set<Permission>(role === managerRole ? [...ofEveryTenantRole, ...ofManagers] : ofEveryTenantRole);
}
