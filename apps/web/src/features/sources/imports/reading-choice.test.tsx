import type { ImportPreview } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../../lib/api.ts";
import { callInputs, renderInApp, says, type } from "../../../lib/screen-for-tests.tsx";
import { preview } from "./import-preview-for-tests.ts";
import { ReadingChoice } from "./reading-choice.tsx";
import { SheetNotes } from "./sheet-notes.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

type File = ImportPreview["files"][number];
const plain: File = {
  name: "sales.csv",
  rows: 2,
  form: preview.form,
  worksheets: [],
  hasEncodings: false,
  gaps: [],
  note: null,
};
const book: File = {
  ...plain,
  name: "book.xlsx",
  form: { kind: "xlsx", encoding: "utf-8", delimiter: null, worksheet: "Orders" },
  worksheets: [
    { name: "Orders", rows: 2 },
    { name: "Returns", rows: null },
  ],
  note: "Worksheet Orders is read; Returns is not.",
};
const onChanged = vi.fn();

beforeEach(() => {
  vi.mocked(callApi).mockReset();
  onChanged.mockReset();
});

const show = (files: File[]) =>
  renderInApp(
    <>
      <SheetNotes files={files} />
      <ReadingChoice tenantId="t1" run="r1" files={files} onChanged={onChanged} formats={ownFormats} />
    </>,
  );

test("nothing is asked of a file that leaves no choice", async () => {
  await show([plain, { ...book, worksheets: book.worksheets.slice(0, 1), note: null }]);
  expect(document.querySelector("select")).toBeNull();
});

test("another worksheet is read, and what is not read is told", async () => {
  await show([book]);
  await says("Worksheet Orders is read; Returns is not.");
  const options = [...document.querySelectorAll("option")].map(({ text }) => text);
  expect(options).toEqual(["Orders (2 rows)", "Returns"]);
  await type("Worksheet", "Returns");
  expect(callInputs("changeReading")).toEqual([
    { tenantId: "t1", run: "r1", files: [{ file: 0, worksheet: "Returns" }] },
  ]);
  expect(onChanged).toHaveBeenCalledOnce();
});

test("of several files each has its own choice, and one that cannot be read so says why", async () => {
  vi.mocked(callApi).mockRejectedValueOnce(new ApiError({ kind: "invalid_input", message: "It has no rows." }));
  await show([book, { ...plain, name: "b.csv", hasEncodings: true }]);
  await says("book.xlsx: Worksheet Orders is read; Returns is not.");
  await type("Encoding of b.csv", "windows-1251");
  expect(callInputs("changeReading").at(-1)).toMatchObject({ files: [{ file: 1, encoding: "windows-1251" }] });
  await says("It has no rows.");
  expect(onChanged).not.toHaveBeenCalled();
});

test("cells below a filled one are left empty or filled, and months are rows or columns, each beside what was chosen", async () => {
  const form = { ...plain.form, months: ["Jan", "Mar"], areMonthsRows: true, fillDown: ["Region"] };
  await show([{ ...plain, form, rows: 5, gaps: [{ column: "Branch", rows: 3 }] }]);
  await says("Left empty (3 of 5 rows)");
  await type("Empty cells of Branch", "above");
  expect(callInputs("changeReading").at(-1)).toMatchObject({
    files: [{ file: 0, months: "rows", fillDown: ["Region", "Branch"] }],
  });
  await type("Months", "columns");
  expect(callInputs("changeReading").at(-1)).toMatchObject({
    files: [{ file: 0, months: "columns", fillDown: ["Region"] }],
  });
});
