import { expect, test } from "vitest";
import { suggestTenant } from "./suggest-tenant.ts";

const tenants = [
  { id: "acme", name: "Acme" },
  { id: "blue-dhow", name: "Blue Dhow" },
  { id: "dhow", name: "Dhow" },
];

test.each([
  ["a client whose name holds the tenant's name", { name: "ACME, Riffa branch", email: null }, "acme"],
  ["a client whose mail comes from the tenant's domain", { name: "Riffa 2", email: "s•••@bluedhow.bh" }, "blue-dhow"],
  ["a name before a domain", { name: "Acme Riffa", email: "s•••@bluedhow.bh" }, "acme"],
])("%s is taken for that tenant's", (_, client, tenant) => {
  expect(suggestTenant(client, tenants)?.id).toBe(tenant);
});

test.each([
  ["two tenants could be meant", { name: "Blue Dhow Seafood", email: null }],
  ["only a part of a word is the same", { name: "Acmeon Stores", email: null }],
  ["nothing is the same", { name: "Pearl Sweets", email: "p•••@example.com" }],
])("nothing is suggested when %s", (_, client) => {
  expect(suggestTenant(client, tenants)).toBeNull();
});
