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

test.each([
  ["fetch", 'void fetch("/api/users");'],
  ["fetch of the window", 'void window.fetch("/api/users");'],
  ["Intl", 'const format = new Intl.NumberFormat("en");'],
])("a feature that reaches past the ones is refused: %s", (_, text) => {
  expect(checkFile("apps/web/src/features/home/home-page.tsx", text)).toEqual([
    expect.stringMatching(/^features-use-the-ones: apps\/web\/src\/features\/home\/home-page\.tsx:1: /),
  ]);
  expect(checkFile("apps/web/src/lib/api.ts", text)).toEqual([]);
});

test("a property of that name is none of the rule's business", () => {
  expect(checkFile("apps/web/src/features/home/home-page.tsx", "client.fetch({ fetch: 1 });")).toEqual([]);
});

test.each(["apps/web/src/features/home/utils.ts", "apps/server/src/platform/helpers.ts"])(
  "a file whose name says nothing is refused: %s",
  (file) => {
    expect(checkFile(file, "export const one = 1;")).toEqual([
      `name-a-file-after-what-it-holds: ${file}:1: the name says nothing; name the file after its main export`,
    ]);
  },
);

test.each([
  ["a value", "open(search as never);"],
  ["a list", "ingest(records as never[]);"],
  ["an element's property", "const page = <Row search={{ id: 1 } as never} />;"],
])("a cast to never is refused: %s", (_, text) => {
  expect(checkFile("apps/web/src/lib/row.tsx", `const search = 1;\n${text}`)).toEqual([
    "say-what-a-value-is: apps/web/src/lib/row.tsx:2: a value is cast to never; give it its type, or the place the type that it takes",
  ]);
});

test("a cast to another type, and never as a type, are none of the rule's business", () => {
  expect(checkFile("apps/web/src/lib/row.ts", "const row: Record<string, never> = read() as Row;")).toEqual([]);
});

test("a bare table is refused in a feature, and has its place in a block", () => {
  const text = "export const page = (\n  <table>\n    <tbody />\n  </table>\n);";
  expect(checkFile("apps/web/src/features/home/home-page.tsx", text)).toEqual([
    "show-rows-with-a-block: apps/web/src/features/home/home-page.tsx:2: a bare table; use PlainTable, RecordTable or DataTable of the blocks",
  ]);
  expect(checkFile("apps/web/src/blocks/plain-table/plain-table.tsx", text)).toEqual([]);
  expect(checkFile("apps/web/src/features/home/home-page.tsx", "const page = <PlainTable rows={rows} />;")).toEqual([]);
});

test.each([
  ["a format of its own", 'const format = new Intl.DateTimeFormat("en", { hour: "2-digit" });'],
  ["the clock of the device", "const text = new Date().toLocaleTimeString();"],
])("a time that is written past its reader is refused: %s", (_, text) => {
  expect(checkFile("apps/web/src/lib/clock.ts", text)).toEqual([
    expect.stringMatching(/^write-times-with-their-zone: apps\/web\/src\/lib\/clock\.ts:1: /),
  ]);
  expect(checkFile("packages/figures/src/time-zone.ts", text)).toEqual([]);
});
