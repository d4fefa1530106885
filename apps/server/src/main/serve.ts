import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { destination } from "pino";
import { type Config, readConfig } from "../platform/config.ts";
import { createLogQueue } from "../platform/logs/log-queue.ts";
import { StartupProblem } from "../platform/startup-problem.ts";
import { alsoWriteTo, createLogger, type Logger } from "../platform/telemetry/logger.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** What whoever started us goes by: a refused start is for the operator to mend, after a crash we are started again. */
const exitCodes = { ended: 0, refused: 1, crashed: 70 };
/** Nothing that does not end by itself holds up the process for longer. */
const longestEndMs = 9500;
const longestCrashMs = 3000;
/** By how many percent of what lives the heap grows before it is collected; by itself it grew to four times of it during a load. */
const heapGrowth = 80;

let running: RunningServer | null = null;
let isEnding = false;

/** Starts the product from the environment, tells the operator in plain words, and ends cleanly on a signal. */
export async function serve(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  let log: Logger | null = null;
  process.on("uncaughtException", (error) => void crash(error, log));
  process.on("unhandledRejection", (reason) => void crash(reason, log));
  try {
    // biome-ignore lint/style/noProcessEnv: the one place where the environment enters
    const config = readConfig(process.env);
    const logQueue = createLogQueue();
    log = createLogger(config.logLevel, alsoWriteTo(logDestination(config), logQueue));
    running = await startServer(config, {
      webFolder: fileURLToPath(new URL("../../../web/dist", import.meta.url)),
      log,
      logQueue,
      say,
    });
    endOnSignal(running);
    for (const line of running.greeting) say(line);
    if (config.adminMail.length === 0)
      say("New access requests are not announced by email: set ADMIN_MAIL to receive them.");
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes.refused;
  }
}

/** What nobody has handled leaves the process in a state that nobody knows: it ends what it can and is started again. */
async function crash(reason: unknown, log: Logger | null): Promise<void> {
  log?.fatal({ err: reason }, "Unhandled error, the server is stopping");
  // Before there is a log, nobody has sent us anything that must not be shown.
  const words = log ? "the log says which." : reason instanceof Error ? reason.stack : String(reason);
  process.stderr.write(`Unhandled error, the server is stopping: ${words}\n`);
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(exitCodes.crashed), longestCrashMs);
  await running?.leave().catch(() => {});
  process.exit(exitCodes.crashed);
}

function endOnSignal({ stop }: RunningServer): void {
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    say("Stopping …");
    setTimeout(() => endWith(exitCodes.refused, "Not everything ended in time."), longestEndMs);
    stop().then(
      () => process.exit(exitCodes.ended),
      (error) => endWith(exitCodes.refused, `Stopping failed: ${error instanceof Error ? error.message : error}`),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  // Whoever watches over us is gone: nobody would pass us a signal any more.
  process.once("disconnect", end);
  process.channel?.unref();
}

function endWith(code: number, line: string): void {
  process.stderr.write(`${line}\n`);
  process.exit(code);
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
