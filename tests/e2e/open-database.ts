import { readFileSync } from "node:fs";
import pg from "pg";
import { adoptPostmaster, serverUrl } from "../../apps/server/src/platform/db/embedded/adopt-postmaster.ts";
import { prepareServerHome } from "../../apps/server/src/platform/db/embedded/server-home.ts";

/** The database of a product that runs, as its superuser has it: what somebody with all rights could do behind its back. */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const home = prepareServerHome(dataDir);
  const password = readFileSync(home.passwordFile, "utf8");
  const server = await adoptPostmaster(home, password);
  if (!server) throw new Error(`No database runs in ${dataDir}.`);
  const address = new URL(serverUrl(server.port, password));
  address.pathname = "/console";
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  return client;
}
