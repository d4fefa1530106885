import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { currencyColumn, isMoney } from "./fact-table.ts";
import { factTables } from "./fact-tables.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each(factTables)(
  "the day of $table follows from the fields that are said",
  async ({ table, dayFields, amountField, columns }) => {
    const { rows } = await client.query(
      "select generation_expression as made from information_schema.columns where table_name = $1 and column_name = 'day'",
      [table],
    );
    const made = (rows[0].made as string | null)?.match(/\w+_at\b/g) ?? ["day"];
    expect(dayFields).toEqual(made);
    expect(Object.keys(columns)).toEqual(expect.arrayContaining([...dayFields, ...(amountField ? [amountField] : [])]));
  },
);

test.each(factTables)("a row of $table says what its amounts are in before they are read", ({ columns }) => {
  const names = Object.keys(columns);
  const amounts = names.filter(isMoney);
  expect(names.includes(currencyColumn)).toBe(amounts.length > 0);
  for (const name of amounts) expect(names.indexOf(currencyColumn)).toBeLessThan(names.indexOf(name));
});

test.each(factTables)("the fields that a record of $table has are told by one number", ({ columns }) => {
  expect(Object.keys(columns).length).toBeLessThanOrEqual(53);
});
