import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bombs } from "../../../connectors/file/bombs-for-tests.ts";
import { systemCaller } from "../../../platform/context.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { type ImportFixture, manager, openImportFixture, sales, tenantId, toFile } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

/** Lets a file that waits seem to be of a size that no test wants to send. */
function swell(run: string, bytes: number) {
  return fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    sql`update source_runs set task = jsonb_set(task, '{file,bytes}', to_jsonb(${bytes}::bigint))
      where tenant_id = ${tenantId} and id = ${run}`.execute(db),
  );
}

test("files of a tenant have room up to the setting: drafts count, what is cancelled does not, others have their own", async () => {
  const changes = { "sources.fileGigabytes": 2 };
  const headers = signedInAs("superadmin", "platform", "root");
  expect((await fixture.call("PATCH", "/api/admin/settings", { changes }, headers)).status).toBe(200);
  const draft = (await fixture.send(toFile(sales("dr", 3)), { draft: "1" })).body.run.id;
  await swell(draft, 2 * 1024 ** 3 - 50);
  const full = await fixture.send(toFile(sales("fu", 3)));
  expect([full.status, full.body.error.kind]).toEqual([429, "limit_reached"]);
  expect(full.body.error.message).toBe(
    "There is no room for this file: files that are not taken in yet hold 2.0 of 2 GB. Start or cancel those that wait, then send it again.",
  );
  expect(await readdir(path.join(fixture.dataDir, "uploads"))).toEqual([]);
  const named = await fixture.send(toFile(sales("na", 3)), { tenant: tenantId }, signedInAs("admin"));
  expect(named.status).toBe(429);
  const other = await fixture.send(toFile(sales("ot", 3)), {}, signedInAs("manager", "south"));
  expect(other.status).toBe(202);
  expect((await fixture.call("POST", `/api/tenants/${tenantId}/imports/${draft}/cancel`, {}, manager)).status).toBe(
    200,
  );
  expect((await fixture.send(toFile(sales("af", 3)))).status).toBe(202);
});

test.each(["nobody", "__proto__", "platform", "nor\0th"])(
  "a file for the tenant %j, which is not there, is refused before it is taken in",
  async (tenant) => {
    const { status, body } = await fixture.send(toFile(sales("no", 3)), { tenant }, signedInAs("admin"));
    expect([status, body.error.message]).toEqual([404, "There is no such tenant."]);
  },
);

test("when the client leaves, its file is read no further: slots, processes and disk are free again", async () => {
  const file = path.join(fixture.dataDir, "slow");
  await bombs.find(({ name }) => name.includes("60 large sheets"))?.write(file);
  const { app } = fixture.testApp;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const countProcesses = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
  const calls = [1, 2].map(() =>
    request({
      port,
      method: "POST",
      path: "/api/sources/genesis/imports?name=slow.xlsx",
      headers: { ...manager, "content-type": "application/octet-stream" },
    }).on("error", () => {}),
  );
  for (const call of calls) createReadStream(file).pipe(call);
  await until(async () => countProcesses() === 2);
  expect(fixture.testApp.sources.fileReading.slots.tryTake(tenantId)).toBeNull();
  for (const call of calls) call.destroy();
  await until(async () => countProcesses() === 0);
  expect(fixture.testApp.sources.fileReading.slots.tryTake(tenantId)).not.toBeNull();
  await until(async () => (await readdir(path.join(fixture.dataDir, "uploads"))).length === 0);
});
