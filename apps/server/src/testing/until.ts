import { setTimeout as sleep } from "node:timers/promises";

/** A limit for what hangs: a busy machine is many times slower than a quiet one. */
const patienceMs = 100_000;

/** Waits for something to become true, and fails when it never does. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${patienceMs / 1000} seconds.`);
    await sleep(10);
  }
}
