import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Caller, type Context, systemCaller } from "../context.ts";
import { withSavepoint } from "../db/database.ts";
import { describeChange } from "./describe-change.ts";
import { recordAudit } from "./record-audit.ts";
import { verifyAudit } from "./verify-audit.ts";
import { writeAudit } from "./write-audit.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const inTenant = (id: string) => systemCaller("test", id);
const admin = (tenantId: string): Caller => ({
  actor: { kind: "user", uid: "boss", role: "admin", sessionId: null },
  tenantId,
  permissions: new Set(),
});

async function note(tenantId: string, subjects: readonly string[]) {
  for (const subject of subjects) {
    await testApp.as(inTenant(tenantId), (context) =>
      recordAudit(context, { act: "thing.changed", subject, details: { b: 1, a: [{ z: null, y: "é" }] } }),
    );
  }
}

const verify = async (tenantId: string) => {
  const { status: _, ...verdict } = await testApp.as(inTenant(tenantId), (context) => verifyAudit(context));
  return verdict;
};
/** As someone who has got hold of the owner's rights on the database would do it. */
const asOwner = (tenantId: string, statement: string) =>
  testApp.pool.query(`begin; set local app.tenant_id = '${tenantId}'; ${statement}; commit`);

test("notes that nobody has touched hold together", async () => {
  await note("calm", ["one", "two", "three"]);
  expect(await verify("calm")).toEqual({ entries: 3, unsealed: 0, problems: [] });
});

test("notes of many transactions at once make one chain without gaps", async () => {
  await Promise.all(Array.from({ length: 12 }, (_, at) => note("busy", [`s${at}`])));
  expect(await verify("busy")).toEqual({ entries: 12, unsealed: 0, problems: [] });
});

test("a changed note is named", async () => {
  await note("changed", ["one", "two", "three"]);
  await asOwner("changed", "update audit_entries set details = '{}' where tenant_id = 'changed' and seq = 2");
  const { problems } = await verify("changed");
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^Changed: entry 2 of \S+Z, thing\.changed of two\.$/);
});

test("a removed note is named, in the middle and at the end", async () => {
  await note("removed", ["one", "two", "three", "four"]);
  await asOwner("removed", "delete from audit_entries where tenant_id = 'removed' and seq in (2, 4)");
  const { problems } = await verify("removed");
  expect(problems).toHaveLength(2);
  expect(problems[0]).toMatch(/^Entry 2 was removed; the next one is entry 3 of /);
  expect(problems[1]).toBe("The newest entries are gone: the last one is 3, it should be 4.");
});

test("newest notes that were removed show although the note of the newest was turned back", async () => {
  await note("turned", ["one", "two", "three"]);
  await asOwner("turned", "delete from audit_entries where tenant_id = 'turned' and seq = 3");
  await asOwner(
    "turned",
    `update audit_heads h set seq = 2, mark = e.mark from audit_entries e
      where h.tenant_id = 'turned' and e.tenant_id = 'turned' and e.seq = 2`,
  );
  const { problems } = await verify("turned");
  expect(problems).toEqual(["The note of the newest entry was changed: it names 2; later ones may be gone."]);
});

test("a note that was slipped in without a place in the chain is named", async () => {
  await note("slipped", ["one"]);
  await asOwner(
    "slipped",
    `insert into audit_entries (tenant_id, id, at, act, subject, details, request_id)
    values ('slipped', 'x', now() + interval '1 day', 'thing.made', 'two', '{}', 'r')`,
  );
  const { problems } = await verify("slipped");
  expect(problems[0]).toMatch(/^Slipped in: entry x of /);
});

