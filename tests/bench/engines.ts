import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";

export type Rows = Record<string, unknown>[];

/** Something that answers SQL. */
export type Engine = { name: string; query(sql: string): Promise<Rows>; close(): Promise<void> };

/** The raw facts, read as their owner: no rollup and no wall in the way. */
export async function openPostgres(url: string): Promise<Engine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    name: "PostgreSQL, raw facts",
    query: async (sql) => (await client.query(sql)).rows as Rows,
    close: () => client.end(),
  };
}

/** The columns that the questions read. */
const copied = {
  delivery_tasks: [
    "tenant_id",
    "day",
    "hour",
    "status",
    "task_type",
    "is_cancelled",
    "is_closed_by_admin",
    "driver_id",
    "failure_reason_id",
    "late_seconds",
    "delivery_seconds",
    "due_at",
  ],
  stock_movements: ["tenant_id", "day", "warehouse_id", "product_id", "quantity_milli"],
};

/** A columnar engine in memory, loaded with the same rows. */
export async function openDuckDb(source: pg.Client, folder: string): Promise<Engine> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  mkdirSync(folder, { recursive: true });
  for (const [table, columns] of Object.entries(copied)) {
    const file = path.join(folder, `${table}.csv`);
    // The server writes the file itself, so it lies in the server's own folder.
    await source.query(`copy (select ${columns.join(", ")} from ${table}) to '${file}' (format csv, header)`);
    await connection.run(`create table ${table} as select * from read_csv('${file}', sample_size = -1)`);
    rmSync(file);
  }
  return {
    name: "DuckDB, same rows",
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Rows,
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
