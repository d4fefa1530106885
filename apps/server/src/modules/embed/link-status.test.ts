import { expect, test } from "vitest";
import { isOpen } from "./link-status.ts";
import type { StoredLink } from "./link-store.ts";

const now = new Date("2026-03-18T12:00:00Z");
const later = new Date("2026-03-18T12:00:01Z");
const link: StoredLink = {
  id: "l1",
  label: "Shop",
  tookan_id: "3001",
  tenant_id: "carrier",
  tenant_name: "Carrier Ltd",
  tenant_state: "active",
  reports: null,
  client_key: "3001",
  client: "Alpha Shop",
  kind: "key",
  state: "active",
  origins: [],
  fields: [],
  can_export: false,
  days: 30,
  refresh_seconds: 60,
  passcode_hash: null,
  expires_at: later,
  version: 1,
  kid: "k1",
  key_ends_at: later,
};

test.each<[string, Partial<StoredLink>]>([
  ["whose end and whose key's end lie ahead", {}],
  ["without an end", { expires_at: null, key_ends_at: null }],
  ["of a tenant that is given all reports", { reports: [] }],
  ["of a tenant that is given this report among others", { reports: ["branch-report", "tookan-report"] }],
])("a link %s opens its report", (_, changes) => {
  expect(isOpen({ ...link, ...changes }, now)).toBe(true);
});

test.each<[string, Partial<StoredLink>]>([
  ["that is paused", { state: "paused" }],
  ["that is revoked", { state: "revoked" }],
  ["of a tenant that is not served", { tenant_state: "suspended" }],
  ["of a tenant that is given other reports", { reports: ["branch-report"] }],
  ["whose end has come", { expires_at: now }],
  ["whose key has ended", { key_ends_at: now }],
])("a link %s opens nothing", (_, changes) => {
  expect(isOpen({ ...link, ...changes }, now)).toBe(false);
});