test("the application itself can neither change nor remove a note", async () => {
  await note("kept", ["one"]);
  const tries = [
    () => testApp.as(inTenant("kept"), ({ db }) => db.deleteFrom("audit_entries").execute()),
    () => testApp.as(inTenant("kept"), ({ db }) => db.updateTable("audit_entries").set({ act: "x" }).execute()),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toThrow(/permission denied/);
});

test("an act that fails leaves no note, and a piece that fails takes only its own along", async () => {
  const failing = testApp.as(inTenant("half"), async (context) => {
    await recordAudit(context, { act: "thing.changed", subject: "lost" });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await testApp.as(inTenant("half"), async (context) => {
    await recordAudit(context, { act: "thing.changed", subject: "kept" });
    const piece = withSavepoint(context.db, async () => {
      await recordAudit(context, { act: "thing.changed", subject: "lost too" });
      throw new Error("no");
    });
    await expect(piece).rejects.toThrow("no");
  });
  const rows = await testApp.as(inTenant("half"), ({ db }) =>
    db.selectFrom("audit_entries").select("subject").execute(),
  );
  expect(rows).toEqual([{ subject: "kept" }]);
});

test("what platform people do in a tenant is noted with the tenant and with the platform", async () => {
  await testApp.as(admin("watched"), (context) => recordAudit(context, { act: "thing.changed", subject: "one" }));
  await testApp.as(admin("platform"), (context) =>
    recordAudit(context, { act: "tenants.suspended", subject: "tenants/watched", tenant: "watched" }),
  );
  const subjects = (tenantId: string) =>
    testApp.as(inTenant(tenantId), ({ db }) =>
      db.selectFrom("audit_entries").select(["subject", "about_tenant"]).orderBy("seq").execute(),
    );
  expect(await subjects("watched")).toEqual([
    { subject: "one", about_tenant: null },
    { subject: "tenants/watched", about_tenant: null },
  ]);
  expect(await subjects("platform")).toEqual([
    { subject: "one", about_tenant: "watched" },
    { subject: "tenants/watched", about_tenant: "watched" },
  ]);
  expect((await verify("platform")).problems).toEqual([]);
});

test("half a character in a note does not keep the act from being noted, nor the chain from holding", async () => {
  const half = "a\ud800b";
  await testApp.as(inTenant("halved"), (context) =>
    recordAudit(context, {
      act: "thing.changed",
      subject: half,
      details: { name: { before: half, after: ["x", half] } },
    }),
  );
  expect(await verify("halved")).toEqual({ entries: 1, unsealed: 0, problems: [] });
});

test("the transaction stays with its own tenant when it has noted something with others", async () => {
  const seen = await testApp.as(inTenant("home"), async (context) => {
    await writeAudit(context.db, [readNote(context, ["home", "away", "platform"])]);
    return sql<{ tenant: string }>`select current_setting('app.tenant_id') as tenant`.execute(context.db);
  });
  expect(seen.rows).toEqual([{ tenant: "home" }]);
  for (const tenantId of ["home", "away"]) expect(await verify(tenantId)).toMatchObject({ entries: 1, problems: [] });
});

function readNote({ secrets, now }: Context, tenants: readonly string[]) {
  const nobody = { actor_uid: null, actor_role: null, address: null, user_agent: null };
  const entry = {
    id: randomUUID(),
    at: now,
    act: "thing.changed",
    subject: "one",
    details: {},
    request_id: "r",
    ...nobody,
  };
  return { tenants: new Set(tenants), secrets, entry };
}

test("a change is told field by field, without secrets and without what stayed", () => {
  const before = { name: "Old", apiSecret: "one", same: [1], gone: "x" };
  expect(describeChange(before, { name: "New", apiSecret: "two", same: [1] })).toEqual({
    name: { before: "Old", after: "New" },
    apiSecret: { before: "(secret)", after: "(secret)" },
  });
});

test("a long look at a snapshot is noted although others have noted something meanwhile", async () => {
  const caller = inTenant("looking");
  await note("looking", ["before"]);
  await testApp.database.inTenant(
    "looking",
    async (db) => {
      const seen = await db.selectFrom("audit_entries").select("subject").where("tenant_id", "=", "looking").execute();
      expect(seen).toEqual([{ subject: "before" }]);
      await note("looking", ["meanwhile"]);
      await testApp.as(caller, async (context) => {
        await recordAudit({ ...context, db }, { act: "thing.exported", subject: "all" });
      });
    },
    "snapshot",
  );
  expect(await verify("looking")).toEqual({ entries: 3, unsealed: 0, problems: [] });
});
