import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../../apps/server/dist/main/seed.js", import.meta.url));

/** Makes the bench set in a data folder, with the same command that operators have. */
export async function runSeed(
  dataDir: string,
  { rows, movements }: { rows: number; movements: number },
): Promise<void> {
  const child = spawn(process.execPath, [entry, "--rows", String(rows), "--movements", String(movements)], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The bench set could not be made (${code}).`);
}
