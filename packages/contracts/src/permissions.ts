/** Every act that the server asks a permission for. */
export const permissions = [
  "account.own",
  "events.read",
  "metrics.read",
  "outbox.read",
  "platform.read",
  "reports.read",
  "tenant.read",
] as const;

export type Permission = (typeof permissions)[number];

const platformRoles = new Set(["admin", "superadmin"]);

/** Whether a role runs the platform; any other role belongs to a tenant. */
export function isPlatformRole(role: string | null): boolean {
  return role !== null && platformRoles.has(role);
}

/** What a role may do: platform roles everything, any other role what is its own; without a role only the account. */
export function permissionsOf(role: string | null): ReadonlySet<Permission> {
  if (role === null) return new Set<Permission>(["account.own"]);
  return new Set<Permission>(
    isPlatformRole(role) ? permissions : ["account.own", "events.read", "metrics.read", "reports.read", "tenant.read"],
  );
}
