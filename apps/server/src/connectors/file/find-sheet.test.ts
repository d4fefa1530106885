import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFile } from "./open-file.ts";
import { textRow, workbook } from "./workbook-for-tests.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sheets-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sheet = (...rows: string[][]) => rows.map((cells, index) => textRow(index + 1, cells)).join("");
const notes = sheet(["Read me"], ["These are the orders of March."], ["Returns are apart."]);
const orders = sheet(["id", "sum"], ["o1", "5"], ["o2", "6"]);
const returns = sheet(
  ["Returns of March", ""],
  ["id", "sum", "why"],
  ["r1", "1", "x"],
  ["r2", "2", "y"],
  ["r3", "3", "z"],
);
const book = workbook({
  sheets: [notes, sheet(["id", "sum"]), orders, returns, ""],
  names: ["Notes", "Empty", "Orders", "Returns", "Blank"],
});

async function open(choice: Parameters<typeof openFile>[2]) {
  const file = path.join(folder, "book.xlsx");
  await writeFile(file, book);
  return openFile(file, "book.xlsx", choice);
}

test("the first sheet with a header and rows is read, and the others that have rows are listed", async () => {
  const opened = await open({});
  expect([opened.form.worksheet, opened.columns]).toEqual(["Orders", ["id", "sum"]]);
  expect(await opened.listWorksheets()).toEqual([
    { name: "Notes", rows: 2 },
    { name: "Orders", rows: null },
    { name: "Returns", rows: 3 },
  ]);
});

test("another sheet is read where someone has chosen it, or where it is likely and has rows", async () => {
  expect((await open({ worksheet: "Returns" })).columns).toEqual(["id", "sum", "why"]);
  expect((await open({ worksheet: "Notes" })).columns).toEqual(["Read me"]);
  expect((await open({ likelyWorksheet: "Returns" })).form.worksheet).toBe("Returns");
  expect((await open({ likelyWorksheet: "Empty" })).form.worksheet).toBe("Orders");
  await expect(open({ worksheet: "Blank" })).rejects.toThrow('The worksheet "Blank" is empty.');
  await expect(open({ worksheet: "Sales" })).rejects.toThrow(
    'The workbook has no worksheet "Sales". It has "Notes", "Empty", "Orders", "Returns", "Blank".',
  );
});
