import ts from "typescript";
import { expect, test } from "vitest";
import { tableOwnership } from "./table-ownership.mjs";

const owners = new Map([
  ["crates", "modules/store"],
  ["keys", "modules/gate"],
  ["entries", "platform/book"],
]);

/** The tables that a planted file names although it does not own them. */
function refusedTables(text: string, file = "apps/server/src/modules/store/pack-crate.ts"): string[] {
  const rule = tableOwnership(owners);
  if (!rule.appliesTo(file)) return [];
  const refused: string[] = [];
  const visit = (node: ts.Node) => {
    rule.visit(node, (_: ts.Node, message: string) =>
      refused.push(/^"(\w+)" is a table of/.exec(message)?.[1] ?? message),
    );
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return refused;
}

test.each([
  ["a template of SQL", `sql\`select 1 from keys k where k.id = \${id}\``],
  ["a template with the type of its rows", "sql<Row>`select 1 from keys`"],
  ["a join", "sql`select 1 from crates c left join keys k on k.id = c.key_id`"],
  ["a list of tables", "sql`select 1 from crates c, keys k`"],
  ["a part of a statement", "sql`exists (select from only keys)`"],
  ["a name with its schema", "sql`delete from public.keys`"],
  ["a table after a value", `sql\`select \${one} from \${two} t join keys on true\``],
  ["an insert", "sql`insert into keys (id) values (1)`"],
  ["an update", "sql`update keys set id = 1`"],
  ["a plain text that is SQL", "const text = 'select id from keys where true';"],
  ["a text with values that is SQL", `const text = \`select \${a} from keys\`;`],
  ["a select of the query builder", "db.selectFrom('keys').selectAll()"],
  ["an alias of the query builder", "db.selectFrom('keys as k').selectAll()"],
  ["a list of the query builder", "db.selectFrom(['crates', 'keys as k'])"],
  ["a join of the query builder", "db.selectFrom('crates').innerJoin('keys as k', 'k.id', 'crates.key')"],
  ["an insert of the query builder", "db.insertInto('keys').values(row)"],
  ["a table by its name", `sql\`select 1 from \${sql.table('keys')}\``],
  ["rows that are described to others", "const entity = { name: 'keys', table: 'keys' };"],
])("the table of another module is refused: %s", (_, text) => {
  expect(refusedTables(text)).toEqual(["keys"]);
});

test("a module may name its own tables, and the platform's only in the folder that owns them", () => {
  const own = "sql`select 1 from crates`; db.selectFrom('crates as c')";
  expect(refusedTables(own)).toEqual([]);
  expect(refusedTables(own, "apps/server/src/main/seed-store.ts")).toEqual(["crates", "crates"]);
  expect(refusedTables("sql`select 1 from entries`")).toEqual(["entries"]);
  expect(refusedTables("sql`select 1 from entries`", "apps/server/src/platform/desk/read-desk.ts")).toEqual([
    "entries",
  ]);
  expect(refusedTables("sql`select 1 from entries`", "apps/server/src/platform/book/read-book.ts")).toEqual([]);
});

test("what only looks like a table is none", () => {
  expect(refusedTables("sql`with keys as (select 1), more (id) as (select 2) select * from keys, more`")).toEqual([]);
  expect(refusedTables("sql`select keys from crates where note = 'from keys'`")).toEqual([]);
  expect(refusedTables("sql`select extract(day from crates.keys) from crates`")).toEqual([]);
  expect(refusedTables("const text = 'Take one from keys that you know.';")).toEqual([]);
});

test("tests may look into every table", () => {
  const text = "sql`select 1 from keys`";
  for (const file of ["modules/store/a.test.ts", "modules/store/a-for-tests.ts", "testing/people.ts"]) {
    expect(refusedTables(text, `apps/server/src/${file}`)).toEqual([]);
  }
});
