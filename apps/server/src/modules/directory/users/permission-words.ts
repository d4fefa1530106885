import type { RolePermission } from "@console/contracts";

/** What each permission lets someone do, and the area that it belongs to. */
export const permissionWords: Readonly<Record<RolePermission, { area: string; words: string }>> = {
  "account.own": { area: "Own account", words: "Manage your own account, password and sessions" },
  "events.read": { area: "Own account", words: "See pages update live" },
  "tenant.read": { area: "Reports", words: "Read data of your own tenant" },
  "metrics.read": { area: "Reports", words: "Read figures and the rows behind them" },
  "assistant.ask": { area: "Reports", words: "Ask questions about figures" },
  "reports.read": { area: "Reports", words: "Open reports, save views and export" },
  "reports.share": {
    area: "Reports",
    words: "Share views, arrange the dashboard and add day notes for the whole tenant",
  },
  "sources.read": { area: "Sources", words: "See how the sources of the tenant are doing" },
  "sources.import": { area: "Sources", words: "Import files" },
  "sources.manage": { area: "Sources", words: "Connect, edit and remove sources of any tenant" },
  "users.read": { area: "People", words: "See users and their permissions" },
  "users.manage": { area: "People", words: "Invite, edit, lock and remove users" },
  "invitations.show": { area: "People", words: "Show invitation links" },
  "users.impersonate": { area: "People", words: "See what a user sees for 15 minutes. The user is notified" },
  "admins.manage": { area: "People", words: "Create and edit platform admins" },
  "audit.read": { area: "Audit log", words: "Read who did what and when" },
  "tenants.manage": { area: "Tenants", words: "Create, edit, suspend and archive tenants" },
  "tenants.remove": { area: "Tenants", words: "Delete tenants permanently" },
  "links.manage": { area: "Tenants", words: "Create and revoke public links to delivery reports" },
  "requests.manage": { area: "Tenants", words: "Decide on requests for access" },
  "platform.read": { area: "Platform", words: "View every tenant. Each view is logged" },
  "outbox.read": { area: "Platform", words: "Read the emails that the product sends" },
  "announcements.manage": { area: "Platform", words: "Announce something to everyone, to roles or to tenants" },
  "settings.manage": { area: "Platform", words: "Change settings of the platform" },
  "services.manage": { area: "Platform", words: "Create and revoke service accounts and their keys" },
  "settings.guarded": { area: "Platform", words: "Change security settings" },
};
