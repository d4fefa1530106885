import { afterEach, expect, test } from "vitest";
import { changeAuth } from "./auth/auth-state.ts";
import { accessedTenant, withAccessedTenant } from "./platform-access.ts";

afterEach(() => {
  changeAuth({ role: null });
  history.replaceState(null, "", "/");
});

function open(address: string, role: string | null): void {
  history.replaceState(null, "", address);
  changeAuth({ role });
}

test.each([
  ["/tenant/tookan-report?tenant=north", "north"],
  ["/tenant/north/dashboard", "north"],
  ["/tenant/north%20east/dashboard/", "north east"],
  ["/tenant/north/dashboard?tenant=south", "north"],
  ["/tenant/tookan-report", null],
])("on %s platform admins look into %s", (address, tenant) => {
  open(address, "admin");
  expect(accessedTenant()).toBe(tenant);
});

test.each(["manager", "user", null])(
  "whoever has the role %s looks into no other tenant, whatever the address says",
  (role) => {
    for (const address of ["/tenant/tookan-report?tenant=north", "/tenant/north/dashboard"]) {
      open(address, role);
      expect(accessedTenant()).toBeNull();
    }
  },
);

test("links stay with the tenant that is looked at", () => {
  open("/tenant/tookan-report?tenant=north", "admin");
  expect(withAccessedTenant({ period: "today" })).toEqual({ period: "today", tenant: "north" });
  open("/tenant/tookan-report?tenant=north", "manager");
  expect(withAccessedTenant({ period: "today" })).toEqual({ period: "today" });
});
