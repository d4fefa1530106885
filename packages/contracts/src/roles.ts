/** Every role that a person can have, from the most to the least. */
export const roleNames = {
  superadmin: "Superadmin",
  admin: "Admin",
  manager: "Manager",
  accountant: "Accountant",
  user: "User",
} as const;
export type RoleName = keyof typeof roleNames;

const platformRoles = new Set(["admin", "superadmin"]);

/** Whether a role runs the platform; any other role belongs to a tenant. */
export function isPlatformRole(role: string | null): boolean {
  return role !== null && platformRoles.has(role);
}

/** The roles of a tenant's own people. */
export const tenantRoles: ReadonlySet<string> = new Set(
  Object.keys(roleNames).filter((role) => !platformRoles.has(role)),
);
