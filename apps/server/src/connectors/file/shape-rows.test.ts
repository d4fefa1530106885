import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FilePlace, ReadingChoice } from "./file-row.ts";
import { findMonthColumns } from "./month-columns.ts";
import { openFile } from "./open-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shape-rows-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(content: string, choice: ReadingChoice = {}) {
  const file = path.join(folder, "file.csv");
  await writeFile(file, content);
  return openFile(file, "file.csv", choice);
}

async function read(content: string, choice: ReadingChoice = {}, from: FilePlace | null = null) {
  const opened = await open(content, choice);
  const rows: string[] = [];
  let next: FilePlace | null = null;
  for await (const part of opened.read(from)) {
    rows.push(...part.rows.map(({ place, values }) => `${place}: ${Object.values(values).join(" | ")}`));
    next = part.next;
  }
  return { rows, next, columns: opened.columns, form: opened.form };
}

test.each([
  [
    ["Branch", "Jan", "Feb", "Mrz"],
    ["01", "02", "03"],
  ],
  [
    ["2024-01", "2024-02", "Total"],
    ["2024-01", "2024-02"],
  ],
  [
    ["Jan-24", "Feb-24"],
    ["2024-01", "2024-02"],
  ],
  [
    ["Januar 2024", "Februar 2024"],
    ["2024-01", "2024-02"],
  ],
  [
    ["2024-01-01", "2024-02-01"],
    ["2024-01", "2024-02"],
  ],
  [
    ["janvier", "février"],
    ["01", "02"],
  ],
  // One month alone, the same twice, or years beside none are no table of months.
  [["Branch", "May"], []],
  [["Jan", "January"], []],
  [["Jan", "Feb-24"], []],
  [["202401", "202402"], []],
])("of the columns %j, %j are months", (columns, months) => {
  expect(findMonthColumns(columns).map(({ month }) => month)).toEqual(months);
});

test("months that are columns are read as rows, those without a value are none, and they can be left as columns", async () => {
  const content = "Branch,2024-01,2024-02,Total\nSeef,100,,100\nRiffa,90,95,185\n";
  const { rows, columns, form } = await read(content);
  expect(columns).toEqual(["Branch", "Total", "Month", "Monthly value"]);
  expect(rows).toEqual([
    "line 2, 2024-01: Seef | 100 | 2024-01 | 100",
    "line 3, 2024-01: Riffa | 185 | 2024-01 | 90",
    "line 3, 2024-02: Riffa | 185 | 2024-02 | 95",
  ]);
  expect(form).toMatchObject({ months: ["2024-01", "2024-02"], areMonthsRows: true });
  const left = await read(content, { months: "columns" });
  expect(left.rows[0]).toBe("line 2: Seef | 100 |  | 100");
  expect(left.form).toMatchObject({ areMonthsRows: false });
});

test("months without a year take that of their row", async () => {
  const { rows } = await read("Filiale;Jahr;Januar;Februar\nSeef;2024;100;110\nRiffa;;90;95\n");
  expect(rows).toEqual([
    "line 2, Januar: Seef | 2024 | 2024-01 | 100",
    "line 2, Februar: Seef | 2024 | 2024-02 | 110",
    "line 3, Januar: Riffa |  | Januar | 90",
    "line 3, Februar: Riffa |  | Februar | 95",
  ]);
});

test("a table of months below months has no header", async () => {
  expect((await open("2024-01,2024-03\n2024-02,2024-04\n2024-05,2024-06\n")).columns).toEqual(["Column 1", "Column 2"]);
});

test("empty cells are filled from the row above where someone has chosen so, also where reading goes on later", async () => {
  const content = "Branch,Receipt\nSeef,r1\n,r2\nRiffa,r3\n,r4\n";
  expect((await read(content)).rows).toContain("line 3:  | r2");
  const choice = { fillDown: ["Branch"] };
  const { rows, form } = await read(content, choice);
  expect(rows).toEqual(["line 2: Seef | r1", "line 3: Seef | r2", "line 4: Riffa | r3", "line 5: Riffa | r4"]);
  expect(form.fillDown).toEqual(["Branch"]);
  const half = await read("Branch,Receipt\nSeef,r1\n,r2\n", choice);
  expect(half.next?.above).toEqual({ Branch: "Seef" });
  const from = { ...half.next, offset: content.indexOf(",r2"), line: 3 } as FilePlace;
  expect((await read(content, choice, from)).rows[0]).toBe("line 3: Seef | r2");
});
