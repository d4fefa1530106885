import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../../platform/errors.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import type { Reader } from "../sources.ts";
import {
  admin,
  type ImportFixture,
  manager,
  openImportFixture,
  sales,
  tenantId,
  toFile,
} from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const listImports = (run: string) => `/api/tenants/${tenantId}/imports/${run}`;

test("a file is taken in, its columns matched by their names, and the same file again changes nothing", async () => {
  const file = toFile(sales("a", 5));
  expect(await fixture.take(file)).toMatchObject({
    state: "done",
    fileName: "sales.csv",
    note: "5 rows read.",
    rows: { read: 5, written: 5, rejected: 0, total: 5 },
  });
  expect(await fixture.stored("a")).toHaveLength(5);
  expect(await fixture.take(file)).toMatchObject({ state: "done", rows: { read: 5, written: 0, unchanged: 5 } });
  const { body } = await fixture.call("GET", "/api/sources", undefined, manager);
  expect(body.items).toMatchObject([{ kind: "file", source: "genesis", state: "healthy" }]);
  await until(async () => (await readdir(path.join(fixture.dataDir, "imports"))).length === 0);
});

test("a file comes in as the field of a form too, with its mapping beside it", async () => {
  const mapping = {
    fact: "sale_lines",
    fields: {
      source_key: { from: "Nr" },
      receipt_key: { from: "Nr" },
      sold_at: { from: "Tag" },
      quantity_milli: { constant: "2" },
      gross_minor: { from: "Summe" },
    },
  };
  const lines = ["--x", 'Content-Disposition: form-data; name="mapping"', "", JSON.stringify(mapping)];
  lines.push("--x", 'Content-Disposition: form-data; name="file"; filename="C:\\\\tills\\\\märz.csv"', "");
  lines.push("Nr;Tag;Summe\nform1;31.03.2026;1.234,50", "--x--", "");
  const response = await fixture.testApp.app.inject({
    method: "POST",
    url: "/api/sources/genesis/imports",
    payload: lines.join("\r\n"),
    headers: { ...manager, "content-type": "multipart/form-data; boundary=x" },
  });
  expect(response.statusCode, response.body).toBe(202);
  expect(await fixture.ended(response.json().run.id)).toMatchObject({ state: "done", rows: { written: 1 } });
  expect(await fixture.stored("form")).toMatchObject([
    { gross_minor: 123_450, sold_at: new Date("2026-03-30T21:00:00.000Z") },
  ]);
});

test("rows with errors are kept with their reasons, and the good ones are stored", async () => {
  const run = await fixture.take(
    toFile([
      ...sales("b", 2),
      "b3,r3,2026-03-01 10:00,Seef,1,a lot",
      "b4,,not a day,Seef,1,2.00",
      "b5,r5,2026-03-01 10:00,Seef,1,2.00,too,many",
      "b6,r6,2026-03-01 10:00,Seef,1,(4.00)",
    ]),
  );
  expect(run).toMatchObject({ state: "done", rows: { read: 6, written: 3, rejected: 3 } });
  expect(await fixture.listRejects(run)).toEqual([
    'line 4: "a lot" is not a number.',
    'line 5: Receipt key is empty; the column is "receipt". "not a day" is not a date and time.',
    "line 6: This row has 8 cells, but there are 6 columns. Check its delimiters and quotes.",
  ]);
});

test("of rows with one key the last one is kept, and how many there were is told", async () => {
  const many = sales("d", 4500);
  const run = await fixture.take(
    toFile(["d1,r1,2026-03-01 10:00,Seef,1,1.00", ...many, "d1,r1,2026-03-01 10:00,Seef,1,99.00"]),
  );
  expect(run).toMatchObject({
    state: "done",
    rows: { read: 4502, written: 4500, replaced: 0, unchanged: 0, duplicates: 2, rejected: 0, total: 4502 },
  });
  const rows = await fixture.stored("d");
  expect([rows.length, rows[0]]).toMatchObject([4500, { source_key: "d1", gross_minor: 9900 }]);
});

test("a file whose columns fit no field that every row needs is refused with their names", async () => {
  const { status, body } = await fixture.send("id,colour\n1,red\n");
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    kind: "invalid_input",
    message: "Some fields that every row needs have no column: Receipt key, Sold at, Quantity, Gross.",
  });
  expect(Object.keys(body.error.fields)).toContain("mapping.fields.sold_at");
});

test("the mapping that was confirmed last is used for the next file with the same columns", async () => {
  const odd = (key: string) => `A,B,C,D\n${key},x1,2026-03-01,7.00\n`;
  const fields = { source_key: { from: "A" }, receipt_key: { from: "B" }, sold_at: { from: "C" } };
  const mapping = {
    fact: "sale_lines",
    fields: { ...fields, quantity_milli: { constant: "1" }, gross_minor: { from: "D" } },
  };
  expect((await fixture.send(odd("e1"))).status).toBe(400);
  expect(await fixture.take(odd("e1"), { mapping: JSON.stringify(mapping) })).toMatchObject({ rows: { written: 1 } });
  expect(await fixture.take(odd("e2"))).toMatchObject({ rows: { written: 1 } });
  const wrong = await fixture.send(odd("e3"), {
    mapping: JSON.stringify({ ...mapping, fields: { ...fields, nonsense: {} } }),
  });
  expect([wrong.status, wrong.body.error.fields["mapping.fields.nonsense"]]).toEqual([
    400,
    'The table sale_lines has no field "nonsense".',
  ]);
  expect((await fixture.send(odd("e3"), { mapping: "{" })).status).toBe(400);
});

