import { expect, test } from "vitest";
import { listStrings, mayBeSeen } from "./list-strings.mjs";

const list = (source: string) => listStrings("apps/web/src/page.tsx", source).map(({ text }) => text);

test("texts of elements, labels, messages and templates are listed with their line", () => {
  const source = `const page = <Field label="User limit" className="wide field">\n  Save all\n  changes</Field>;
throw new AppError("conflict", \`\${name} exists.\`);\nconst words = count === 1 ? "1 row" : \`\${count} rows of \${name}\`;`;
  expect(listStrings("apps/web/src/page.tsx", source)).toEqual([
    { line: 1, text: "User limit" },
    { line: 2, text: "Save all changes" },
    { line: 4, text: "{…} exists." },
    { line: 5, text: "1 row" },
    { line: 5, text: "{…} rows of {…}" },
  ]);
});

test("names, imports, keys, styles and statements are not", () => {
  expect(
    list(
      `import x from "some where";\nconst a = { "two words": 1, b: "order_id", c: "/api/users/{id}" };
type T = "Two words";\nconst q = sql\`select name from users\`;\nconst s = "select a, b from t where x = 1";
const e = <div className="a b" id="two words" />;`,
    ),
  ).toEqual([]);
});

test("texts of tests are not seen by people", () => {
  expect(mayBeSeen("apps/web/src/features/home/home-page.tsx")).toBe(true);
  expect(mayBeSeen("apps/web/src/features/home/home-page.test.tsx")).toBe(false);
  expect(mayBeSeen("tooling/strings.mjs")).toBe(false);
});
