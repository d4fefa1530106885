import { randomBytes } from "node:crypto";
import { endPool, openPool } from "../../platform/db/pool.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import type { DemoRecord } from "../demo/demo-record.ts";
import { movementColumns, movementValues } from "../demo/stock-table.ts";
import type { ListedDays } from "./start-till-list.ts";

const schema = "demo_stock";
const reader = "console_demo_reader";
const everyMs = 60_000;
const endPoolMs = 500;

/** Where a connection reads it. */
export type StockDatabase = {
  access: { host: string; port: number; database: string; user: string };
  password: string;
  close(): Promise<void>;
};

type Options = {
  /** The database in which it lies, as its owner reaches it. */
  url: string;
  days: () => ListedDays;
  listMovements: (days: ListedDays) => Promise<DemoRecord[]>;
  log: Logger;
};

/**
 * Keeps the movements of the demo's warehouses in a schema of the product's own database, readable by a role that can do
 * nothing else, and adds what happens meanwhile.
 */
export async function startStockDatabase({ url, days, listMovements, log }: Options): Promise<StockDatabase> {
  const pool = openPool(url, log, { size: 1 });
  const password = randomBytes(24).toString("base64url");
  const addMovements = async () => {
    const records = await listMovements(days());
    const byTime = records.toSorted((one, two) => String(one.moved_at).localeCompare(String(two.moved_at)));
    if (byTime.length > 0) await pool.query(insertion, columnLists(byTime));
  };
  await pool.query(preparation(password));
  await addMovements();
  const adding = setInterval(() => {
    addMovements().catch((error) => log.warn({ err: error }, "The demo's stock did not move"));
  }, everyMs).unref();
  const { hostname, port, pathname } = new URL(url);
  return {
    access: { host: hostname, port: Number(port || 5432), database: pathname.slice(1), user: reader },
    password,
    async close() {
      clearInterval(adding);
      await endPool(pool, endPoolMs);
    },
  };
}

/** The role belongs to the whole server, and may be there already. */
function preparation(password: string): string {
  const columns = movementColumns.map(({ name, type }) => `${name} ${type}`).join(", ");
  return `
    do $$ begin
      if not exists (select from pg_roles where rolname = '${reader}') then
        create role ${reader} login connection limit 4;
      end if;
    end $$;
    alter role ${reader} password '${password}';
    create schema if not exists ${schema};
    create table if not exists ${schema}.movements (
      number bigint generated always as identity primary key, ${columns}, unique (movement_id)
    );
    grant usage on schema ${schema} to ${reader};
    grant select on ${schema}.movements to ${reader};`;
}

const names = movementColumns.map(({ name }) => name).join(", ");
const lists = movementColumns.map(({ type }, place) => `$${place + 1}::${type}[]`).join(", ");
const insertion = `insert into ${schema}.movements (${names})
  select ${names} from unnest(${lists}) with ordinality as movement (${names}, place)
  where not exists (select from ${schema}.movements known where known.movement_id = movement.movement_id)
  order by place`;

function columnLists(records: readonly DemoRecord[]): unknown[][] {
  const rows = records.map(movementValues);
  return movementColumns.map((_, place) => rows.map((row) => row[place]));
}