test("a draft is previewed, tried without writing, and taken in once its mapping is confirmed", async () => {
  const lines = [...sales("p", 30), "p31,r31,2026-03-01 10:00,Seef,1,much", "p32,r32,2026-03-01 10:00,Seef,1,little"];
  const { status, body } = await fixture.send(toFile(lines), { draft: "1" });
  expect([status, body.run.state]).toEqual([202, "draft"]);
  const run = body.run.id as string;
  const preview = await fixture.call("POST", `${listImports(run)}/preview`, {}, manager);
  expect(preview.status, JSON.stringify(preview.body)).toBe(200);
  expect(preview.body).toMatchObject({ form: { kind: "csv", delimiter: "," }, counts: null });
  expect(preview.body.rows).toHaveLength(20);
  expect(preview.body.rows[0]).toMatchObject({
    line: 2,
    problems: [],
    values: { id: "p1" },
    record: { source_key: "p1", gross_minor: 1050, quantity_milli: 1000, sold_at: "2026-03-01T07:00:00.000Z" },
  });
  expect(preview.body.columns.map(({ name, type }: Record<string, string>) => `${name} ${type}`)).toEqual([
    "id text",
    "receipt text",
    "date instant",
    "branch text",
    "qty number",
    "gross text",
  ]);
  const tried = await fixture.call("POST", `${listImports(run)}/preview`, { isDryRun: true }, manager);
  expect(tried.body.counts).toEqual({
    read: 32,
    written: 30,
    replaced: 0,
    unchanged: 0,
    duplicates: 0,
    rejected: 2,
    leftOut: 0,
    // Rows of the tests before say the same under other keys.
    doubles: 30,
    corrections: 0,
    returns: null,
    newNames: [],
    doubledLoads: expect.arrayContaining([expect.objectContaining({ doubles: 29, rows: 4500, refusal: null })]),
    problems: [{ field: "gross_minor", message: '"much" is not a number.', rows: 2 }],
    notes: [],
  });
  expect(await fixture.stored("p")).toEqual([]);
  const other = await fixture.call(
    "POST",
    `${listImports(run)}/preview`,
    { mapping: { fact: "sales_targets", fields: {} } },
    manager,
  );
  expect(other.body.mapping.fact).toBe("sales_targets");
  const lacking = await fixture.call("POST", `${listImports(run)}/start`, { mapping: other.body.mapping }, manager);
  expect(lacking.status).toBe(400);
  const started = await fixture.call("POST", `${listImports(run)}/start`, { mapping: preview.body.mapping }, manager);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  expect(await fixture.ended(run)).toMatchObject({ state: "done", rows: { written: 30, rejected: 2 } });
  const again = await fixture.call("POST", `${listImports(run)}/start`, { mapping: preview.body.mapping }, manager);
  expect([400, 409]).toContain(again.status);
});

test("a draft that nobody wants is stopped, and its file is removed", async () => {
  const { body } = await fixture.send(toFile(sales("g", 2)), { draft: "1" });
  expect(await fixture.call("POST", `${listImports(body.run.id)}/cancel`, {}, manager)).toMatchObject({
    status: 200,
    body: { state: "cancelled" },
  });
  await until(async () => (await readdir(path.join(fixture.dataDir, "imports"))).length === 0);
  const { status } = await fixture.call("POST", `${listImports(body.run.id)}/preview`, {}, manager);
  expect(status).toBe(400);
  expect(await fixture.stored("g")).toEqual([]);
});

test("a run that breaks off between two steps goes on without loss and without repeating", async () => {
  const readers = fixture.testApp.sources.readers as Record<string, Reader>;
  const real = readers.file as Reader;
  const begun: unknown[] = [];
  readers.file = {
    ...real,
    async *read(scope) {
      begun.push(scope.run.cursor);
      let steps = 0;
      for await (const step of real.read(scope)) {
        yield step;
        if (begun.length === 1 && ++steps === 2) throw new AppError("unavailable", "The database went away.");
      }
    },
  };
  const run = await fixture.take(toFile([...sales("h", 9000), "h9001,r,2026-03-01,Seef,1,much"]));
  readers.file = real;
  expect(begun).toMatchObject([null, { rows: 4000, line: 4002 }]);
  expect(run).toMatchObject({ state: "done", attempt: 2, rows: { read: 9001, written: 9000, rejected: 1 } });
  expect(await fixture.stored("h")).toHaveLength(9000);
});

test("another tenant's manager neither sees nor starts nor sends a file here", async () => {
  const { body } = await fixture.send(toFile(sales("i", 2)), { draft: "1" });
  const stranger = signedInAs("manager", "south");
  const own = `/api/tenants/south/imports/${body.run.id}`;
  const mapping = { fact: "sale_lines", fields: {} };
  for (const path of [listImports(body.run.id), own]) {
    expect((await fixture.call("GET", path, undefined, stranger)).status).toBe(404);
    expect((await fixture.call("POST", `${path}/preview`, {}, stranger)).status).toBe(404);
    expect((await fixture.call("POST", `${path}/start`, { mapping }, stranger)).status).toBe(404);
    expect((await fixture.call("POST", `${path}/cancel`, {}, stranger)).status).toBe(404);
  }
  expect((await fixture.send(toFile(sales("i", 1)), { tenant: tenantId }, stranger)).status).toBe(404);
  expect((await fixture.send(toFile(sales("i", 1)), {}, signedInAs("user", tenantId))).status).toBe(403);
  expect((await fixture.send(toFile(sales("i", 1)), {}, admin)).status).toBe(400);
  expect((await fixture.send(toFile(sales("i", 1)), { tenant: "nowhere" }, admin)).status).toBe(404);
  expect((await fixture.send(toFile(sales("i", 1)), { tenant: tenantId }, admin)).status).toBe(202);
  const response = await fixture.call("GET", listImports(body.run.id), undefined, manager);
  expect(response).toMatchObject({ status: 200, body: { state: "draft" } });
});
