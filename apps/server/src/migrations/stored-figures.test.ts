import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../platform/db/migrate.ts";
import { createTestDatabase } from "../testing/test-database.ts";

const all = fileURLToPath(new URL(".", import.meta.url));
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  database = await createTestDatabase("template0");
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Applies the migrations up to a number, that one included. */
async function migrateTo(number: string): Promise<void> {
  for (const name of readdirSync(all)) {
    if (name.endsWith(".sql") && name.slice(0, 4) <= number)
      copyFileSync(path.join(all, name), path.join(folder, name));
  }
  await migrate(database.url, pathToFileURL(`${folder}/`));
}

async function run<Row extends object>(tenant: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("select set_config('app.tenant_id', $1, false)", [tenant]);
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

type Sale = { key: string; source: string; discount: number; cost: number };

async function storeSales(tenant: string, sales: readonly Sale[]): Promise<void> {
  const rows = sales.map(
    ({ key, source, discount, cost }) =>
      `('${tenant}', '${source}', '${key}', 'UTC', '${key}', '2026-03-01T10:00:00Z', 1000, 1000, ${discount}, ${cost}, now())`,
  );
  await run(
    tenant,
    `insert into sale_lines (tenant_id, source, source_key, time_zone, receipt_key, sold_at, quantity_milli,
      gross_minor, discount_minor, cost_minor, ingested_at) values ${rows.join(", ")}`,
  );
}

async function storeTenant(id: string, currency: string): Promise<void> {
  const columns = "id, name, created_at, currency";
  await run("platform", `insert into tenants (${columns}) values ('${id}', '${id}', now(), '${currency}')`);
}

const sums = `select count(*)::int as rows, sum(gross_minor)::int as gross, coalesce(sum(discount_minor), 0)::int as discount,
  coalesce(sum(cost_minor), 0)::int as cost from sale_lines`;

test("unknown amounts: no sum changes, and only a source that never gave an amount has none", async () => {
  await migrateTo("0024");
  await storeTenant("north", "BHD");
  await storeSales("north", [
    { key: "1", source: "tills", discount: 100, cost: 0 },
    { key: "2", source: "tills", discount: 0, cost: 0 },
    { key: "3", source: "shop", discount: 0, cost: 600 },
    { key: "4", source: "shop", discount: 0, cost: 0 },
  ]);
  const before = await run("north", sums);
  await migrateTo("0025");
  expect(await run("north", sums)).toEqual(before);
  const rows = await run("north", "select discount_minor, cost_minor from sale_lines order by source_key");
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["100", null],
    ["0", null],
    [null, "600"],
    [null, "0"],
  ]);
});

test("currencies: every stored row is in the currency of its tenant, and its amounts stay", async () => {
  await migrateTo("0026");
  await storeTenant("north", "BHD");
  await storeTenant("south", "JPY");
  const sale = { source: "tills", discount: 100, cost: 600 };
  for (const tenant of ["north", "south", "unlisted"]) {
    await storeSales(tenant, [
      { ...sale, key: "1" },
      { ...sale, key: "2" },
    ]);
    await run(
      tenant,
      `insert into fact_history (tenant_id, loaded_by, fact, source, source_key, before, is_gone, changed_at)
        values ('${tenant}', gen_random_uuid(), 'sale_lines', 'tills', '1', '{"gross_minor": 5}', false, now())`,
    );
  }
  const before = await run("north", sums);
  await migrateTo("0027");
  expect(await run("north", sums)).toEqual(before);
  for (const [tenant, currency] of Object.entries({ north: "BHD", south: "JPY", unlisted: "USD" })) {
    const where = `where tenant_id = '${tenant}'`;
    expect(await run(tenant, `select distinct currency from sale_lines ${where}`)).toEqual([{ currency }]);
    const [history] = await run(tenant, `select before from fact_history ${where}`);
    expect(history).toEqual({ before: { gross_minor: 5, currency } });
  }
});

test("rows and mappings of lists follow the names that the product has for them", async () => {
  await migrateTo("0030");
  await storeTenant("north", "BHD");
  await run(
    "north",
    `insert into member_details (tenant_id, source, source_key, time_zone, list, key, ingested_at)
      values ('north', 'files', 'Zone|Z1', 'UTC', 17, 'Z1', now()), ('north', 'files', 'Product|Zone', 'UTC', 1, 'Zone', now())`,
  );
  const mapping = JSON.stringify({ fact: "member_details", fields: { list: { constant: "Zone" } } });
  await run(
    "north",
    `insert into source_connections (tenant_id, id, source, kind, name, settings, mapping, published_state, created_at, updated_at)
      values ('north', 'c', 'tookan', 'file', 'Files', '{}', '${mapping}', 'healthy', now(), now())`,
  );
  await migrateTo("0033");
  expect(await run("north", "select source_key as key from member_details order by 1")).toEqual([
    { key: "Delivery zone|Z1" },
    { key: "Product|Zone" },
  ]);
  const [connection] = await run<{ list: string }>(
    "north",
    "select mapping #>> '{fields,list,constant}' as list from source_connections",
  );
  expect(connection?.list).toBe("Delivery zone");
});

test("views that were kept mean the same days after they end before `to`", async () => {
  await migrateTo("0041");
  const views = [
    "from=2026-03-10&to=2026-03-10&driver=Ali",
    "to=2026-02-28",
    "period=last_30_days&not.to=2026-03-10",
    "to=2026-02-30&from=2026-02-01",
    "",
  ];
  const values = views.map((query, place) => `('north', '${place}', 'r', 't', '${query}', 'u', false, now())`);
  await run(
    "north",
    `insert into saved_views (tenant_id, id, report, title, query, owner_uid, is_shared, created_at) values ${values.join(", ")}`,
  );
  await run(
    "north",
    `insert into exports (tenant_id, id, asked_by, report, title, query, format, state, asked_at, expires_at)
      values ('north', 'e', 'u', 'r', 't', '${views[0]}', 'csv', 'done', now(), now())`,
  );
  await run(
    "north",
    `insert into user_choices (tenant_id, uid, name, value, updated_at) values
      ('north', 'u', 'report:r', '"${views[0]}"', now()), ('north', 'u', 'dashboard', '["to=2026-03-10"]', now())`,
  );
  await migrateTo("0042");
  const moved = "from=2026-03-10&to=2026-03-11&driver=Ali";
  expect(await run("north", "select query from saved_views order by id")).toEqual(
    [moved, "to=2026-03-01", ...views.slice(2)].map((query) => ({ query })),
  );
  expect(await run("north", "select query from exports")).toEqual([{ query: moved }]);
  expect(await run("north", "select value from user_choices order by name desc")).toEqual([
    { value: moved },
    { value: ["to=2026-03-10"] },
  ]);
});
