import type { TenantDocument } from "@console/contracts";
import { findPage } from "@console/contracts/pages";
import {
  type Icon,
  IconAddressBook,
  IconBook2,
  IconBuildingStore,
  IconBuildings,
  IconBuildingWarehouse,
  IconChartBar,
  IconClockPlay,
  IconCpu,
  IconFiles,
  IconFileText,
  IconHeartbeat,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconMessageQuestion,
  IconMessageReport,
  IconMessages,
  IconPlugConnected,
  IconReceipt,
  IconReportAnalytics,
  IconSchool,
  IconSettings,
  IconSpeakerphone,
  IconStack2,
  IconTool,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  IconWorldShare,
} from "@tabler/icons-react";
import { decideNavigation } from "../../lib/auth/navigation.ts";

/** A page, and the entity whose open requests are counted beside its name. */
export type NavigationItem = {
  path: string;
  label: string;
  icon: Icon;
  counts?: "attention" | "feedback" | "report-requests";
};

/** Pages that belong together, by what people do there. */
export type NavigationGroup = { label: string; items: NavigationItem[] };

type Reader = { role: string | null; tenant: TenantDocument | null; productSlug: string };

/** Who may open a place: platform admins, its superadmins, the users of any tenant, those that land there, or its managers. */
type Place = {
  path: string;
  icon: Icon;
  group: string;
  isFor: "platform" | "superadmins" | "tenants" | "landing tenants" | "managers";
  counts?: NavigationItem["counts"];
};

/** A user without a tenant has no dashboard either. */
function dashboardFor(tenant: TenantDocument | null): Place[] {
  if (!tenant) return [];
  return [{ group: "Overview", path: `/tenant/${tenant.id}/dashboard`, icon: IconLayoutDashboard, isFor: "tenants" }];
}

/** Nor has such a user a book. */
function ledgerFor(tenant: TenantDocument | null): Place[] {
  return tenant ? [{ group: "Reports", path: "/tenant/ledger", icon: IconBook2, isFor: "tenants" }] : [];
}

