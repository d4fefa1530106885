import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { fields, files } from "./file-corpus-for-tests.ts";
import { formFiles } from "./form-corpus-for-tests.ts";
import { type ImportFixture, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";
import { scriptFiles } from "./script-corpus-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

test.each([...files, ...formFiles, ...scriptFiles].map((file) => [file.name, file] as const))(
  "a file with %s",
  async (_, file) => {
    const { content, mapping } = file;
    const query = mapping ? { mapping: JSON.stringify({ fact: "sale_lines", fields, ...mapping }) } : {};
    const isNamed = mapping && Object.keys(mapping).length === 0;
    const { status, body } = await fixture.send(content, isNamed ? {} : query);
    if ("refused" in file) {
      expect([status, body.error?.message]).toEqual([400, file.refused]);
      return;
    }
    expect(status, JSON.stringify(body)).toBe(202);
    const run = await fixture.ended(body.run.id);
    const { rows, notes } = run;
    expect(rows.written + rows.replaced + rows.unchanged + rows.duplicates + rows.rejected).toBe(rows.read);
    expect(await listStored(run.id)).toEqual(file.stored);
    expect(await fixture.listRejects(run)).toEqual(file.rejected ?? []);
    expect(rows.duplicates).toBe(file.duplicates ?? 0);
    expect(notes.map(({ message }) => message)).toEqual(file.notes ?? []);
  },
);

/** The rows of a load: receipt, day and amount. */
function listStored(load: string): Promise<string[]> {
  return fixture.testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    const { rows } = await sql<{
      line: string;
    }>`select concat_ws(' ', receipt_key, day, gross_minor, case when is_return then 'back' end) as line
      from sale_lines where tenant_id = ${tenantId} and loaded_by = ${load}::uuid order by receipt_key, gross_minor`.execute(
      db,
    );
    return rows.map(({ line }) => line);
  });
}
