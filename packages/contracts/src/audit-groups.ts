/** What an entry of the audit log can be filtered by, in words. */
export const auditGroups = {
  "sign-ins": "Sign-ins",
  accounts: "Passwords and accounts",
  users: "Users",
  impersonation: "Impersonation",
  tenants: "Tenants",
  access: "Platform access",
  exports: "Exports and downloads",
  reports: "Reports and dashboards",
  connections: "Connections and imports",
  clients: "Delivery clients",
  links: "Public links",
  requests: "Access requests",
  "service-accounts": "Service accounts",
  jobs: "Jobs and emails",
  announcements: "Announcements",
  webhooks: "Webhooks",
  settings: "Settings",
  operations: "Health and operations",
  logs: "Platform logs",
  audit: "Audit log",
} as const;
export type AuditGroup = keyof typeof auditGroups;
