import type { SourceMapping, SourceRun } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import {
  type ImportFixture,
  manager,
  openImportFixture,
  saleFields,
  tenantId,
  toFile,
} from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const fields = saleFields;

const take = (lines: readonly string[], more: Partial<SourceMapping> = {}) =>
  fixture.take(toFile(lines), { mapping: JSON.stringify({ fact: "sale_lines", fields, ...more }) });

const line = (key: string, gross: string | number, receipt = key) => `${key},${receipt},2026-03-01,Seef,1,${gross}`;

/** Lines that no other test has, between two that share a key, so that they come in pieces of their own. */
const filling = (prefix: string) => Array.from({ length: 2100 }, (_, place) => line(`${prefix}f${place}`, 1));

const gross = async (prefix: string) =>
  (await fixture.stored(prefix)).map(({ source_key, gross_minor }) => [source_key, Number(gross_minor)]);

function addUp({ rows }: SourceRun): number {
  return rows.written + rows.replaced + rows.unchanged + rows.duplicates + rows.rejected;
}

const at = (run: SourceRun) => `/api/tenants/${tenantId}/imports/${run.id}`;

async function undo(run: SourceRun): Promise<SourceRun> {
  const { status, body } = await fixture.call("POST", `${at(run)}/undo`, {}, manager);
  expect(status, JSON.stringify(body)).toBe(202);
  return endedRun(body);
}

async function endedRun({ id, connection }: SourceRun): Promise<SourceRun> {
  let last: SourceRun | null = null;
  await until(async () => {
    last = (await fixture.call("GET", `/api/tenants/${tenantId}/connections/${connection}/runs/${id}`)).body;
    return !["waiting", "running"].includes(String(last?.state));
  });
  return last as unknown as SourceRun;
}

test("of lines with one key the later one counts, also across pieces, and the others are counted as duplicates", async () => {
  const run = await take([line("la1", 1), line("la1", 2), ...filling("la"), line("la1", 3)]);
  expect(run.rows).toMatchObject({ read: 2103, written: 2101, replaced: 0, unchanged: 0, duplicates: 2, rejected: 0 });
  expect((await gross("la1"))[0]).toEqual(["la1", 300]);
  const again = await take([line("la1", 1), line("la1", 2), ...filling("la"), line("la1", 3)]);
  expect(again.rows).toMatchObject({ read: 2103, written: 0, duplicates: 2 });
  expect(addUp(again)).toBe(2103);
  expect((await gross("la1"))[0]).toEqual(["la1", 300]);
});

test("a row that stays as it was at first and is changed by a later line of the same load counts as replaced", async () => {
  await take([line("lc1", 1)]);
  const run = await take([line("lc1", 1), ...filling("lc"), line("lc1", 9)]);
  expect(run.rows).toMatchObject({ read: 2102, written: 2100, replaced: 1, unchanged: 0, duplicates: 1 });
});

test("where the first one counts, later lines of its key are left out, also across pieces", async () => {
  const run = await take([line("fi1", 1), line("fi1", 2), ...filling("fi"), line("fi1", 3)], { duplicates: "first" });
  expect(run.rows).toMatchObject({ read: 2103, written: 2101, duplicates: 2 });
  expect((await gross("fi1"))[0]).toEqual(["fi1", 100]);
});

test("where the first one is rejected, the next one counts", async () => {
  const run = await take([line("fr1", "much"), line("fr1", 2), line("fr1", 3)], { duplicates: "first" });
  expect(run.rows).toMatchObject({ read: 3, written: 1, duplicates: 1, rejected: 1 });
  expect(await gross("fr1")).toEqual([["fr1", 200]]);
});

