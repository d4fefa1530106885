import { once } from "node:events";
import { readdir, readlink } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
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
    sql`update source_runs set task = jsonb_set(task, '{files,0,bytes}', to_jsonb(${bytes}::bigint))
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
    "There is no space left: pending files use 2.0 of 2 GB. Import or cancel pending files, then upload it again.",
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

async function listen(): Promise<number> {
  const { app } = fixture.testApp;
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

/** Files of uploads that this process holds open, removed ones too. */
async function listOpenUploads(): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd");
  const paths = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  return paths.filter((file) => file.startsWith(path.join(fixture.dataDir, "uploads")));
}

test("a form that breaks off in its file leaves neither the file nor a descriptor open", async () => {
  const call = request({
    port: await listen(),
    method: "POST",
    path: "/api/sources/genesis/imports",
    headers: { ...manager, "content-type": "multipart/form-data; boundary=x" },
  }).on("error", () => {});
  call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="half.csv"\r\n\r\nid,receipt\r\n');
  await until(async () => (await listOpenUploads()).length === 1);
  call.destroy();
  await until(async () => (await listOpenUploads()).length === 0);
  // A file is closed before it is removed.
  await until(async () => (await readdir(path.join(fixture.dataDir, "uploads"))).length === 0);
});

test("when the client leaves, its file is read no further: slots and disk are free again", async () => {
  const { pool, slots } = fixture.testApp.sources.fileReading;
  const read = pool.read.bind(pool);
  let readings = 0;
  // A reading that ends only when it is told to: one that is merely slow may be over before the client leaves.
  const endless = vi.spyOn(pool, "read").mockImplementation(async function* (kind, task, signal) {
    // Files of the tests before are taken in meanwhile.
    const isSlow = "files" in task && task.files.some(({ name }) => name === "slow.csv");
    if (!isSlow) return yield* read(kind, task, signal);
    readings++;
    await once(signal, "abort").finally(() => readings--);
    signal.throwIfAborted();
  });
  onTestFinished(() => endless.mockRestore());
  const port = await listen();
  const calls = [1, 2].map(() =>
    request({
      port,
      method: "POST",
      path: "/api/sources/genesis/imports?name=slow.csv",
      headers: { ...manager, "content-type": "application/octet-stream" },
    }).on("error", () => {}),
  );
  for (const call of calls) call.end(toFile(sales("sl", 3)));
  await until(() => readings === 2);
  expect(slots.tryTake(tenantId)).toBeNull();
  for (const call of calls) call.destroy();
  await until(() => readings === 0);
  await until(async () => (await readdir(path.join(fixture.dataDir, "uploads"))).length === 0);
  const released = [slots.tryTake(tenantId), slots.tryTake(tenantId)];
  expect(released).not.toContain(null);
  for (const release of released) release?.();
});
