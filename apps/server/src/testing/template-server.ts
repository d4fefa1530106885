import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrateStorage } from "../main/open-storage.ts";
import { startEmbedded } from "../platform/db/embedded/start-embedded.ts";

export const templateDatabase = "console_template";
const owner = "console_owner";

/** A real server in a throwaway folder, with one migrated database to copy; `url` is that database's. */
export async function startTemplateServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "console-tests-"));
  const server = await startEmbedded({
    dataDir,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
  });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = new URL(server.url);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query(`create role ${owner} login createrole createdb password ${pg.escapeLiteral(url.password)}`);
    await admin.query(`create database ${templateDatabase} owner ${owner}`);
    await admin.end();
    url.username = owner;
    url.pathname = `/${templateDatabase}`;
    await migrateStorage(url.href);
    return { url: url.href, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
