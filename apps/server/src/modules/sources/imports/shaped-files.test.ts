import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { type ImportFixture, manager, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const select = (columns: string, table: string, load: string) =>
  fixture.testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    const { rows } = await sql<{ line: string }>`select concat_ws(' ', ${sql.raw(columns)}) as line
      from ${sql.table(table)} f left join members b on b.tenant_id = f.tenant_id and b.id = f.branch_id
      where f.tenant_id = ${tenantId} and loaded_by = ${load}::uuid order by 1`.execute(db);
    return rows.map(({ line }) => line);
  });

test("targets with a column for each month become a target for each, and the run says how the file was read", async () => {
  const run = await fixture.take("Branch,Jan-24,Feb-24,Total\nSeef,1000,1100,2100\nRiffa,900,,900\n");
  expect(run).toMatchObject({
    state: "done",
    rows: { read: 3, written: 3 },
    files: [{ note: "2 columns are months, from Jan-24 to Feb-24: each cell of them is read as a row." }],
  });
  expect(await select("b.key, day, last_day, target_minor", "sales_targets", run.id)).toEqual([
    "Riffa 2024-01-01 2024-01-31 90000",
    "Seef 2024-01-01 2024-01-31 100000",
    "Seef 2024-02-01 2024-02-29 110000",
  ]);
});

const merged =
  "Branch,Receipt,Date,Qty,Amount\nSeef,k1,2026-03-13,1,10.00\n,k2,2026-03-13,1,11.00\nRiffa,k3,2026-03-14,1,12.00\n";

test("branches that stand in the first row of their group are told, and filled down where someone chooses so", async () => {
  const { body } = await fixture.send(merged, { draft: "1" });
  const url = `/api/tenants/${tenantId}/imports/${body.run.id}`;
  const preview = async () => (await fixture.call("POST", `${url}/preview`, { isDryRun: true }, manager)).body;
  const before = await preview();
  expect(before.files).toMatchObject([
    {
      gaps: [{ column: "Branch", rows: 1 }],
      note: "“Branch” is empty in 1 of 3 rows, always below a filled cell, as where cells were merged. These rows have none unless the column is filled down.",
    },
  ]);
  const files = [{ file: 0, fillDown: ["Branch"] }];
  expect((await fixture.call("POST", `${url}/reading`, { files }, manager)).status).toBe(200);
  const after = await preview();
  expect(after.files).toMatchObject([{ gaps: [], note: null, form: { fillDown: ["Branch"] } }]);
  const started = await fixture.call("POST", `${url}/start`, { mapping: after.mapping }, manager);
  expect(started.status, JSON.stringify(started.body)).toBeLessThan(300);
  const run = await fixture.ended(body.run.id);
  expect(await select("b.key, receipt_key", "sale_lines", run.id)).toEqual(["Riffa k3", "Seef k1", "Seef k2"]);
});

test("the same can be said with a call without a draft", async () => {
  const run = await fixture.take(merged.replaceAll(",k", ",m"), { fillDown: JSON.stringify(["Branch"]) });
  expect(await select("b.key, receipt_key", "sale_lines", run.id)).toEqual(["Riffa m3", "Seef m1", "Seef m2"]);
  const wrong = await fixture.send(merged, { fillDown: "Branch" });
  expect([wrong.status, wrong.body.error.fields]).toEqual([400, { fillDown: "Send a list of names as JSON." }]);
});
