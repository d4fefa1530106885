import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import {
  admin,
  type ImportFixture,
  openImportFixture,
  sales,
  tenantId,
  toFile,
} from "../imports/import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const at = (connection: string) => `/api/tenants/${tenantId}/connections/${connection}`;

async function replay(connection: string) {
  const { status, body } = await fixture.call("POST", `${at(connection)}/rejects/replay`, {});
  expect(status, JSON.stringify(body)).toBe(202);
  let run = body;
  await until(async () => {
    run = (await fixture.call("GET", `${at(connection)}/runs/${body.id}`)).body;
    return !["waiting", "running"].includes(run.state);
  });
  return run;
}

test("rejected rows are taken in once their mapping is mended, and what fails again stays open with its reason", async () => {
  const movements = [
    "id,sku,warehouse,type,date,qty,value",
    "m1,Tea,Main,Receipt,05/03/2026,10,50.00",
    "m2,Tea,Main,Frabble,25/03/2026,10,50.00",
    "m3,Tea,Main,Frabble,06/03/2026,lots,50.00",
    "m4,Tea,Main,Frabble,07/03/2026,1,5.00,9",
  ].join("\n");
  const run = await fixture.take(movements, { source: "warehouse" });
  expect(run, JSON.stringify(await fixture.listRejects(run))).toMatchObject({
    rows: { read: 4, written: 1, rejected: 3 },
  });
  const { connection } = run;
  const values = await fixture.call("GET", `${at(connection)}/values`);
  expect(values.body.items).toMatchObject([{ field: "movement_type", value: "Frabble", seen: 2 }]);

  const vain = await replay(connection);
  expect(vain).toMatchObject({ cause: "replay", rows: { read: 3, written: 0, rejected: 3 } });
  expect((await fixture.call("GET", `/api/tenants/${tenantId}/imports/${vain.id}`)).status).toBe(404);

  const detail = (await fixture.call("GET", at(connection))).body;
  const { fields } = detail.mapping;
  const mapping = {
    ...detail.mapping,
    fields: { ...fields, movement_type: { ...fields.movement_type, values: { Frabble: "Receipt" } } },
  };
  const changed = await fixture.call("PATCH", at(connection), { version: detail.version, mapping });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect(await replay(connection)).toMatchObject({ state: "done", rows: { read: 3, written: 1, rejected: 2 } });
  expect(await fixture.listRejects(run)).toEqual([
    'line 4: "lots" is not a number.',
    "line 5: This row has 8 cells, but there are 7 columns. Check its delimiters and quotes.",
  ]);
  const moved = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("stock_movements").select(["source_key", "moved_at"]).where("tenant_id", "=", tenantId).execute(),
  );
  // The day is read as it was when the file came, though the rows that are left would allow another order.
  expect(moved).toContainEqual({ source_key: "m2", moved_at: new Date("2026-03-24T21:00:00.000Z") });
  expect((await fixture.call("GET", at(connection))).body.openRejects).toBe(2);
});

test("rejected rows are downloaded with their own columns and the reason, safe for spreadsheets, and can be sent again mended", async () => {
  const run = await fixture.take(
    toFile([
      ...sales("k", 1),
      "k4,r4,2026-03-01,+Seef,1,4.00",
      '=cmd(),r2,"2026-03-01, noon",Seef,1,4.00',
      "k3,,2026-03-01,+Seef,1,-4.00",
    ]),
  );
  const { status, body } = await fixture.call("GET", `${at(run.connection)}/rejects/file?run=${run.id}`);
  expect(status).toBe(200);
  expect(body).toBe(
    [
      "\ufeffid,receipt,date,branch,qty,gross,reason",
      `'=cmd(),r2,"2026-03-01, noon",Seef,1,4.00,"""2026-03-01, noon"" is not a date and time."`,
      `k3,,2026-03-01,'+Seef,1,'-4.00,"Receipt key is empty; the column is ""receipt""."`,
      "",
    ].join("\r\n"),
  );
  const mended = body.replace("k3,,", "k3,r3,").replace('"2026-03-01, noon"', "2026-03-01");
  expect(await fixture.take(mended)).toMatchObject({ state: "done", rows: { read: 2, written: 2, rejected: 0 } });
  expect(await fixture.stored("=cmd()")).toMatchObject([{ gross_minor: 400 }]);
  expect(await fixture.stored("k3")).toMatchObject([{ gross_minor: 400 }]);
});

test("lists of a connection are walked page by page and belong to their tenant", async () => {
  const bad = Array.from({ length: 5 }, (_, n) => `l${n},r${n},2026-03-01,Seef,1,much`);
  const run = await fixture.take(toFile([...sales("l", 1), ...bad]));
  const first = await fixture.call("GET", `${at(run.connection)}/rejects?run=${run.id}&limit=3`);
  expect([first.body.items.length, first.body.next]).toEqual([3, expect.any(String)]);
  const second = await fixture.call(
    "GET",
    `${at(run.connection)}/rejects?run=${run.id}&limit=3&cursor=${first.body.next}`,
  );
  expect([second.body.items.length, second.body.next]).toEqual([2, null]);
  expect((await fixture.call("GET", `${at(run.connection)}/rejects?cursor=abc`)).status).toBe(400);
  const changes = await fixture.call("GET", `${at(run.connection)}/changes?limit=1`);
  expect(changes.body.items).toMatchObject([{ act: "changed", by: "u1" }]);
  const earlier = await fixture.call("GET", `${at(run.connection)}/changes?limit=1&cursor=${changes.body.next}`);
  expect(earlier.body).toMatchObject({ items: [{ act: "created" }], next: null });
  await fixture.testApp.as(systemCaller("test", tenantId), ({ db, now }) =>
    db
      .insertInto("source_reconciliations")
      .values({
        tenant_id: tenantId,
        connection_id: run.connection,
        day: "2026-03-01",
        measure: "sales",
        theirs: 5,
        ours: 4,
        checked_at: now,
      })
      .execute(),
  );
  expect((await fixture.call("GET", `${at(run.connection)}/reconciliation`)).body.items).toContainEqual(
    expect.objectContaining({ day: "2026-03-01", measure: "sales", theirs: 5, ours: 4 }),
  );
  const elsewhere = `/api/tenants/south/connections/${run.connection}`;
  for (const list of ["rejects", "rejects/file", "values", "changes", "reconciliation"]) {
    expect((await fixture.call("GET", `${elsewhere}/${list}`)).status, list).toBe(404);
    expect(
      (await fixture.call("GET", `${at(run.connection)}/${list}`, undefined, signedInAs("manager", tenantId))).status,
    ).toBe(403);
  }
  expect((await fixture.call("POST", `${elsewhere}/rejects/replay`, {}, admin)).status).toBe(404);
});
