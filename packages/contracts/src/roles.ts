/** Every role that a person can have. */
export const roleNames = { superadmin: "Superadmin", admin: "Admin", manager: "Manager", user: "User" } as const;
export type RoleName = keyof typeof roleNames;

const platformRoles = new Set(["admin", "superadmin"]);

/** Whether a role runs the platform; any other role belongs to a tenant. */
export function isPlatformRole(role: string | null): boolean {
  return role !== null && platformRoles.has(role);
}
