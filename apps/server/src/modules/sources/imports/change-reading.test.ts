import type { ImportPreview } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encode } from "../../../connectors/file/encode-for-tests.ts";
import { textRow, workbook } from "../../../connectors/file/workbook-for-tests.ts";
import { describeWorksheets } from "./file-readings.ts";
import { type ImportFixture, manager, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const at = (run: string) => `/api/tenants/${tenantId}/imports/${run}`;

async function preview(run: string): Promise<ImportPreview> {
  const { status, body } = await fixture.call("POST", `${at(run)}/preview`, {}, manager);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const changeReading = (run: string, files: object[]) => fixture.call("POST", `${at(run)}/reading`, { files }, manager);

const sheet = (rows: readonly string[][]) => rows.map((cells, index) => textRow(index + 1, cells)).join("");
const header = ["id", "receipt", "date", "branch", "qty", "gross"];
const lines = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => [`${prefix}${n}`, `r${n}`, "2026-03-01", "Seef", "1", "2.50"]);
const book = (prefix: string) =>
  workbook({
    sheets: [
      sheet([header, ...lines(`${prefix}o`, 2)]),
      sheet([[...header, "why"], ...lines(`${prefix}r`, 3).map((line) => [...line, "broken"])]),
    ],
    names: ["Orders", "Returns"],
  });

test("the worksheets that are not read are told, and another one is read where someone chooses it", async () => {
  const draft = await fixture.send(book("wa"), { draft: "1", name: "book.xlsx" });
  const { id } = draft.body.run;
  const first = await preview(id);
  expect(first.files).toMatchObject([
    {
      form: { worksheet: "Orders" },
      worksheets: [
        { name: "Orders", rows: 2 },
        { name: "Returns", rows: 3 },
      ],
      note: "Worksheet Orders is read; Returns (3 rows) is not.",
    },
  ]);
  const missing = await changeReading(id, [{ file: 0, worksheet: "Sales" }]);
  expect([missing.status, missing.body.error.message]).toEqual([
    400,
    'The workbook has no worksheet "Sales". It has "Orders", "Returns".',
  ]);
  expect((await changeReading(id, [{ file: 1, worksheet: "Returns" }])).status).toBe(400);
  expect((await changeReading(id, [{ file: 0, worksheet: "Returns" }])).status).toBe(200);
  const second = await preview(id);
  expect([second.form.worksheet, second.files[0]?.rows, second.keys.rows]).toEqual(["Returns", 3, 3]);
  expect(second.columns.map(({ name }) => name)).toEqual([...header, "why"]);
  expect(second.mapping.fields.gross_minor).toMatchObject({ from: "gross" });
  const start = await fixture.call("POST", `${at(id)}/start`, { mapping: second.mapping }, manager);
  expect(start.status, JSON.stringify(start.body)).toBe(202);
  const run = await fixture.ended(id);
  expect(run).toMatchObject({
    state: "done",
    rows: { read: 3, written: 3 },
    files: [{ note: "Worksheet Returns is read; Orders (2 rows) is not." }],
  });
  expect((await fixture.stored("wa")).map(({ source_key }) => source_key)).toEqual(["war0", "war1", "war2"]);
  expect((await changeReading(id, [{ file: 0, worksheet: "Orders" }])).status, "it has been started").toBe(409);
});

test("a call without a draft takes the worksheet as a field, and its run says what was not read", async () => {
  expect(await fixture.take(book("wb"), { name: "book.xlsx" })).toMatchObject({
    rows: { written: 2 },
    files: [{ note: "Worksheet Orders is read; Returns (3 rows) is not." }],
  });
  expect(await fixture.take(book("wb"), { name: "book.xlsx", worksheet: "Returns" })).toMatchObject({
    rows: { written: 3 },
    files: [{ note: "Worksheet Returns is read; Orders (2 rows) is not." }],
  });
});

test("a text is read in the encoding that someone chooses, and one that says its own has no choice", async () => {
  const text = `${header.join(",")}\nwc1,r1,2026-03-01,Šta,1,2.50\n`;
  const open = async (content: string | Buffer) => (await fixture.send(content, { draft: "1" })).body.run.id as string;
  const id = await open(encode(text, "windows-1257"));
  expect((await preview(id)).files).toMatchObject([{ hasEncodings: true, worksheets: [], note: null }]);
  expect((await changeReading(id, [{ file: 0, encoding: "windows-1257" }])).status).toBe(200);
  const chosen = await preview(id);
  expect([chosen.form.encoding, chosen.rows[0]?.values.branch]).toEqual(["windows-1257", "Šta"]);
  const odd = encode(`${header.join(",")}\nwdΩ,r1,2026-03-01,Seef,1,2.50\n`, "windows-1253");
  await fixture.take(odd, { encoding: "windows-1251" });
  expect((await fixture.stored("wd")).map(({ source_key }) => source_key)).toEqual(["wdЩ"]);
  for (const content of [`\ufeff${text}`, text.replace("Šta", "Seef")]) {
    expect((await preview(await open(content))).files).toMatchObject([{ hasEncodings: false }]);
  }
});

test("the words for worksheets name what is not read, and not too much of it", () => {
  const sheets = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `S${n}`, rows: n === 0 ? 1 : null }));
  expect(describeWorksheets("S0", sheets(1))).toBeNull();
  expect(describeWorksheets(null, [])).toBeNull();
  expect(describeWorksheets("S1", sheets(3))).toBe("Worksheet S1 is read; S0 (1 row) and S2 are not.");
  expect(describeWorksheets("S9", sheets(10))).toBe(
    "Worksheet S9 is read; S0 (1 row), S1, S2, S3, S4 and 4 more are not.",
  );
});
