import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const cli = path.join(
  path.dirname(createRequire(import.meta.url).resolve("kysely-codegen/package.json")),
  "dist/cli/bin.js",
);

/** Days and 64-bit counts arrive as text and numbers: the pool parses them so. */
const typeMapping = { date: "string", int8: "number", xid8: "string" };

/** The TypeScript types of a migrated database's tables. */
export async function databaseTypes(url: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    cli,
    "--url",
    url,
    "--dialect",
    "postgres",
    "--print",
    "--log-level",
    "silent",
    "--exclude-pattern",
    "graphile_worker.*",
    "--type-mapping",
    JSON.stringify(typeMapping),
  ]);
  return stdout;
}