test("where every line counts, equal lines are all there, and the same file again changes nothing", async () => {
  const countEqual = () =>
    fixture.testApp.as(systemCaller("test", tenantId), async ({ db }) => {
      const { rows } = await sql<{ rows: number; gross: number }>`select count(*)::int as rows,
          sum(gross_minor)::int as gross from sale_lines where tenant_id = ${tenantId} and receipt_key = 'ea1'`.execute(
        db,
      );
      return rows[0];
    });
  const lines = [line("ea1", 5), line("ea1", 5), ...filling("ea"), line("ea1", 5), line("ea1", 7)];
  const run = await take(lines, { duplicates: "each" });
  expect(run.rows).toMatchObject({ read: 2104, written: 2104, duplicates: 0 });
  expect(await countEqual()).toEqual({ rows: 4, gross: 2200 });
  const again = await take(lines, { duplicates: "each" });
  expect(again.rows).toMatchObject({ read: 2104, written: 0, unchanged: 2104, duplicates: 0 });
});

test("a key of several columns tells lines apart that one column does not", async () => {
  const { source_key: _, ...others } = fields;
  const run = await take([line("co1", 1, "r1"), line("co1", 2, "r2")], {
    fields: others,
    keyColumns: ["id", "receipt"],
  });
  expect(run.rows).toMatchObject({ written: 2, duplicates: 0 });
  expect(await gross("co1")).toEqual([
    ["co1|r1", 100],
    ["co1|r2", 200],
  ]);
});

test("a load of which every row was rejected has failed, and says so", async () => {
  const run = await take([line("al1", "much"), line("al2", "more")]);
  expect(run).toMatchObject({
    state: "failed",
    rows: { read: 2, rejected: 2 },
    problem: {
      message: "All 2 rows were rejected. Look at the reasons, fix the mapping, then replay them.",
    },
  });
});

test("values that were left out are told with how many rows they concern and where the first one stands", async () => {
  const mapping = { ...fields, discount_minor: { from: "branch", decimal: "point" as const } };
  const run = await take([line("no1", 1), line("no2", 2)], { fields: mapping });
  expect(run).toMatchObject({ state: "done", rows: { written: 2 } });
  expect(run.notes).toEqual([
    { field: "discount_minor", message: 'Discount skipped: "Seef" is not a number.', rows: 2, place: "line 2" },
  ]);
});

test("cells that are empty now while a value is stored are told, with the way to clear it", async () => {
  const lines = (branch: string) => [`em1,r1,2026-03-01,${branch},1,1`, `em2,r2,2026-03-01,,1,1`, line("em3", 1)];
  await take(lines("Seef"));
  const draft = await fixture.send(toFile(lines("")), { draft: "1" });
  const mapping = { fact: "sale_lines", fields };
  const { body } = await fixture.call("POST", `${at(draft.body.run)}/preview`, { mapping, isDryRun: true }, manager);
  const told = {
    field: "branch",
    message:
      "Branch is empty in the file; the stored value was kept. " +
      'To clear it, tick "An empty value removes what is stored" in the options of Branch.',
    rows: 1,
  };
  expect(body.counts).toMatchObject({ unchanged: 3, notes: [told] });
  const run = await take(lines(""));
  expect(run.rows).toMatchObject({ unchanged: 3 });
  expect(run.notes).toEqual([{ ...told, place: "line 2" }]);
  const cleared = await take(lines(""), { fields: { ...fields, branch: { from: "branch", clears: true } } });
  expect([cleared.rows.replaced, cleared.notes]).toEqual([1, []]);
  expect((await take(lines(""))).notes, "nothing is stored any more").toEqual([]);
});

test("the places of values that were left out are listed and downloaded with what the file says", async () => {
  const mapping = { ...fields, discount_minor: { from: "receipt", decimal: "point" as const } };
  const lines = Array.from({ length: 120 }, (_, place) => `pl${place},Shop ${place},2026-03-01,Seef,1,1`);
  const run = await take(lines, { fields: mapping });
  const { body } = await fixture.call("GET", `${at(run)}/notes`, undefined, manager);
  expect(body.items).toMatchObject([{ field: "discount_minor", label: "Discount", rows: 120 }]);
  expect(body.items[0].places).toHaveLength(100);
  expect(body.items[0].places[1]).toEqual({
    place: "line 3",
    value: "Shop 1",
    reason: expect.stringContaining('"Shop 1" is not a number.'),
  });
  const file = await fixture.call("GET", `${at(run)}/notes/file`, undefined, manager);
  const written = String(file.body).trim().split("\r\n");
  expect(written[0]).toContain("place,field,value,reason");
  expect(written).toHaveLength(102);
  expect(written.at(-1)).toContain("20 more");
  const refused = await fixture.call("GET", `${at(run)}/notes`, undefined, signedInAs("viewer", tenantId));
  expect(refused.status).toBe(403);
});

