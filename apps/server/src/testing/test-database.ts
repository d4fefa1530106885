import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { templateDatabase } from "./template-server.ts";

/** A migrated database of its own for one test file, or one that only has what a template of the server has; `drop` when done. */
export async function createTestDatabase(template = templateDatabase): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject("postgresUrl"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  url.pathname = "/postgres";
  const administration = url.href;
  await run(administration, `create database ${name} template ${template}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(administration, name) };
}

const denied = "42501";

/** The server's own cleaning up may be at work in it, which nobody else ends: it is gone in a moment. */
async function drop(administration: string, name: string, tries = 20): Promise<void> {
  try {
    await run(administration, `drop database ${name} with (force)`);
  } catch (error) {
    const isBusy = error instanceof Error && "code" in error && error.code === denied;
    if (!isBusy || tries <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await drop(administration, name, tries - 1);
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
