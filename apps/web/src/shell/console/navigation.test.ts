import { findPage } from "@console/contracts/pages";
import { expect, test } from "vitest";
import { navigationFor } from "./navigation.ts";

const tenant = { id: "t1", name: "Acme", source: null };
const productSlug = "assistant";
const listPaths = (reader: Parameters<typeof navigationFor>[0]) =>
  navigationFor(reader).groups.flatMap(({ items }) => items.map(({ path }) => path));

test.each([
  ["admin", []],
  ["superadmin", ["/admin/service-accounts"]],
])("a %s sees the pages of the platform that are theirs and none of a tenant", (role, own) => {
  const reader = { role, tenant: { ...tenant, aiq_type: "Tookan" }, productSlug };
  expect(listPaths(reader)).toEqual([
    "/admin",
    "/admin/ollama-chat",
    "/admin/tenants",
    "/admin/users",
    "/admin/report-requests",
    "/admin/feedback/all",
    "/admin/links",
    "/admin/announcements",
    "/admin/assistant-training",
    "/admin/manage-assistant",
    ...own,
    "/admin/global-settings",
    "/admin/audit",
    "/admin/system-health",
    "/admin/platform-logs",
    "/admin/jobs",
    "/admin/schedules",
    "/admin/outbox",
    "/admin/webhooks",
    "/admin/maintenance",
    "/admin/sources/tookan/monitor",
    "/admin/sources/genesis/management",
    "/admin/sources/warehouse/management",
    "/admin/sources/docman/management",
    "/admin/jungleworks-clients",
    "/admin/profile",
  ]);
  expect(navigationFor(reader)).toMatchObject({ isPlatform: true, home: "/admin", profilePath: "/admin/profile" });
});

test.each([
  ["Tookan", "/tenant/tookan-report"],
  ["Warehouse", "/tenant/warehouse-report"],
  ["Genesis", "/tenant/branch-report"],
  ["Docman", "/tenant/docman-report"],
])("a user of a tenant with %s starts at its report and sees it beside what every tenant has", (aiqType, report) => {
  const reader = { role: "viewer", tenant: { ...tenant, aiq_type: aiqType }, productSlug };
  expect(listPaths(reader)).toEqual([
    "/tenant/t1/dashboard",
    "/tenant/my-assistant",
    "/tenant/reports",
    report,
    "/tenant/ledger",
    "/tenant/status",
    "/tenant/profile",
  ]);
  expect(navigationFor(reader)).toMatchObject({ isPlatform: false, home: report, profilePath: "/tenant/profile" });
});

test("a manager also sees what a tenant's own managers look after", () => {
  const reader = { role: "manager", tenant: { ...tenant, aiq_type: "Tookan" }, productSlug };
  expect(listPaths(reader)).toEqual([
    "/tenant/t1/dashboard",
    "/tenant/my-assistant",
    "/tenant/reports",
    "/tenant/tookan-report",
    "/tenant/ledger",
    "/tenant/sources",
    "/tenant/users",
    "/tenant/feedback",
    "/tenant/training",
    "/tenant/audit",
    "/tenant/status",
    "/tenant/profile",
  ]);
});

test("with a source that has no report of its own, the dashboard and the catalogue are there all the same", () => {
  const reader = { role: "viewer", tenant: { ...tenant, aiq_type: "Other" }, productSlug };
  expect(listPaths(reader).slice(0, 3)).toEqual(["/tenant/t1/dashboard", "/tenant/my-assistant", "/tenant/reports"]);
});

test("without a tenant there is no dashboard and no report of one's own", () => {
  const paths = ["/tenant/my-assistant", "/tenant/reports", "/tenant/status", "/tenant/profile"];
  expect(listPaths({ role: null, tenant: null, productSlug })).toEqual(paths);
});

test("every place is a page and is called by its title", () => {
  const readers = [
    { role: "superadmin", tenant: null, productSlug },
    { role: "viewer", tenant: { ...tenant, aiq_type: "Genesis" }, productSlug },
  ];
  for (const { path, label } of readers.flatMap((reader) => navigationFor(reader).groups.flatMap((g) => g.items))) {
    expect([path, label]).toEqual([path, findPage(path)?.title]);
  }
});
