/** Every act that the server asks a permission for. */
export const permissions = ["events.read", "outbox.read"] as const;

export type Permission = (typeof permissions)[number];

const platformRoles = new Set(["admin", "superadmin"]);

/** What a role may do: platform roles everything, any other role what belongs to its own tenant. */
export function permissionsOf(role: string): ReadonlySet<Permission> {
  return new Set<Permission>(platformRoles.has(role) ? permissions : ["events.read"]);
}
