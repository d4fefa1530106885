import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { tableOwners } from "./table-owners.ts";

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
});
afterAll(() => client.end());

test("each table of the database has one owner, and no other has", async () => {
  const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  expect(Object.keys(tableOwners).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("each owner is a folder of the server", () => {
  const isThere = (owner: string) => existsSync(fileURLToPath(new URL(`../${owner}`, import.meta.url)));
  expect(Object.values(tableOwners).filter((owner) => !isThere(owner))).toEqual([]);
});
