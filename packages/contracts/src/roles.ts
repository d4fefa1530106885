const platformRoles = new Set(["admin", "superadmin"]);

/** Whether a role runs the platform; any other role belongs to a tenant. */
export function isPlatformRole(role: string | null): boolean {
  return role !== null && platformRoles.has(role);
}

/** What the roles that people are given are called, from the most to the least. */
export const roleLabels = {
  superadmin: "Superadmin",
  admin: "Admin",
  manager: "Manager",
  accountant: "Accountant",
  user: "User",
} as const;

/** The roles of a tenant's own people. */
export const tenantRoles: ReadonlySet<string> = new Set(
  Object.keys(roleLabels).filter((role) => !platformRoles.has(role)),
);
