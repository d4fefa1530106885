const platformRoles = new Set(["admin", "superadmin"]);

/** Whether a role runs the platform; any other role belongs to a tenant. */
export function isPlatformRole(role: string | null): boolean {
  return role !== null && platformRoles.has(role);
}
