/** One URL of the web app. A page is left out of search engines and of web analytics unless it says otherwise. */
export type Page = {
  /** Braces name a changing part, also inside a segment: `/manage-{product}`. */
  path: `/${string}`;
  title: string;
  /** For search engines and for visitors without scripts. */
  description?: string;
  /** Its address may hold a secret, so that nothing of it is passed on. */
  isSecret?: true;
  /** Other pages may frame it, where someone has allowed them to. */
  isFramed?: true;
  isIndexed?: true;
  isMeasured?: true;
};

/** Every URL of the web app; the server answers any other with 404. */
export const pages: readonly Page[] = [
  {
    path: "/",
    title: "Reports and administration for every organisation you serve",
    description:
      "One console for deliveries, warehouses, branches, documents and the ledger, " +
      "with every figure open down to the rows behind it.",
    isIndexed: true,
    isMeasured: true,
  },
  { path: "/login", title: "Sign in", isMeasured: true },
  { path: "/signup", title: "Request access", isMeasured: true },
  { path: "/thank-you", title: "Thank you", isMeasured: true },
  { path: "/privacy", title: "Privacy", isIndexed: true, isMeasured: true },
  { path: "/terms", title: "Terms", isIndexed: true, isMeasured: true },
  { path: "/forgot-password", title: "Forgot your password", isMeasured: true },
  { path: "/reset-password", title: "New password", isSecret: true },
  { path: "/embedded/tookan-report", title: "Delivery report", isSecret: true, isFramed: true },
  { path: "/laiqkan/{tookan_id}", title: "Delivery report", isSecret: true, isFramed: true },
  { path: "/admin", title: "Dashboard" },
  { path: "/admin/tenants", title: "Tenants" },
  { path: "/admin/users", title: "Users" },
  { path: "/admin/links", title: "Public links" },
  { path: "/admin/report-requests", title: "Report requests" },
  { path: "/admin/feedback/{tenantId}", title: "Feedback" },
  { path: "/admin/announcements", title: "Announcements" },
  { path: "/admin/ollama-chat", title: "Assistant" },
  { path: "/admin/{product}-training", title: "Training" },
  { path: "/admin/manage-{product}", title: "Models" },
  { path: "/admin/service-accounts", title: "Service accounts" },
  { path: "/admin/global-settings", title: "Settings" },
  { path: "/admin/audit", title: "Audit" },
  { path: "/admin/system-health", title: "System health" },
  { path: "/admin/jobs", title: "Jobs" },
  { path: "/admin/schedules", title: "Scheduled jobs" },
  { path: "/admin/outbox", title: "Outbox" },
  { path: "/admin/webhooks", title: "Webhooks" },
  { path: "/admin/maintenance", title: "Maintenance" },
  { path: "/admin/platform-logs", title: "Platform logs" },
  { path: "/admin/sources/tookan/monitor", title: "Delivery monitor" },
  { path: "/admin/sources/genesis/management", title: "Genesis management" },
  { path: "/admin/sources/warehouse/management", title: "Warehouse management" },
  { path: "/admin/sources/docman/management", title: "Document management" },
  { path: "/admin/jungleworks-clients", title: "Delivery clients" },
  { path: "/admin/profile", title: "Profile" },
  { path: "/tenant", title: "Home" },
  { path: "/tenant/profile", title: "Profile" },
  { path: "/tenant/sources", title: "Sources" },
  { path: "/tenant/users", title: "Users" },
  { path: "/tenant/feedback", title: "Feedback" },
  { path: "/tenant/training", title: "Training" },
  { path: "/tenant/audit", title: "Audit" },
  { path: "/tenant/status", title: "Status" },
  { path: "/tenant/{tenantId}/dashboard", title: "Dashboard" },
  { path: "/tenant/tookan-report", title: "Delivery report" },
  { path: "/tenant/reports", title: "Reports" },
  { path: "/tenant/reports/{report}", title: "Report" },
  { path: "/tenant/genesis-report", title: "Sales report" },
  { path: "/tenant/warehouse-report", title: "Warehouse report" },
  { path: "/tenant/branch-report", title: "Branch report" },
  { path: "/tenant/docman-report", title: "Document report" },
  { path: "/tenant/ledger", title: "Ledger" },
  { path: "/tenant/orders/{reference}", title: "Order" },
  { path: "/tenant/shared-chats/{share}", title: "Shared conversation" },
  { path: "/tenant/my-{product}", title: "My figures" },
];

const patterns = pages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The page that a path shows, or null when there is none; with a product given, `{product}` stands for it alone. */
export function findPage(pathname: string, product?: string): Page | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  const match = patterns.find(({ pattern }) => pattern.test(path))?.page ?? null;
  const isOther =
    product !== undefined && match?.path.includes("{product}") && match.path.replace("{product}", product) !== path;
  return isOther ? null : match;
}
