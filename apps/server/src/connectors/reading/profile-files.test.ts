import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textRow, workbook } from "../file/workbook-for-tests.ts";
import { profileFiles } from "./profile-files.ts";
import type { FileProfile, FileToRead } from "./reading-task.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "profiles-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string | Buffer): Promise<FileToRead> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return { path: file, name };
}

async function profile(files: readonly FileToRead[]): Promise<FileProfile> {
  for await (const part of profileFiles({ files })) if ("profile" in part) return part;
  throw new Error("There was no answer.");
}

const sheet = (...rows: string[][]) => rows.map((cells, index) => textRow(index + 1, cells)).join("");

test("workbooks of one load are read in the sheet of the first, also where someone has chosen it for the first alone", async () => {
  const orders = sheet(["id", "sum"], ["o1", "5"]);
  const returns = sheet(["id", "why"], ["r1", "x"], ["r2", "y"]);
  const march = await write("march.xlsx", workbook({ sheets: [orders, returns], names: ["Orders", "Returns"] }));
  const april = await write("april.xlsx", workbook({ sheets: [returns, orders], names: ["Returns", "Orders"] }));
  const read = ({ files }: FileProfile) => files.map(({ form, rows }) => [form.worksheet, rows]);
  expect(read(await profile([march, april]))).toEqual([
    ["Orders", 1],
    ["Orders", 1],
  ]);
  expect(read(await profile([{ ...march, choice: { worksheet: "Returns" } }, april]))).toEqual([
    ["Returns", 2],
    ["Returns", 2],
  ]);
});

test("a letter beyond ASCII in any row of a text leaves its encoding to choose", async () => {
  const lines = Array.from({ length: 30_000 }, (_, n) => `${n},plain text`);
  const plain = await write("plain.csv", ["id,name", ...lines].join("\n"));
  const late = await write("late.csv", ["id,name", ...lines, "x,Zoë"].join("\n"));
  const { files } = await profile([plain, late]);
  expect(files.map(({ hasEncodings }) => hasEncodings)).toEqual([false, true]);
});
