import type { SourceMapping, SourceRun } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { until } from "../../../testing/until.ts";
import {
  admin,
  type ImportFixture,
  manager,
  openImportFixture,
  saleFields,
  tenantId,
  toFile,
} from "../imports/import-fixture-for-tests.ts";
import { sourceRetentionRules } from "./source-retention.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const mapping: SourceMapping = { fact: "sale_lines", fields: saleFields };
const line = (key: string, gross: string | number) => `${key},r-${key},2026-03-01,Seef,1,${gross}`;
const connections = `/api/tenants/${tenantId}/connections`;
const importAt = ({ id }: SourceRun) => `/api/tenants/${tenantId}/imports/${id}`;
const runAt = ({ id, connection }: SourceRun) => `${connections}/${connection}/runs/${id}`;

async function makeConnection(): Promise<string> {
  const { body } = await fixture.call("POST", connections, { source: "genesis", kind: "file", name: "Tills" });
  return body.id;
}

const take = (connection: string, lines: readonly string[]) =>
  fixture.take(toFile(lines), { connection, mapping: JSON.stringify(mapping) });

const stored = async (prefix: string) =>
  (await fixture.stored(prefix)).map(({ source_key, gross_minor }) => [source_key, Number(gross_minor)]);

async function ended(run: SourceRun): Promise<void> {
  await until(async () => (await fixture.call("GET", runAt(run))).body.state === "done");
}

test("loads of a removed connection are found and undone, by managers and admins alike", async () => {
  const connection = await makeConnection();
  const first = await take(connection, [line("q1", 1), line("q2", 2)]);
  const second = await take(connection, [line("q1", 9), line("q3", 3), line("q4", "much")]);
  expect((await fixture.call("DELETE", `${connections}/${connection}`)).status).toBe(200);
  expect((await fixture.call("GET", `${connections}/${connection}`)).status, "it is not there any more").toBe(404);
  const listed = (await fixture.call("GET", `/api/tenants/${tenantId}/connections`)).body.items ?? [];
  expect(listed.map(({ id }: { id: string }) => id)).not.toContain(connection);
  const loads = (await fixture.call("GET", `/api/tenants/${tenantId}/imports`, undefined, manager)).body.items;
  expect(loads).toMatchObject([
    { id: second.id, connectionName: "Tills (removed)", isUndone: false },
    { id: first.id, connectionName: "Tills (removed)" },
  ]);

  const preview = (await fixture.call("GET", `${importAt(second)}/undo`, undefined, manager)).body;
  expect(preview).toMatchObject({ refusal: null, warning: null, tables: [{ removed: 1, restored: 1 }] });
  const undoing = await fixture.call("POST", `${importAt(second)}/undo`, {}, manager);
  expect(undoing.status, JSON.stringify(undoing.body)).toBe(202);
  await ended(undoing.body);
  expect(await stored("q")).toEqual([
    ["q1", 100],
    ["q2", 200],
  ]);
  const byAdmin = await fixture.call("POST", `${runAt(first)}/undo`, {}, admin);
  expect(byAdmin.status, JSON.stringify(byAdmin.body)).toBe(202);
  await ended(byAdmin.body);
  expect(await stored("q")).toEqual([]);
  expect((await fixture.call("GET", importAt(first), undefined, manager)).body).toMatchObject({ isUndone: true });
});

test("a removed connection takes nothing in, keeps no secret, and goes with what was before its loads", async () => {
  const connection = await makeConnection();
  await take(connection, [line("z1", 1)]);
  const draft = await fixture.send(toFile([line("z2", 2)]), { connection, draft: "1" });
  await fixture.call("DELETE", `${connections}/${connection}`);
  const started = await fixture.call("POST", `${importAt(draft.body.run)}/start`, { mapping }, manager);
  expect(started.status).toBe(404);
  expect((await fixture.send(toFile([line("z3", 3)]), { connection })).status).toBe(400);
  const kept = () =>
    fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
      db.selectFrom("source_connections").select(["secret", "settings"]).where("id", "=", connection).execute(),
    );
  expect(await kept()).toEqual([{ secret: null, settings: {} }]);
  const later = new Date(Date.now() + 1000);
  for (const { remove } of sourceRetentionRules.filter(({ days }) => days === "loads")) {
    await fixture.testApp.as(systemCaller("test", tenantId), (context) => remove(context, later));
  }
  expect(await kept()).toEqual([]);
  expect(await stored("z"), "the facts stay").toEqual([["z1", 100]]);
});
