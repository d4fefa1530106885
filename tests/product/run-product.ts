import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../../apps/server/dist/main/serve.js", import.meta.url));

/** The built product as a process of its own. */
export type Product = {
  url: string;
  process: ChildProcess;
  output(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Starts the built product with the given environment and waits until it says that it is ready. */
export async function runProduct(environment: Record<string, string>): Promise<Product> {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "warn", PORT: "0", DEMO_DATA: "0", DEMO_SOURCES: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let isReady = false;
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      // A product that writes much is not searched again with each of its lines.
      const ready = isReady ? null : /Ready: (\S+)|Working on jobs\./.exec(output);
      if (!ready) return;
      isReady = true;
      // A worker listens nowhere.
      resolve(ready[1] ?? "");
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`The product ended with ${code}: ${output}`)));
  });
  return {
    url,
    process: child,
    output: () => output,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
    },
  };
}
