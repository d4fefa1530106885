import { isPlatformRole } from "./roles.ts";

/** Every act that a role may be allowed. */
export const permissions = [
  "account.own",
  "admins.manage",
  "announcements.manage",
  "assistant.ask",
  "assistant.chat",
  "audit.read",
  "conversations.open",
  "events.read",
  "feedback.answer",
  "feedback.read",
  "health.manage",
  "invitations.show",
  "jobs.manage",
  "jobs.read",
  "ledger.approve",
  "ledger.close",
  "ledger.manage",
  "ledger.post",
  "ledger.read",
  "ledger.reverse",
  "limits.manage",
  "links.manage",
  "logs.raw",
  "logs.read",
  "metrics.read",
  "models.manage",
  "outbox.manage",
  "outbox.read",
  "platform.read",
  "reports.read",
  "reports.share",
  "requests.manage",
  "services.manage",
  "settings.guarded",
  "settings.manage",
  "sources.import",
  "sources.manage",
  "sources.read",
  "tenant.read",
  "tenants.manage",
  "tenants.remove",
  "training.manage",
  "users.impersonate",
  "users.manage",
  "users.read",
] as const;

export type RolePermission = (typeof permissions)[number];

/** Every act that the server asks a permission for. `embed.read` comes with the token of an embedded report and no role. */
export type Permission = RolePermission | "embed.read";

const ofEveryTenantRole: Permission[] = [
  ...(["account.own", "assistant.ask", "assistant.chat", "events.read", "ledger.read", "metrics.read"] as const),
  ...(["reports.read", "tenant.read"] as const),
];
/** The role of those who keep the ledger of a tenant. */
const accountantRole = "accountant";
const ofAccountants: Permission[] = ["ledger.approve", "ledger.close", "ledger.post", "ledger.reverse"];
/** The role of those who look after a tenant: what they arrange, its other users see too. */
const managerRole = "manager";
const ofManagers: Permission[] = [
  ...ofAccountants,
  "audit.read",
  "feedback.answer",
  "feedback.read",
  "ledger.manage",
  "reports.share",
  "sources.import",
  "sources.read",
  "training.manage",
  "users.manage",
  "users.read",
];
/**
 * What only a superadmin may do: make other admins, let programs in, change what guards the platform, read the details of
 * log lines, remove a tenant for good, open a private conversation for a reason.
 */
const ofSuperadmins: ReadonlySet<Permission> = new Set([
  "admins.manage",
  "conversations.open",
  "logs.raw",
  "services.manage",
  "settings.guarded",
  "tenants.remove",
]);

/** What a role may do: superadmins everything, admins nearly so, any other role what is its own. */
export function permissionsForRole(role: string | null): ReadonlySet<Permission> {
  if (role === null) return new Set<Permission>(["account.own"]);
  if (role === "superadmin") return new Set<Permission>(permissions);
  if (isPlatformRole(role)) return new Set(permissions.filter((one) => !ofSuperadmins.has(one)));
  if (role === managerRole) return new Set<Permission>([...ofEveryTenantRole, ...ofManagers]);
  return new Set<Permission>(role === accountantRole ? [...ofEveryTenantRole, ...ofAccountants] : ofEveryTenantRole);
}

/** What is left of a role during an impersonation for support: nothing that changes anything. */
const ofViewers: Permission[] = [
  ...(["account.own", "assistant.ask", "audit.read", "events.read", "feedback.read", "ledger.read"] as const),
  ...(["metrics.read", "reports.read", "sources.read", "tenant.read", "users.read"] as const),
];

/** What a role may still do during an impersonation for support. */
export function permissionsForImpersonation(role: string | null): ReadonlySet<Permission> {
  const own = permissionsForRole(role);
  return new Set(ofViewers.filter((one) => own.has(one)));
}
