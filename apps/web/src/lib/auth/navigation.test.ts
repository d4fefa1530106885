import { describe, expect, test } from "vitest";
import { decideNavigation, entersFramedPage, leadsIntoConsole, leavesFramedPage, safeNext } from "./navigation.ts";

const makeTenant = (aiq_type: string | null) => ({ id: "t1", name: "T1", source: null, aiq_type });
const user = (aiq_type: string | null) => ({ isAuthenticated: true, role: "user", tenant: makeTenant(aiq_type) });

/** Who visits, where / leads them, and where /tenant leads them. */
const people = {
  visitor: { isAuthenticated: false, role: null, tenant: null },
  admin: { isAuthenticated: true, role: "admin", tenant: null },
  superadmin: { isAuthenticated: true, role: "superadmin", tenant: null },
  "Tookan user": user("Tookan"),
  "Warehouse user": user("Warehouse"),
  "Genesis user": user("Genesis"),
  "Docman user": user("Docman"),
  "user of another type": user("Ledgers"),
  "user of a tenant without a type": user(null),
  "user without a tenant": { isAuthenticated: true, role: "user", tenant: null },
  "user without a role": { isAuthenticated: true, role: null, tenant: null },
};
type Person = keyof typeof people;

const names = Object.keys(people) as Person[];
const signedIn = names.filter((name) => name !== "visitor");

function decide(name: Person, path: string, more: { next?: string } = {}) {
  const decision = decideNavigation({ ...people[name], path, productSlug: "aiq", ...more });
  return decision.go === "stay" ? "stay" : decision.to;
}

const openPaths = ["/forgot-password", "/reset-password", "/embedded/tookan-report", "/laiqkan/42"];
const consolePaths = [
  "/admin",
  "/admin/profile",
  "/admin/feedback/t1",
  "/tenant",
  "/tenant/profile",
  "/tenant/ledger",
  "/tenant/t1/dashboard",
  "/tenant/my-aiq",
];
const unknownPaths = ["/no-such-page", "/administration", "/tenants", "/laiqkan", "/laiqkan/42/more", "/embedded"];

describe.each(names)("%s", (name) => {
  test.each([...openPaths, "/laiqkan/42/"])("stays on %s, which asks for no sign-in", (path) => {
    expect(decide(name, path)).toBe("stay");
  });
});

describe("a visitor", () => {
  test.each(["/", "/thank-you", "/signup", "/privacy", "/terms", "/login"])("stays on %s", (path) => {
    expect(decide("visitor", path)).toBe("stay");
  });

  test.each(consolePaths)("is sent from %s to the first page, and the way is worth remembering", (path) => {
    expect(decide("visitor", path)).toBe("/");
    expect(leadsIntoConsole(path)).toBe(true);
  });

  test.each(unknownPaths)("is sent from %s to the first page", (path) => {
    expect(decide("visitor", path)).toBe("/");
    expect(leadsIntoConsole(path)).toBe(false);
  });
});

describe.each(signedIn)("%s, signed in,", (name) => {
  const home = name === "admin" || name === "superadmin" ? "/admin" : "/tenant";

  test.each(["/", "/login", "/login/", "/LOGIN"])("is sent from %s to the console", (path) => {
    expect(decide(name, path)).toBe(home);
  });

  test("is sent from /login to where they wanted to go, if that is a page of ours", () => {
    expect(decide(name, "/login", { next: `${home}/profile?tab=2` })).toBe(`${home}/profile?tab=2`);
    expect(decide(name, "/login", { next: "//evil.example" })).toBe(home);
  });

  test("is sent home instead of to a page that only others may open", () => {
    const next = home === "/admin" ? "/tenant/users" : "/ADMIN?tab=2";
    expect(decide(name, "/login", { next })).toBe(home);
    const forSuperadmins = "/admin/service-accounts";
    expect(decide(name, "/login", { next: forSuperadmins })).toBe(name === "superadmin" ? forSuperadmins : home);
  });

  test.each(consolePaths.filter((path) => path !== "/tenant"))("stays on %s, whatever the role", (path) => {
    expect(decide(name, path)).toBe("stay");
  });

  test.each([...unknownPaths, "/thank-you", "/privacy", "/terms", "/signup"])("stays on %s", (path) => {
    expect(decide(name, path)).toBe("stay");
  });
});

test.each<[Person, string]>([
  ["Tookan user", "/tenant/tookan-report"],
  ["Warehouse user", "/tenant/warehouse-report"],
  ["Genesis user", "/tenant/branch-report"],
  ["Docman user", "/tenant/docman-report"],
  ["user of another type", "/tenant/my-aiq"],
  ["user of a tenant without a type", "/tenant/my-aiq"],
  ["user without a tenant", "/tenant/my-aiq"],
  ["user without a role", "/tenant/my-aiq"],
  ["admin", "/tenant/my-aiq"],
  ["superadmin", "/tenant/my-aiq"],
])("/tenant sends %s to %s", (name, landing) => {
  expect([decide(name, "/tenant"), decide(name, "/tenant/")]).toEqual([landing, landing]);
});

test("the embedded reports are left for any other page, not for one of their own", () => {
  expect(leavesFramedPage("/laiqkan/42", "/tenant")).toBe(true);
  expect(leavesFramedPage("/laiqkan/42", "/laiqkan/43")).toBe(false);
  expect(leavesFramedPage("/tenant", "/admin")).toBe(false);
  expect(leavesFramedPage(null, "/tenant")).toBe(false);
  expect(leavesFramedPage("/embedded/tookan-report", "/login")).toBe(true);
  expect(leavesFramedPage("/embedded/tookan-report", "/laiqkan/42")).toBe(false);
});

test("an embedded report begins with a document of its own, also when it comes after another", () => {
  expect(entersFramedPage("/tenant", "/laiqkan/42")).toBe(true);
  expect(entersFramedPage("/laiqkan/42", "/laiqkan/43")).toBe(true);
  expect(entersFramedPage("/laiqkan/42", "/embedded/tookan-report")).toBe(true);
  expect(entersFramedPage("/laiqkan/42", "/laiqkan/42")).toBe(false);
  expect(entersFramedPage(null, "/laiqkan/42")).toBe(false);
  expect(entersFramedPage("/laiqkan/42", "/tenant")).toBe(false);
});

test.each(["/admin", "/tenant/ledger?day=1#total", "/"])("%s is a place to go on to", (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "admin",
  "",
  ["/admin", "/tenant"],
  undefined,
])("%j is refused as a place to go on to", (next) => {
  expect(safeNext(next)).toBeNull();
});
