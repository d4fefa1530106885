import { findPage } from "@console/contracts/pages";
import { expect, test } from "vitest";
import { navigationFor } from "./navigation.ts";

const tenant = { id: "t1", name: "Acme", source: null };
const productSlug = "assistant";
const pathsOf = (reader: Parameters<typeof navigationFor>[0]) =>
  navigationFor(reader).groups.flatMap(({ items }) => items.map(({ path }) => path));

test.each(["admin", "superadmin"])("a %s sees the pages of the platform and none of a tenant", (role) => {
  const reader = { role, tenant: { ...tenant, aiq_type: "Tookan" }, productSlug };
  expect(pathsOf(reader)).toEqual(["/admin", "/admin/profile"]);
  expect(navigationFor(reader)).toMatchObject({ isPlatform: true, home: "/admin", profilePath: "/admin/profile" });
});

test.each([
  ["Tookan", "/tenant/tookan-report"],
  ["Warehouse", "/tenant/warehouse-report"],
  ["Genesis", "/tenant/branch-report"],
  ["Docman", "/tenant/docman-report"],
])("a user of a tenant with %s starts at its report and sees it, the assistant and the profile", (aiqType, report) => {
  const reader = { role: "viewer", tenant: { ...tenant, aiq_type: aiqType }, productSlug };
  expect(pathsOf(reader)).toEqual([report, "/tenant/my-assistant", "/tenant/profile"]);
  expect(navigationFor(reader)).toMatchObject({ isPlatform: false, home: report, profilePath: "/tenant/profile" });
});

test("without a known source only the assistant and the profile are left", () => {
  expect(pathsOf({ role: null, tenant: null, productSlug })).toEqual(["/tenant/my-assistant", "/tenant/profile"]);
});

test("every place is a page and is called by its title", () => {
  const readers = [
    { role: "admin", tenant: null, productSlug },
    { role: "viewer", tenant: { ...tenant, aiq_type: "Genesis" }, productSlug },
  ];
  for (const { path, label } of readers.flatMap((reader) => navigationFor(reader).groups.flatMap((g) => g.items))) {
    expect([path, label]).toEqual([path, findPage(path)?.title]);
  }
});
