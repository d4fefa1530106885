import { expect, test } from "vitest";
import { sealedSecrets } from "../crypto/sealed-secrets.ts";
import { installationKey } from "../crypto/secret-key.ts";
import { type ChainedEntry, hashEntry, isEntryHash, sealHead } from "./entry-hash.ts";

const secrets = sealedSecrets(installationKey("a secret key that only tests would use"));
const entry: ChainedEntry = {
  tenant_id: "north",
  seq: 7,
  id: "e7",
  at: new Date("2026-03-18T12:00:00.123Z"),
  actor_uid: "boss",
  actor_role: "admin",
  act: "thing.changed",
  subject: "things/1",
  details: { b: 1, a: [{ z: null, y: "é" }] },
  request_id: "r1",
  address: "203.0.113.7",
  user_agent: "A browser",
  about_tenant: "south",
};
const time = "2026-03-18T12:00:00.123000Z";
const mark = hashEntry(secrets, "the hash before", entry);
const holds = (changes: Partial<ChainedEntry>, before = "the hash before") =>
  isEntryHash(secrets, { mark, before, entry: { ...entry, ...changes }, time });

/** One change of each field, so that a new field cannot be forgotten. */
const changes: { [Field in keyof Omit<ChainedEntry, "at">]: ChainedEntry[Field] } = {
  tenant_id: "south",
  seq: 8,
  id: "e8",
  actor_uid: null,
  actor_role: "superadmin",
  act: "thing.removed",
  subject: "things/2",
  details: { b: 2, a: [{ z: null, y: "é" }] },
  request_id: "r2",
  address: "203.0.113.8",
  user_agent: null,
  about_tenant: null,
};

test("an entry that nobody has touched has its hash, in whatever order the keys of its details are read", () => {
  expect(holds({})).toBe(true);
  expect(holds({ details: { a: [{ y: "é", z: null }], b: 1 } })).toBe(true);
});

test.each(Object.entries(changes))("an entry does not have its hash with another %s", (field, value) => {
  expect(holds({ [field]: value })).toBe(false);
});

test("an entry does not have its hash at another time, be it by a microsecond", () => {
  expect(holds({ at: new Date("2026-03-18T12:00:00.124Z") })).toBe(false);
  const later = { mark, before: "the hash before", entry, time: "2026-03-18T12:00:00.123400Z" };
  expect(isEntryHash(secrets, later)).toBe(false);
});

test("an entry does not have its hash behind another entry, nor as the first", () => {
  expect(holds({}, "another hash")).toBe(false);
  expect(holds({}, "")).toBe(false);
});

test("a hash and a seal cannot be made with another key", () => {
  const stranger = sealedSecrets(installationKey("a secret key that a stranger would use"));
  expect(hashEntry(stranger, "the hash before", entry)).not.toBe(mark);
  expect(sealHead(stranger, "north", { seq: 7, mark })).not.toBe(sealHead(secrets, "north", { seq: 7, mark }));
});

test("the seal of the newest entry is of its tenant, its number and its hash", () => {
  const seal = sealHead(secrets, "north", { seq: 7, mark });
  expect(sealHead(secrets, "north", { seq: 7, mark })).toBe(seal);
  expect(sealHead(secrets, "south", { seq: 7, mark })).not.toBe(seal);
  expect(sealHead(secrets, "north", { seq: 6, mark })).not.toBe(seal);
  expect(sealHead(secrets, "north", { seq: 7, mark: "another hash" })).not.toBe(seal);
});
