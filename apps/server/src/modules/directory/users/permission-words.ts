import type { RolePermission } from "@console/contracts";

/** What each permission lets somebody do, and the area that it belongs to. */
export const permissionWords: Readonly<Record<RolePermission, { area: string; words: string }>> = {
  "account.own": { area: "Own account", words: "Look after the own account, password and sessions" },
  "events.read": { area: "Own account", words: "See pages renew themselves when something changes" },
  "tenant.read": { area: "Reports", words: "Read the facts of the own tenant" },
  "metrics.read": { area: "Reports", words: "Read figures and the rows behind them" },
  "reports.read": { area: "Reports", words: "Open reports, save own views and export" },
  "reports.share": {
    area: "Reports",
    words: "Share views, arrange the dashboard and note days for everybody of the tenant",
  },
  "sources.read": { area: "Sources", words: "See how the sources of the tenant are doing" },
  "sources.import": { area: "Sources", words: "Bring in files" },
  "sources.manage": { area: "Sources", words: "Connect, change and remove sources of any tenant" },
  "users.read": { area: "People", words: "See people and what they may do" },
  "users.manage": { area: "People", words: "Invite, change, lock and remove people" },
  "invitations.show": { area: "People", words: "Show the link of an invitation, to hand it over" },
  "users.impersonate": { area: "People", words: "See for a quarter of an hour what a user sees; the user is told" },
  "admins.manage": { area: "People", words: "Make and change those who run the platform" },
  "audit.read": { area: "Audit log", words: "Read who did what and when" },
  "tenants.manage": { area: "Tenants", words: "Make, change, suspend and archive tenants" },
  "tenants.remove": { area: "Tenants", words: "Remove tenants for good" },
  "links.manage": { area: "Tenants", words: "Open delivery reports to clients by links, and close them" },
  "requests.manage": { area: "Tenants", words: "Decide on requests for access" },
  "platform.read": { area: "Platform", words: "Look into every tenant; each look is noted" },
  "outbox.read": { area: "Platform", words: "Read the mails that the product sends" },
  "settings.manage": { area: "Platform", words: "Change settings of the platform" },
  "services.manage": { area: "Platform", words: "Make and revoke service accounts, and their keys" },
  "settings.guarded": { area: "Platform", words: "Change the settings that guard the platform" },
};
