import { expect, test } from "vitest";
import { checkFile } from "./check-file.mjs";

test.each([
  ['const label = "Kind";', 'say-it-plainly: apps/web/src/lib/words.ts:2: "Kind" is said as "Type"'],
  [
    "const help = `It is held against ` + name;",
    'say-it-plainly: apps/web/src/lib/words.ts:2: "It is held against" is said as "is compared with"',
  ],
])("what no product says is refused: %s", (text, problem) => {
  expect(checkFile("apps/web/src/lib/words.ts", `const name = "a";\n${text}`)).toEqual([problem]);
});

test.each(['const label = "Type";', 'const help = "Each kind of row.";', "// Half by, Kind"])("%s is not", (text) => {
  expect(checkFile("apps/web/src/lib/words.ts", text)).toEqual([]);
});
