import { expect, test } from "vitest";
import { csvText } from "./csv-text.ts";

test("a plain text is a cell as it is, and one with separators stands in quotes", () => {
  expect(csvText("Ali Hassan")).toBe("Ali Hassan");
  expect(csvText('a "b", c')).toBe('"a ""b"", c"');
  expect(csvText("a;b")).toBe('"a;b"');
});

test("a text with a line break stands in quotes, so that it stays one cell of one row", () => {
  expect(csvText("one\ntwo")).toBe('"one\ntwo"');
  expect(csvText("one\r\ntwo")).toBe('"one\r\ntwo"');
  expect(csvText("one\rtwo")).toBe('"one\rtwo"');
});

/** The cells that a spreadsheet sees that ends them at semicolons and knows nothing of quotes inside a cell. */
const parseCells = (line: string) => line.split(/[;\t\r\n]/).map((cell) => cell.trim());

test.each(["=1+1", "+1", "-1", "@SUM(A1)", ";=1+1", "a;=cmd|' /C calc'!A0;b", "a; +1", "x\n=1+1", "a\t=1", '";=1+1'])(
  "%j runs in no spreadsheet, whatever it ends its cells with",
  (text) => {
    const line = ["first", csvText(text), "last"].join(",");
    for (const cell of [...parseCells(line), csvText(text).replace(/^"/, "")]) expect(cell).not.toMatch(/^[=+\-@]/);
  },
);
