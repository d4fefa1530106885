import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { forceRowSecurity, liftRowSecurity } from "../db/migrate.ts";
import { beginWholeRead, requireWholeRead } from "../db/whole-read.ts";
import { StartupProblem } from "../startup-problem.ts";
import { copyFormats, listTables, quoteName, schemas } from "./catalogue.ts";
import { withClient } from "./connect.ts";
import { RowDigest } from "./digests.ts";
import { liftConstraints } from "./lift-constraints.ts";
import { describeRows, type Following } from "./make-backup.ts";
import type { Manifest, StoredTable } from "./manifest.ts";
import { createPartitions } from "./restore-partitions.ts";
import { ignoreContent, readStored, readStoredTable } from "./stored-files.ts";

type Target = { url: string; dataDir: string };

/** Refuses a database in which there is anything: what is there is never mixed with what comes back. */
export async function requireEmpty(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("begin read only");
    await beginWholeRead(client);
    await requireWholeRead(client, await presentSchemas(client));
    for (const { schema, name } of await listTables(client)) {
      if (name === "schema_migrations") continue;
      const { rows } = await client.query<{ isUsed: boolean }>(
        `select exists (select from ${quoteName(schema, name)}) as "isUsed"`,
      );
      if (rows[0]?.isUsed) {
        throw new StartupProblem(`The database is not empty: ${schema}.${name} has rows. Restore into an empty one.`);
      }
    }
  });
}

async function presentSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname = any ($1)",
    [schemas],
  );
  return rows.map(({ name }) => name);
}

/**
 * Brings the rows and files of a backup into a database that has its schema and no rows, and compares every row with
 * what was written: all of it, or nothing. The owner of the tables need not be a superuser.
 */
export async function restoreRows(
  manifest: Manifest,
  { url, dataDir }: Target,
  { folder, signal, say }: Following & { folder: string },
): Promise<void> {
  const written: string[] = [];
  try {
    await withClient(url, async (client) => {
      await client.query("begin");
      await client.query(copyFormats);
      await createPartitions(client, manifest.partitions);
      const walls = await liftRowSecurity(client);
      const restoreConstraints = await liftConstraints(client);
      await requireSameTables(client, manifest);
      for (const [index, table] of manifest.tables.entries()) {
        await copyIn(client, table, folder, signal);
        await compareRows(client, table, signal);
        say(
          `Restored ${index + 1} of ${manifest.tables.length}: ${table.schema}.${table.name}, ${describeRows(table.rows)}`,
        );
      }
      for (const { schema, name, value, isUsed } of manifest.sequences) {
        await client.query("select setval($1::regclass, $2::bigint, $3)", [quoteName(schema, name), value, isUsed]);
      }
      say("Building the indexes and checking that rows that name each other are all there …");
      await restoreConstraints();
      await forceRowSecurity(client, walls);
      for (const file of manifest.files) {
        const place = path.join(dataDir, file.path);
        if (existsSync(place))
          throw new StartupProblem(`${place} is there already. Restore into an empty data folder.`);
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        written.push(place);
        await readStored(folder, file, createWriteStream(place, { mode: 0o600, flags: "wx", flush: true }), { signal });
      }
      signal.throwIfAborted();
      await client.query("commit");
      await client.query("analyze");
    });
  } catch (error) {
    for (const place of written) await rm(place, { force: true });
    throw error;
  }
}

async function requireSameTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const tables = (await listTables(client)).filter(({ root }) => !manifest.leftOut.includes(root));
  const describe = ({ schema, name, columns }: Pick<StoredTable, "schema" | "name" | "columns">) =>
    `${schema}.${name} (${[...columns].sort().join(", ")})`;
  const stored = new Set(manifest.tables.map(describe));
  const present = new Set(tables.map(describe));
  const odd = [...stored].find((one) => !present.has(one)) ?? [...present].find((one) => !stored.has(one));
  if (odd) throw new StartupProblem(`The backup and its schema differ at ${odd}: nothing was restored.`);
}

async function copyIn(client: pg.Client, table: StoredTable, folder: string, signal: AbortSignal): Promise<void> {
  const name = quoteName(table.schema, table.name);
  const list = table.columns.map((column) => quoteName(column)).join(", ");
  // What the migrations have put there is in the backup too.
  await client.query(`delete from ${name}`);
  await readStoredTable(folder, table, client.query(copyFrom(`copy ${name} (${list}) from stdin`)), signal);
}

/** Reads the rows back, as they stand in the database now. */
async function compareRows(client: pg.Client, table: StoredTable, signal: AbortSignal): Promise<void> {
  const list = table.columns.map((column) => quoteName(column)).join(", ");
  const source = client.query(copyTo(`copy ${quoteName(table.schema, table.name)} (${list}) to stdout`));
  const content = new RowDigest();
  await pipeline(source, content, ignoreContent(), { signal });
  if (content.rows !== table.rows || content.digest() !== table.rowsDigest) {
    throw new StartupProblem(
      `${table.schema}.${table.name} came back with other rows than were backed up: nothing was restored.`,
    );
  }
}
