import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { destination } from "pino";
import { type Config, readConfig } from "../platform/config.ts";
import { StartupProblem } from "../platform/startup-problem.ts";
import { createLogger } from "../platform/telemetry/logger.ts";
import { startServer } from "./start-server.ts";

/** Starts the product from the environment, tells the operator in plain words, and ends cleanly on a signal. */
export async function serve(): Promise<void> {
  try {
    // biome-ignore lint/style/noProcessEnv: the one place where the environment enters
    const config = readConfig(process.env);
    const server = await startServer(config, {
      webFolder: fileURLToPath(new URL("../../../web/dist", import.meta.url)),
      log: createLogger(config.logLevel, logDestination(config)),
      say,
    });
    endOnSignal(server.stop);
    for (const line of server.greeting) say(line);
    if (config.adminMail.length === 0) say("Nobody is told of new requests by mail: set ADMIN_MAIL to be told.");
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function endOnSignal(stop: () => Promise<void>): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    say("Stopping …");
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : error}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/** In a terminal the log would bury what people must read, so it goes to a file. */
function logDestination(config: Config) {
  if (!process.stdout.isTTY) return destination(1);
  const folder = path.join(config.dataDir, "logs");
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    throw new StartupProblem(`The data folder ${config.dataDir} cannot be written to; set DATA_DIR to one that can.`);
  }
  return destination({ dest: path.join(folder, "server.log"), append: true });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await serve();