test("the load of a file is undone as a whole, once, after what it would change was shown", async () => {
  await take([line("un1", 1), line("un2", 2)]);
  const run = await take([line("un2", 20), line("un3", 3), line("un4", "much")]);
  expect(run.rows).toMatchObject({ written: 1, replaced: 1, rejected: 1 });
  const preview = await fixture.call("GET", `${at(run)}/undo`, undefined, manager);
  expect(preview.body).toEqual({
    refusal: null,
    warning: null,
    tables: [
      { fact: "sale_lines", label: "Sales", removed: 1, restored: 1, returned: 0, superseded: 0, kept: 0, released: 0 },
    ],
  });
  expect(await undo(run)).toMatchObject({
    state: "done",
    cause: "undo",
    rows: { read: 1, written: 0, replaced: 1, deleted: 1 },
  });
  expect(await gross("un")).toEqual([
    ["un1", 100],
    ["un2", 200],
  ]);
  expect(await fixture.ended(run.id)).toMatchObject({ isUndone: true });
  expect(await fixture.listRejects(run), "what it has rejected is not waited for").toEqual([]);
  const again = await fixture.call("POST", `${at(run)}/undo`, {}, manager);
  expect([again.status, again.body.error.message]).toEqual([409, "This run has already been undone."]);
});

test("another tenant's manager neither sees nor undoes a load", async () => {
  const run = await take([line("ot1", 1)]);
  const stranger = signedInAs("manager", "south");
  for (const [method, payload] of [
    ["GET", undefined],
    ["POST", {}],
  ] as const) {
    const { status } = await fixture.call(method, `${at(run)}/undo`, payload, stranger);
    expect([403, 404]).toContain(status);
  }
  expect(await gross("ot")).toHaveLength(1);
});

test("a reject whose key comes in later is closed, and taking rejects in again never goes back in time", async () => {
  const bad = await take([line("su1", "old"), line("su2", "old"), line("su5", "old")]);
  expect(bad.rows.rejected).toBe(3);
  await take([line("su1", 5)]);
  expect((await fixture.listRejects(bad)).map((text) => text.split(":")[0])).toEqual(["line 3", "line 4"]);
  const later = await take([line("su3", "old"), line("su3", 3), line("su4", 4), line("su4", "new")]);
  expect(await fixture.listRejects(later), "the row after the good one is newer").toEqual([
    'line 5: "new" is not a number.',
  ]);
  await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    sql`update source_rejects set source_key = null where tenant_id = ${tenantId}`.execute(db),
  );
  await take([line("su2", 6), line("su5", 7)]);
  await take([line("su5", "new"), line("su6", 1)]);
  const connection = `/api/tenants/${tenantId}/connections/${bad.connection}`;
  const detail = (await fixture.call("GET", connection)).body;
  const values = { old: "1", new: "44", much: "2", more: "2" };
  const mapping = {
    ...detail.mapping,
    fields: { ...detail.mapping.fields, gross_minor: { ...fields.gross_minor, values } },
  };
  const saved = await fixture.call("PATCH", connection, { version: detail.version, mapping });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const replay = await fixture.call("POST", `${connection}/rejects/replay`, {});
  expect(await endedRun(replay.body)).toMatchObject({ state: "done" });
  expect(await gross("su")).toEqual([
    ["su1", 500],
    ["su2", 600],
    ["su3", 300],
    ["su4", 4400],
    ["su5", 4400],
    ["su6", 100],
  ]);
});
