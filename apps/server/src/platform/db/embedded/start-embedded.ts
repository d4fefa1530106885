import fs from "node:fs";
import path from "node:path";
import { StartupProblem } from "../../startup-problem.ts";
import { adoptPostmaster, serverUrl } from "./adopt-postmaster.ts";
import { createCluster } from "./create-cluster.ts";
import { keepRunning, type Watch } from "./keep-running.ts";
import { lockDataFolder } from "./lock-data-folder.ts";
import { identifyProcess } from "./process-identity.ts";
import { locateBinariesPackage, placeBinaries } from "./server-binaries.ts";
import { prepareServerHome, type ServerHome } from "./server-home.ts";
import { startPostmaster } from "./start-postmaster.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

/** A database server of ours; `url` is the superuser's, of the database "postgres". */
export type EmbeddedServer = {
  url: string;
  port: number;
  pid: number;
  adopted: boolean;
  /** From now on a server that ends by itself is started again under the same address. */
  keepRunning(say: (line: string) => void): void;
  stop(): Promise<void>;
};

type EmbeddedOptions = { dataDir: string; settings?: Record<string, string>; say?: (line: string) => void };

/** Locks the data folder and gives its PostgreSQL server: the one still running there, or a newly started one. */
export async function startEmbedded({ dataDir, settings = {}, say }: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = path.resolve(dataDir);
  const lock = lockDataFolder(folder);
  try {
    const home = prepareServerHome(folder);
    const { pid, port, adopted } = await reachServer(home, settings, say ?? (() => {}));
    const first = identifyProcess(pid);
    let watch: Watch | null = null;
    const restart = async () => identifyProcess((await reachServer(home, settings, () => {}, port)).pid);
    return {
      url: serverUrl(port, readPassword(home)),
      port,
      pid,
      adopted,
      keepRunning(sayMore) {
        watch = keepRunning(first, restart, sayMore);
      },
      async stop() {
        await watch?.end();
        await stopPostmaster(watch?.current() ?? first);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw explain(error, folder);
  }
}

/** With a port given, a new server takes just that one, since clients know it already. */
async function reachServer(
  home: ServerHome,
  settings: Record<string, string>,
  say: (line: string) => void,
  port?: number,
) {
  const isFirstStart = !fs.existsSync(home.cluster);
  if (!isFirstStart) {
    const running = await adoptPostmaster(home, readPassword(home));
    if (running !== null) {
      say(`Found the database of ${home.dataDir} still running and carry on with it.`);
      return { ...running, adopted: true };
    }
  }
  const native = await placeBinaries(home, locateBinariesPackage());
  if (isFirstStart) {
    say(`Creating the database in ${home.dataDir}.`);
    await createCluster(home, native, settings.fsync !== "off");
  }
  return startPostmaster({
    home,
    native,
    password: readPassword(home),
    settings,
    ...(port !== undefined && { findPort: async () => port }),
  });
}

function readPassword(home: ServerHome): string {
  try {
    return fs.readFileSync(home.passwordFile, "utf8");
  } catch (error) {
    throw new StartupProblem(`The database password cannot be read: ${(error as Error).message}.`);
  }
}

/** Failures of the file system (full, read-only, not ours) are foreseeable wherever they strike. */
function explain(error: unknown, dataDir: string): unknown {
  const isFileProblem = error instanceof Error && "syscall" in error && "path" in error;
  return isFileProblem ? new StartupProblem(`The data folder ${dataDir} cannot be used: ${error.message}.`) : error;
}
