import { expect, test } from "vitest";
import { checkFile } from "./check-file.mjs";

test.each([
  ["an object", "const row = { ...{ id: 1, kind: 'x' }, name };"],
  ["an array", "const row = [...['a', 'b'], name];"],
  ["arguments", "call(...[1, 2]);"],
  ["parentheses around it", "const row = { ...({ id: 1 }) };"],
  ["properties of an element", "const page = <Row {...{ id: 1 }} />;"],
])("a literal that is spread is refused: %s", (_, text) => {
  expect(checkFile("apps/web/src/lib/row.tsx", `const name = 1;\n${text}`)).toEqual([
    "write-literals-plainly: apps/web/src/lib/row.tsx:2: a literal is spread; write its properties or elements in place",
  ]);
});

test("a spread of a value is none of the rule's business", () => {
  const text = "const row = { ...base, ...(isOpen ? { open: true } : {}), ...(name && { name }), list: [...rows] };";
  expect(checkFile("apps/web/src/lib/row.ts", text)).toEqual([]);
});