const places = ({ tenant, productSlug }: Reader): Place[] => [
  { group: "Overview", path: "/admin", icon: IconLayoutDashboard, isFor: "platform", counts: "attention" },
  { group: "Overview", path: "/admin/ollama-chat", icon: IconMessages, isFor: "platform" },
  { group: "Administration", path: "/admin/tenants", icon: IconBuildings, isFor: "platform" },
  { group: "Administration", path: "/admin/users", icon: IconUsers, isFor: "platform" },
  {
    group: "Administration",
    path: "/admin/report-requests",
    icon: IconMessageQuestion,
    isFor: "platform",
    counts: "report-requests",
  },
  {
    group: "Administration",
    path: "/admin/feedback/all",
    icon: IconMessageReport,
    isFor: "platform",
    counts: "feedback",
  },
  { group: "Administration", path: "/admin/links", icon: IconWorldShare, isFor: "platform" },
  { group: "Administration", path: "/admin/announcements", icon: IconSpeakerphone, isFor: "platform" },
  { group: "Administration", path: `/admin/${productSlug}-training`, icon: IconSchool, isFor: "platform" },
  { group: "Administration", path: `/admin/manage-${productSlug}`, icon: IconCpu, isFor: "platform" },
  { group: "Administration", path: "/admin/service-accounts", icon: IconKey, isFor: "superadmins" },
  { group: "Administration", path: "/admin/global-settings", icon: IconSettings, isFor: "platform" },
  { group: "Administration", path: "/admin/audit", icon: IconListCheck, isFor: "platform" },
  { group: "Operations", path: "/admin/system-health", icon: IconHeartbeat, isFor: "platform" },
  { group: "Operations", path: "/admin/platform-logs", icon: IconFileText, isFor: "platform" },
  { group: "Operations", path: "/admin/jobs", icon: IconStack2, isFor: "platform" },
  { group: "Operations", path: "/admin/schedules", icon: IconClockPlay, isFor: "platform" },
  { group: "Operations", path: "/admin/outbox", icon: IconMail, isFor: "platform" },
  { group: "Operations", path: "/admin/webhooks", icon: IconWebhook, isFor: "platform" },
  { group: "Operations", path: "/admin/maintenance", icon: IconTool, isFor: "platform" },
  { group: "Sources", path: "/admin/sources/tookan/monitor", icon: IconTruckDelivery, isFor: "platform" },
  { group: "Sources", path: "/admin/sources/genesis/management", icon: IconReceipt, isFor: "platform" },
  { group: "Sources", path: "/admin/sources/warehouse/management", icon: IconBuildingWarehouse, isFor: "platform" },
  { group: "Sources", path: "/admin/sources/docman/management", icon: IconFiles, isFor: "platform" },
  { group: "Sources", path: "/admin/jungleworks-clients", icon: IconAddressBook, isFor: "platform" },
  { group: "Account", path: "/admin/profile", icon: IconUserCircle, isFor: "platform" },
  ...dashboardFor(tenant),
  { group: "Overview", path: `/tenant/my-${productSlug}`, icon: IconChartBar, isFor: "tenants" },
  { group: "Reports", path: "/tenant/reports", icon: IconReportAnalytics, isFor: "tenants" },
  { group: "Reports", path: "/tenant/tookan-report", icon: IconTruckDelivery, isFor: "landing tenants" },
  { group: "Reports", path: "/tenant/warehouse-report", icon: IconBuildingWarehouse, isFor: "landing tenants" },
  { group: "Reports", path: "/tenant/branch-report", icon: IconBuildingStore, isFor: "landing tenants" },
  { group: "Reports", path: "/tenant/docman-report", icon: IconFiles, isFor: "landing tenants" },
  ...ledgerFor(tenant),
  { group: "Administration", path: "/tenant/sources", icon: IconPlugConnected, isFor: "managers" },
  { group: "Administration", path: "/tenant/users", icon: IconUsers, isFor: "managers" },
  { group: "Administration", path: "/tenant/feedback", icon: IconMessageReport, isFor: "managers", counts: "feedback" },
  { group: "Administration", path: "/tenant/training", icon: IconSchool, isFor: "managers" },
  { group: "Administration", path: "/tenant/audit", icon: IconListCheck, isFor: "managers" },
  { group: "Account", path: "/tenant/status", icon: IconHeartbeat, isFor: "tenants" },
  { group: "Account", path: "/tenant/profile", icon: IconUserCircle, isFor: "tenants" },
];

/** Where a reader starts, whether they run the platform, and the pages they may open, each named by its title. */
export function navigationFor(reader: Reader) {
  const isPlatform = landingFor("/", reader) === "/admin";
  const home = isPlatform ? "/admin" : landingFor("/tenant", reader);
  const groups: NavigationGroup[] = [];
  for (const { group: label, path, icon, isFor, counts } of places(reader)) {
    if (!isOpenTo(isFor, { isPlatform, isHome: path === home, role: reader.role })) continue;
    const item = { path, icon, label: findPage(path)?.title ?? path, ...(counts && { counts }) };
    const group = groups.find((other) => other.label === label);
    if (group) group.items.push(item);
    else groups.push({ label, items: [item] });
  }
  return { isPlatform, home, profilePath: isPlatform ? "/admin/profile" : "/tenant/profile", groups };
}

function isOpenTo(
  isFor: Place["isFor"],
  { isPlatform, isHome, role }: { isPlatform: boolean; isHome: boolean; role: string | null },
): boolean {
  if (isFor === "platform") return isPlatform;
  if (isFor === "superadmins") return role === "superadmin";
  if (isPlatform) return false;
  return isFor === "tenants" || (isFor === "managers" ? role === "manager" : isHome);
}

function landingFor(path: string, reader: Reader): string {
  const decision = decideNavigation({ path, isAuthenticated: true, ...reader });
  return decision.go === "redirect" ? decision.to : path;
}
