import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { expect, test } from "vitest";
import type { Context } from "../context.ts";
import type { DB } from "../db/schema.gen.ts";
import type { Entity } from "./entity.ts";
import { countRows, findRow, listRows, walkRows } from "./read-entity.ts";
import { setColumns } from "./save-entity.ts";

/** Row-level security would hide a predicate that is missing: these tests read the statements themselves. */
const shelves = {
  name: "shelves",
  one: "Shelf",
  many: "Shelves",
  table: "shelves" as string as Entity["table"],
  people: sql`(select uid, name, email from users)`,
  title: "name",
  isOfTenant: true,
  scope: () => sql`r.state <> 'gone'`,
  permissions: { read: "users.read", manage: "users.manage" },
  fields: {
    name: { label: "Name", type: "text", isSearched: true, shown: "list" },
    state: { label: "State", type: "choice", choices: { open: "Open", gone: "Gone" }, isFilter: true },
    weight: { label: "Weight", type: "count", edit: "never", column: sql`(select r.grams / 10)`, shown: "list" },
  },
} satisfies Entity;

/** Runs work on a database that answers nothing, and gives the statements that it was sent. */
async function listStatements(work: (context: Context) => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query),
  });
  const context = { db, tenantId: "north", now: new Date("2026-03-18T12:00:00Z"), secrets: {} };
  await work(context as unknown as Context);
  return statements;
}

/** What a column must equal in a statement. */
function findParameter({ sql: text, parameters }: CompiledQuery, column: RegExp): unknown {
  const place = new RegExp(`${column.source} = \\$(\\d+)`).exec(text)?.[1];
  return place === undefined ? undefined : parameters[Number(place) - 1];
}

async function walk(context: Context, entity: Entity) {
  for await (const _ of walkRows(context, entity, {}));
}

const readings: Record<string, (context: Context, entity: Entity) => Promise<unknown>> = {
  "a row": (context, entity) => findRow(context, entity, "s1"),
  "a list": (context, entity) => listRows(context, entity, { limit: 10 }),
  "a list that goes on": (context, entity) =>
    listRows(context, entity, { limit: 10, cursor: Buffer.from(JSON.stringify(["A", "s1"])).toString("base64url") }),
  "a list in an order that no index holds": (context, entity) =>
    listRows(context, entity, { limit: 10, sort: "weight" }),
  "a search": (context, entity) => listRows(context, entity, { limit: 10, search: "north" }),
  "a filter": (context, entity) => listRows(context, entity, { limit: 10, filter: ["state:open"] }),
  "a count": (context, entity) => countRows(context, entity, {}),
  "a walk over all rows": walk,
};

test.each(Object.entries(readings))("%s is asked for within the tenant and the entity's own scope", async (_, read) => {
  const statements = await listStatements((context) => read(context, shelves));
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(findParameter(statement, /r\.tenant_id/), statement.sql).toBe("north");
    expect(statement.sql).toContain("r.state <> 'gone'");
  }
});

test("rows of the platform have no tenant to ask for", async () => {
  const { isOfTenant: _, ...shared } = shelves;
  const statements = await listStatements((context) => findRow(context, shared, "s1"));
  for (const statement of statements) expect(statement.sql).not.toContain("tenant_id");
  expect(statements).toHaveLength(1);
});

test("a row is written within the tenant, and only as it was read", async () => {
  const row = { id: "s1", version: 4, name: "A" };
  const [update] = await listStatements((context) =>
    expect(setColumns(context, shelves, row, { name: "B" })).rejects.toMatchObject({ kind: "not_found" }),
  );
  expect(update?.sql).toMatch(/^update "shelves"/);
  const [, condition = ""] = (update?.sql ?? "").split(" where ");
  const where = { ...update, sql: condition } as CompiledQuery;
  expect(["tenant_id", '"id"', "version"].map((name) => findParameter(where, new RegExp(name)))).toEqual([
    "north",
    "s1",
    4,
  ]);
});
