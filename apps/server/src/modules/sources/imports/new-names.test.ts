import type { FieldMapping, SourceMapping, SourceRun } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { until } from "../../../testing/until.ts";
import { completeReader } from "../mapping/complete-reader.ts";
import { rowReader } from "../mapping/map-batch.ts";
import { type ImportFixture, manager, openImportFixture, tenantId, toFile } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

function mappingWith(branch: FieldMapping): SourceMapping {
  return {
    fact: "sale_lines",
    fields: {
      source_key: { from: "id" },
      receipt_key: { from: "receipt" },
      sold_at: { from: "date" },
      branch: { from: "branch", ...branch },
      quantity_milli: { from: "qty" },
      gross_minor: { from: "gross" },
    },
  };
}

const take = (lines: readonly string[], branch: FieldMapping = {}) =>
  fixture.take(toFile(lines), { mapping: JSON.stringify(mappingWith(branch)) });
const line = (key: string, branch: string) => `${key},${key},2026-03-01,${branch},1,5.00`;
const at = ({ connection }: SourceRun) => `/api/tenants/${tenantId}/connections/${connection}`;

async function replay(run: SourceRun): Promise<SourceRun> {
  const { body } = await fixture.call("POST", `${at(run)}/rejects/replay`, {});
  let ended = body;
  await until(async () => {
    ended = (await fixture.call("GET", `${at(run)}/runs/${body.id}`)).body;
    return ended.state === "done";
  });
  return ended;
}

test("the first load takes every branch; a later new one waits with its rows until someone decides", async () => {
  const first = await take([line("a1", "Seef"), line("a2", "Riffa")]);
  expect(first.rows).toMatchObject({ written: 2, rejected: 0 });
  const second = await take([line("a3", "Seef"), line("a4", "Sef"), line("a5", "Sef"), line("a6", "Sitra")]);
  expect(second.rows).toMatchObject({ read: 4, written: 1, rejected: 3 });
  expect(await fixture.listRejects(second)).toEqual([
    'line 3: Branch "Sef" is new. Accept it as a new name, or choose the name it stands for.',
    'line 4: Branch "Sef" is new. Accept it as a new name, or choose the name it stands for.',
    'line 5: Branch "Sitra" is new. Accept it as a new name, or choose the name it stands for.',
  ]);
  const { body: queue } = await fixture.call("GET", `${at(second)}/values`);
  expect(queue.items).toMatchObject([
    { field: "branch", value: "Sef", seen: 2, isName: true, options: ["Seef", "Riffa"] },
    { field: "branch", value: "Sitra", seen: 1, isName: true, options: ["Riffa", "Seef"] },
  ]);
  const { body: detail } = await fixture.call("GET", at(second));
  const mapping = mappingWith({ values: { Sef: "Seef", Sitra: "Sitra" } });
  expect((await fixture.call("PATCH", at(second), { version: detail.version, mapping })).status).toBe(200);
  expect((await replay(second)).rows).toMatchObject({ read: 3, written: 3, rejected: 0 });
  const branches = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db
      .selectFrom("members")
      .select("name")
      .where("tenant_id", "=", tenantId)
      .where("dimension", "=", "branch")
      .orderBy("name")
      .execute(),
  );
  expect(branches.map(({ name }) => name)).toEqual(["Riffa", "Seef", "Sitra"]);
});

test("whoever has sent a load finds it again, and decides about its new names", async () => {
  await take([line("m0", "Manama")], { newNames: "take" });
  const run = await take([line("m1", "Manamah"), line("m2", "Jidhafs")]);
  const list = await fixture.call("GET", `/api/tenants/${tenantId}/imports?limit=2`, undefined, manager);
  expect(list.body.items).toMatchObject([
    { id: run.id, fileName: "sales.csv", source: "genesis", connectionName: "Files", state: "failed" },
    { rows: { written: 1 } },
  ]);
  const next = await fixture.call(
    "GET",
    `/api/tenants/${tenantId}/imports?limit=2&cursor=${list.body.next}`,
    undefined,
    manager,
  );
  expect(next.body.items.map(({ id }: SourceRun) => id)).not.toContain(run.id);
  const own = `/api/tenants/${tenantId}/imports/${run.id}/names`;
  const { body: queue } = await fixture.call("GET", own, undefined, manager);
  expect(queue.items.map(({ value, options }: { value: string; options: string[] }) => [value, options[0]])).toEqual([
    ["Jidhafs", expect.any(String)],
    ["Manamah", "Manama"],
  ]);
  const names = [
    { field: "branch", value: "Manamah", name: "Manama" },
    { field: "branch", value: "Jidhafs", name: "Jidhafs" },
  ];
  const decided = await fixture.call("POST", own, { names }, manager);
  expect(decided.status, JSON.stringify(decided.body)).toBe(202);
  await until(async () => (await fixture.stored("m")).length === 3);
  expect((await fixture.call("GET", own, undefined, manager)).body.items).toEqual([]);
  const audit = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("audit_entries").select("act").where("tenant_id", "=", tenantId).execute(),
  );
  expect(audit.map(({ act }) => act)).toEqual(
    expect.arrayContaining(["source.connection_changed", "source.rejects_replayed"]),
  );
  const gone = await fixture.call("POST", own, { names: [{ field: "nothing", value: "x", name: "y" }] }, manager);
  expect(gone.status).toBe(409);
});

test("the check of a whole file tells new names with their rows, once", async () => {
  const { body } = await fixture.send(toFile([line("d1", "Seef"), line("d2", "Muharraq"), line("d3", "Muharraq")]), {
    draft: "1",
    mapping: JSON.stringify(mappingWith({})),
  });
  const path = `/api/tenants/${tenantId}/imports/${body.run.id}/preview`;
  const { counts } = (await fixture.call("POST", path, { mapping: mappingWith({}), isDryRun: true })).body;
  expect(counts).toMatchObject({ read: 3, written: 1, rejected: 2, problems: [] });
  expect(counts.newNames).toEqual([{ field: "branch", label: "Branch", names: ["Muharraq"], rows: 2 }]);
});

test("by a rule of the mapping new names are taken, or wait in every list", async () => {
  expect((await take([line("b1", "Hidd")], { newNames: "take" })).rows).toMatchObject({ written: 1, rejected: 0 });
  expect((await take([line("b2", "Zallaq")], { newNames: "ask" })).rows).toMatchObject({ written: 0, rejected: 1 });
});

test("a member that a source knows by a number is found by its name, and is not made twice", async () => {
  const member = { tenant_id: tenantId, dimension: "branch", key: "17", name: "Budaiya", added_at: new Date(0) };
  await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.insertInto("members").values(member).execute(),
  );
  expect((await take([line("c1", "Budaiya"), line("c2", "17")])).rows).toMatchObject({ written: 2 });
  const used = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db
      .selectFrom("sale_lines")
      .select("branch_id")
      .distinct()
      .where("tenant_id", "=", tenantId)
      .where("source_key", "in", ["c1", "c2"])
      .execute(),
  );
  expect(used).toHaveLength(1);
});

test("what a load itself has added is still new to it when it goes on after a crash", async () => {
  await fixture.testApp.as(systemCaller("test", tenantId), async (context) => {
    const reader = rowReader("genesis", mappingWith({}), [], { timeZone: "UTC", currency: "USD" });
    const late = await completeReader(context, "genesis", reader, new Date(context.now.getTime() + 60_000));
    expect([...(late.existingNames?.get("branch")?.keys() ?? [])]).toContain("Seef");
    expect((await completeReader(context, "genesis", reader, new Date(0))).existingNames).toBeUndefined();
  });
});
