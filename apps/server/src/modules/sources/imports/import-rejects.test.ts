import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInAs } from "../../../testing/test-app.ts";
import { type ImportFixture, manager, openImportFixture, sales, tenantId, toFile } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const rejectsAt = (run: string, tenant = tenantId) => `/api/tenants/${tenant}/imports/${run}/rejects`;

test("a manager sees every rejected row of an own load, page by page and as a file, also those settled since", async () => {
  const bad = ["b1,r1,2026-03-01,Seef,1,much", "b2,,2026-03-01,Seef,1,4.00", "b3,r3,soon,Seef,1,4.00"];
  const run = await fixture.take(toFile([...sales("a", 1), ...bad]));
  expect(run.rows).toMatchObject({ read: 4, written: 1, rejected: 3 });
  // A later load brings one of the rows as it should have been.
  await fixture.take(toFile(["b1,r1,2026-03-01,Seef,1,4.00"]));

  const first = await fixture.call("GET", `${rejectsAt(run.id)}?limit=2`, undefined, manager);
  expect(first.body.items).toMatchObject([
    { place: "line 3", field: "gross_minor", record: { id: "b1", gross: "much" }, state: "superseded" },
    { place: "line 4", reason: 'Receipt key is empty; the column is "receipt".', state: "open" },
  ]);
  const rest = await fixture.call("GET", `${rejectsAt(run.id)}?limit=2&cursor=${first.body.next}`, undefined, manager);
  expect(rest.body).toMatchObject({ items: [{ place: "line 5", state: "open" }], next: null });

  const file = await fixture.call("GET", `${rejectsAt(run.id)}/file`, undefined, manager);
  const lines = file.body.trim().split("\r\n");
  expect(lines[0]).toBe("id,receipt,date,branch,qty,gross,reason");
  expect(lines.slice(1).map((line: string) => line.slice(0, 2))).toEqual(["b1", "b2", "b3"]);
});

test("rejected rows of a load are for those who may import, in their own tenant, and of imports only", async () => {
  const run = await fixture.take(toFile([...sales("c", 1), "d1,r1,2026-03-01,Seef,1,much"]));
  const ask = async (path: string, headers: typeof manager) =>
    (await fixture.call("GET", path, undefined, headers)).status;
  for (const end of ["", "/file"]) {
    const stranger = signedInAs("manager", "south");
    expect(await ask(`${rejectsAt(run.id)}${end}`, manager)).toBe(200);
    expect(await ask(`${rejectsAt(run.id)}${end}`, signedInAs("user", tenantId))).toBe(403);
    expect(await ask(`${rejectsAt(run.id, "south")}${end}`, stranger)).toBe(404);
    expect([403, 404]).toContain(await ask(`${rejectsAt(run.id)}${end}`, stranger));
    expect(await ask(`${rejectsAt("nobody")}${end}`, manager)).toBe(404);
  }
  const connection = `/api/tenants/${tenantId}/connections/${run.connection}`;
  const { body: replay } = await fixture.call("POST", `${connection}/rejects/replay`, {});
  expect(await ask(rejectsAt(replay.id), manager)).toBe(404);
});
